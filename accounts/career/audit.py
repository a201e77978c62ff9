"""The careers' audit: what is counted in one number is the sum of what it was counted from."""

from collections.abc import Iterator

from accounts.audit import Fault, Figure, audit_check
from accounts.models import Career, MatchRecord, Season
from web.database import sql

_CAREERS_SQL = """
SELECT c.player_id, c.experience, coalesce(r.points, 0), c.rounds_played, coalesce(r.rounds, 0),
       c.matches_played, coalesce(m.matches, 0),
       c.matches_won, coalesce(m.won, 0) + coalesce(a.won, 0), c.rated_matches, coalesce(m.rated, 0)
FROM accounts_career c
LEFT JOIN (
  SELECT player_id, sum(experience) AS points, count(*) AS rounds
  FROM accounts_countedround GROUP BY player_id
) r ON r.player_id = c.player_id
LEFT JOIN (
  SELECT player_id, count(*) AS matches, count(*) FILTER (WHERE won) AS won, count(mu) AS rated
  FROM accounts_matchrecord GROUP BY player_id
) m ON m.player_id = c.player_id
LEFT JOIN (
  SELECT player_id, sum(wins) AS won FROM accounts_careeramendment GROUP BY player_id
) a ON a.player_id = c.player_id
WHERE (c.experience, c.rounds_played, c.matches_played, c.matches_won, c.rated_matches)
   IS DISTINCT FROM (coalesce(r.points, 0), coalesce(r.rounds, 0), coalesce(m.matches, 0),
                     coalesce(m.won, 0) + coalesce(a.won, 0), coalesce(m.rated, 0))
ORDER BY c.player_id
"""
_COUNTS = ("experience", "rounds_played", "matches_played", "matches_won", "rated_matches")

_STANDINGS_SQL = """
SELECT s.season_id, s.player_id, s.points, coalesce(m.points, 0), s.matches,
       coalesce(m.matches, 0), s.wins, coalesce(m.won, 0)
FROM accounts_seasonstanding s
LEFT JOIN (
  SELECT season_id, player_id, sum(points) AS points, sum(matches) AS matches, sum(won) AS won
  FROM (
    SELECT season_id, player_id, league_points AS points, 1 AS matches, won::int AS won
    FROM accounts_matchrecord WHERE season_id IS NOT NULL
    UNION ALL
    SELECT season_id, player_id, league_points, 0, wins
    FROM accounts_careeramendment WHERE season_id IS NOT NULL
  ) counted GROUP BY season_id, player_id
) m ON m.season_id = s.season_id AND m.player_id = s.player_id
WHERE (s.points, s.matches, s.wins)
   IS DISTINCT FROM (coalesce(m.points, 0), coalesce(m.matches, 0), coalesce(m.won, 0))
ORDER BY s.season_id, s.player_id
"""


@audit_check("careers")
def careers() -> Iterator[Figure | Fault]:
    """Experience, matches and rated matches against the rounds and matches they come from."""
    yield Figure("careers", Career.objects.count())
    yield Figure("matches in careers", MatchRecord.objects.count())
    for player_id, *numbers in sql.rows(_CAREERS_SQL):
        pairs = zip(_COUNTS, numbers[::2], numbers[1::2], strict=True)
        facts = {name: f"{stored} of {real}" for name, stored, real in pairs if stored != real}
        yield Fault("career_differs_from_its_matches", f"player {player_id}", facts)


@audit_check("league")
def league() -> Iterator[Figure | Fault]:
    """Standings against the matches that counted; one season open; closed ones complete."""
    seasons = list(Season.objects.order_by("number"))
    yield Figure("seasons", len(seasons))
    open_ones = [season.number for season in seasons if season.closed_at is None]
    if seasons and len(open_ones) != 1:
        yield Fault("not_one_open_season", "league", {"open": open_ones})
    for season in seasons:
        unplaced = season.standings.filter(place=None).count()
        if season.closed_at is not None and unplaced:
            yield Fault("closed_season_without_places", str(season), {"players": unplaced})
    for season_id, player_id, points, counted, *more in sql.rows(_STANDINGS_SQL):
        yield Fault(
            "standing_differs_from_its_matches",
            f"player {player_id} in season row {season_id}",
            {"points": points, "counted": counted, "matches_and_wins": tuple(more)},
        )
