"""What should not have counted in a career is taken back: rating, wins and league points.

A match's record stays as it was counted; beside it stands what was amended, for which cause, once.
Rounds played, experience and achievements stay: they were played.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import F

from accounts import league
from accounts.career.achievements import lock_careers
from accounts.career.seasons import lock_running_season, running_season
from accounts.league import Change
from accounts.models import Career, CareerAmendment, MatchRecord, Season, SeasonStanding


def changes_of(matches: Iterable[str], guilty: Collection[int]) -> dict[int, list[Change]]:
    """By player's number what these matches count less; with nobody guilty, they are undone.

    League points go while their season runs; the standings of a closed one stay.
    """
    season = running_season().pk
    found: defaultdict[int, list[Change]] = defaultdict(list)
    for record in MatchRecord.objects.filter(match__in=matches).order_by("match", "player_id"):
        points = record.league_points or 0 if record.season_id == season else 0
        brought = Change(record.match, record.rating_change or 0, points, int(record.won))
        change = _taken_back(brought, record.player_id, guilty)
        if any(change[1:]):
            found[record.player_id].append(change)
    return found


def _taken_back(brought: Change, player: int, guilty: Collection[int]) -> Change:
    if not guilty:
        return league.undone(brought)
    return league.cheated(brought) if player in guilty else league.was_cheated(brought)


@transaction.atomic
def amend_careers(*, cause: str, changes: Mapping[int, Sequence[Change]]) -> bool:
    """Let these changes count, by player's number; False where this cause has counted before."""
    season = lock_running_season()
    careers = lock_careers(changes)
    if CareerAmendment.objects.filter(cause=cause).exists():
        return False
    matches = {change.match for some in changes.values() for change in some}
    records = MatchRecord.objects.filter(match__in=matches, season=season)
    scored = set(records.values_list("player_id", "match"))
    made = [
        _amend(careers[player], change, cause, season if (player, change.match) in scored else None)
        for player, some in sorted(changes.items())
        for change in some
    ]
    CareerAmendment.objects.bulk_create(made)
    Career.objects.bulk_update(careers.values(), ("mu", "matches_won"))
    return True


def _amend(career: Career, change: Change, cause: str, season: Season | None) -> CareerAmendment:
    points = change.league_points if season else 0
    career.mu += change.rating / league.SHOWN_PER_MU
    career.matches_won += change.wins
    if season:
        SeasonStanding.objects.filter(season=season, player_id=career.player_id).update(
            points=F("points") + points, wins=F("wins") + change.wins
        )
    return CareerAmendment(
        player_id=career.player_id,
        match=change.match,
        cause=cause,
        season=season,
        rating_change=change.rating,
        league_points=points,
        wins=change.wins,
    )
