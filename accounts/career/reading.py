"""Reading careers: profile, history, statistics, matches of two, and the tables of the league."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from django.db.models import Count, Q, Sum

from accounts import league
from accounts.career import wording
from accounts.career.achievements import facts_of, skill_of
from accounts.career.seasons import plan_of, running_season
from accounts.models import Career, CareerAmendment, MatchRecord, Player, Season, SeasonStanding
from web.api.payloads import With

HISTORY_MAX = 200
CURVE_POINTS = 120
OPPONENTS_SHOWN = 10
MATCHES_OF_TWO_READ = 1_000
MATCHES_COUNTED = 10_000
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
MICROSECOND = dt.timedelta(microseconds=1)


def profile_of(player: Player) -> With:
    """What is counted of a player; of somebody who has not played yet, nothing.

    `rating` is None for guests, who are not rated. Each badge is an achievement as its owner sees
    it: when earned, or how far it is.
    """
    career = Career.objects.filter(player=player).first() or Career(player=player)
    skill = skill_of(career)
    facts = facts_of(career)
    when = dict(player.achievements.values_list("key", "at"))
    standing = own_standing(player)
    return With(
        player=player,
        level=league.level_of(career.experience),
        rating=None if player.is_guest else league.shown(skill),
        provisional=league.provisional(skill),
        career=career,
        badges=[
            With(
                one,
                name=wording.ACHIEVEMENTS[key][0],
                words=wording.ACHIEVEMENTS[key][1],
                progress=one.progress(facts),
                earned_at=when.get(key),
            )
            for key, one in league.ACHIEVEMENTS.items()
        ],
        standing=standing and With(standing, place=place_of(standing)),
    )


def own_standing(player: Player) -> SeasonStanding | None:
    """The player's row in the running season, if there is one."""
    found = SeasonStanding.objects.filter(player=player, season__closed_at=None)
    return found.select_related("season").first()


def match_history(
    player: Player, *, before: int | None = None, limit: int = 20
) -> tuple[list[With], int | None]:
    """Finished matches, newest first, and where the next page begins, if there is one.

    That is in microseconds since 1970, exactly. `opponents` are names; `amendments` say what of a
    match was changed since, because a wrong was made good.
    """
    limit = max(1, min(limit, HISTORY_MAX))
    records = MatchRecord.objects.filter(player=player)
    if before is not None:
        records = records.filter(at__lt=EPOCH + before * MICROSECOND)
    found = list(records.order_by("-at")[: limit + 1])
    shown = found[:limit]
    names = _names({one for record in shown for one in record.opponents})
    amended: defaultdict[str, list[CareerAmendment]] = defaultdict(list)
    matches = [record.match for record in shown]
    for change in CareerAmendment.objects.filter(player=player, match__in=matches).order_by("at"):
        amended[change.match].append(change)
    lines = [
        With(
            record,
            opponents=[names.get(one, "–") for one in record.opponents],
            rating=None if record.mu is None else _shown(record.mu),
            amendments=amended[record.match],
        )
        for record in shown
    ]
    return lines, (shown[-1].at - EPOCH) // MICROSECOND if len(found) > limit else None


def rating_curve(player: Player) -> list[int]:
    """Ratings after the latest rated matches in the order they counted in; last the rating now.

    That differs from the one after the last match where a match was amended since.
    """
    rated = MatchRecord.objects.filter(player=player, mu__isnull=False).order_by("-at")
    latest = sorted(rated.values_list("rated_as", "mu")[:CURVE_POINTS])
    curve = [_shown(mu) for _, mu in latest if mu is not None]
    career = Career.objects.filter(player=player).first()
    now = league.shown(skill_of(career)) if career and curve else None
    return curve if now is None or now == curve[-1] else [*curve, now]


def statistics(player: Player) -> tuple[list[With], list[With]]:
    """Of their latest matches (10,000), by game and against those met most often: how many there
    were, and how many were won.
    """
    games: dict[str, list[bool]] = {}
    met: dict[int, list[bool]] = {}
    records = MatchRecord.objects.filter(player=player).order_by("-at")
    for game, opponents, won in records.values_list("game", "opponents", "won")[:MATCHES_COUNTED]:
        games.setdefault(game, []).append(won)
        for one in opponents:
            met.setdefault(one, []).append(won)
    often = sorted(met, key=lambda one: (-len(met[one]), one))[:OPPONENTS_SHOWN]
    names = _names(often)
    by_game = sorted(games, key=lambda game: (-len(games[game]), game))
    return (
        [_tally(game, games[game]) for game in by_game],
        [_tally(names.get(one, "–"), met[one]) for one in often],
    )


def _tally(name: str, won: Sequence[bool]) -> With:
    return With(name=name, matches=len(won), won=sum(won))


def season_of(number: int | None) -> Season | None:
    """A season by its number; the running one unless said otherwise."""
    return running_season() if number is None else Season.objects.filter(number=number).first()


def division_table(
    season: Season, division: int, *, player: Player | None, limit: int = 50
) -> list[With]:
    """The best of a division, and the player's own row if it is in it, wherever it stands.

    `move` is what would come of it if the season ended now.
    """
    standings = season.standings.filter(division=division).select_related("player")
    ordered = standings.order_by("-points", "-wins", "matches", "player_id")
    placed = list(enumerate(ordered[:limit], start=1))
    own = standings.filter(player=player).first() if player is not None else None
    if own is not None and own.pk not in {standing.pk for _, standing in placed}:
        placed.append((place_of(own), own))
    moves = _moves(season)
    return [
        With(
            standing,
            place=place,
            move=moves.get(standing.player_id, ""),
            is_own=own is not None and standing.pk == own.pk,
        )
        for place, standing in placed
    ]


def place_of(standing: SeasonStanding) -> int:
    """The place in the division, counted from 1."""
    level = Q(points=standing.points)
    as_many_wins = level & Q(wins=standing.wins)
    better = (
        Q(points__gt=standing.points)
        | level & Q(wins__gt=standing.wins)
        | as_many_wins & Q(matches__lt=standing.matches)
        | as_many_wins & Q(matches=standing.matches, player_id__lt=standing.player_id)
    )
    peers = SeasonStanding.objects.filter(season_id=standing.season_id, division=standing.division)
    return peers.filter(better).count() + 1


def division_shown(season: Season, player: Player | None) -> int:
    """The player's own division, else the highest that somebody is in."""
    if player is not None:
        own = season.standings.filter(player=player).values_list("division", flat=True).first()
        if own is not None:
            return own
    sizes = division_sizes(season)
    return next((number for number, size in sizes.items() if size), league.LOWEST_DIVISION)


def division_sizes(season: Season) -> dict[int, int]:
    """How many there are in each division, the top one first."""
    counted = dict.fromkeys(range(league.TOP_DIVISION, league.LOWEST_DIVISION + 1), 0)
    sizes = season.standings.values_list("division").annotate(Count("pk")).order_by()
    return counted | dict(sizes)


def _moves(season: Season) -> dict[int, str]:
    """By player what the end of the season brought, or would bring now."""
    if season.closed_at is not None:
        return dict(season.standings.values_list("player_id", "move"))
    sums = season.standings.aggregate(
        *(Count("pk"), Sum("division"), Sum("points"), Sum("matches"), Sum("wins"))
    )
    return _planned_moves(season.pk, tuple(sums.values()))


@lru_cache(maxsize=16)
def _planned_moves(season_id: int, played: tuple[int | None, ...]) -> dict[int, str]:
    """What the end of a running season would bring as things stand.

    Every match counted changes one of the sums in `played`, so the plan of all divisions is made
    once a match and not once a view.
    """
    return {placing.player_id: placing.move.value for placing in plan_of(season_id)}


def duels(player: Player, other: Player) -> list[With]:
    """By game, of their latest matches (1,000) as opponents; the most played first.

    How often the one came before the other, behind, and level with them; `name` is a preset's key.
    """
    own = MatchRecord.objects.filter(player=player, opponents__contains=[other.pk])
    found = list(own.order_by("-at").values_list("match", "game", "place")[:MATCHES_OF_TWO_READ])
    met = MatchRecord.objects.filter(player=other, match__in=[match for match, _, _ in found])
    places = dict(met.values_list("match", "place"))
    by_game: dict[str, list[int]] = {}
    for match, game, place in found:
        if match in places:
            by_game.setdefault(game, []).append(places[match] - place)
    return [
        With(
            name=game,
            matches=len(by_game[game]),
            ahead=sum(gap > 0 for gap in by_game[game]),
            behind=sum(gap < 0 for gap in by_game[game]),
            level=by_game[game].count(0),
        )
        for game in sorted(by_game, key=lambda game: (-len(by_game[game]), game))
    ]


def _shown(mu: float) -> int:
    return league.shown(league.Skill(mu, league.START.sigma))


def _names(player_ids: set[int] | Sequence[int]) -> dict[int, str]:
    found = Player.objects.filter(pk__in=player_ids).values_list("pk", "username")
    return dict(found)
