"""Counting finished rounds and matches for the people who played them; each once.

Callers bring what happened (`accounts.league` values) under a name that never changes, such as
`table:12`, and may bring it as often as they like. Whoever counts for players holds their career
rows, locked in id order; the season's row, if needed, before them.
"""

import datetime as dt
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import league
from accounts.career.achievements import award_achievements, lock_careers, skill_of
from accounts.career.pair_limits import met_too_often
from accounts.career.seasons import lock_running_season
from accounts.models import Career, CountedRound, MatchRecord, Season, SeasonStanding

COUNTED = (
    *("experience", "rounds_played", "rounds_won", "matches_played", "matches_won"),
    *("streak", "best_streak", "rated_matches", "feats", "mu", "sigma"),
)


@transaction.atomic
def count_rounds(
    *, match: str, participants: Sequence[league.Participant], rounds: Sequence[league.RoundResult]
) -> int:
    """Experience for everybody but bots from rounds that are over (PLAY-32).

    Training counts too. Returns how many rounds were new to somebody.
    """
    people = [one for one in participants if not one.is_bot]
    careers = lock_careers(one.player_id for one in people)
    known = set(
        CountedRound.objects.filter(
            player_id__in=list(careers), match=match, number__in=[one.number for one in rounds]
        ).values_list("player_id", "number")
    )
    new = [
        (person, played)
        for played in rounds
        for person in people
        if (person.player_id, played.number) not in known
    ]
    for person, played in new:
        _count_round(careers[person.player_id], played, person.seat)
    CountedRound.objects.bulk_create(
        CountedRound(
            player_id=person.player_id,
            match=match,
            number=played.number,
            experience=league.experience_of(played, person.seat),
        )
        for person, played in new
    )
    _keep(careers)
    return len({played.number for _, played in new})


@transaction.atomic
def count_match(*, match: league.MatchResult, game: str, at: dt.datetime | None = None) -> bool:
    """League points, rating and record of a decided match; False when it counted before.

    It counts for the season that is open now, at most seconds after the match's end.
    """
    points = league.league_points(match)
    season = lock_running_season() if points else None
    careers = lock_careers(one.player_id for one in match.participants)
    if MatchRecord.objects.filter(match=match.key).exists():
        return False
    if season is not None:
        often = met_too_often(match, points, season=season, at=at or timezone.now())
        points = {player: won for player, won in points.items() if player not in often}
    before = {player_id: skill_of(career) for player_id, career in careers.items()}
    after = league.new_skills(match, before)
    for person in match.participants:
        _count_result(careers[person.player_id], won=person.seat in match.victors)
    for player_id, skill in after.items():
        career = careers[player_id]
        career.mu, career.sigma = skill.mu, skill.sigma
        career.rated_matches += 1
    MatchRecord.objects.bulk_create(
        _record(
            match,
            one,
            game=game,
            at=at or timezone.now(),
            season=season,
            points=points,
            rating=(before.get(one.player_id), after.get(one.player_id)),
            career=careers.get(one.player_id),
        )
        for one in match.participants
    )
    if season is not None:
        _score(season, match, points)
    _keep(careers)
    return True


def _count_round(career: Career, played: league.RoundResult, seat: int) -> None:
    career.experience += league.experience_of(played, seat)
    career.rounds_played += 1
    if seat in played.winners and seat not in played.played_for:
        career.rounds_won += 1
        career.feats[played.reason] = career.feats.get(played.reason, 0) + 1


def _count_result(career: Career, *, won: bool) -> None:
    career.matches_played += 1
    career.matches_won += won
    career.streak = career.streak + 1 if won else 0
    career.best_streak = max(career.best_streak, career.streak)


def _record(
    match: league.MatchResult,
    one: league.Participant,
    *,
    game: str,
    at: dt.datetime,
    season: Season | None,
    points: Mapping[int, int],
    rating: tuple[league.Skill | None, league.Skill | None],
    career: Career | None,
) -> MatchRecord:
    before, after = rating
    counts = season if one.player_id in points else None
    return MatchRecord(
        player_id=one.player_id,
        match=match.key,
        game=game,
        opponents=[other.player_id for other in match.participants if other.side != one.side],
        place=match.place_of(one),
        won=one.seat in match.victors,
        training=match.training,
        season=counts,
        league_points=points.get(one.player_id),
        mu=after.mu if after else None,
        sigma=after.sigma if after else None,
        rating_change=league.shown(after) - league.shown(before) if after and before else None,
        rated_as=career.rated_matches if after and career else None,
        at=at,
    )


def _score(season: Season, match: league.MatchResult, points: Mapping[int, int]) -> None:
    """Add the match to its members' standings; newcomers begin in the lowest division."""
    SeasonStanding.objects.bulk_create(
        (SeasonStanding(season=season, player_id=player_id) for player_id in sorted(points)),
        ignore_conflicts=True,
    )
    winners = {one.player_id for one in match.participants if one.seat in match.victors}
    for player_id in sorted(points):
        SeasonStanding.objects.filter(season=season, player_id=player_id).update(
            points=F("points") + points[player_id],
            matches=F("matches") + 1,
            wins=F("wins") + int(player_id in winners),
        )


def _keep(careers: Mapping[int, Career]) -> None:
    Career.objects.bulk_update(careers.values(), COUNTED)
    award_achievements(careers.values())
