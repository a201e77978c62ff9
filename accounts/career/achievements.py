"""Locked careers, and the achievements that follow from what they count."""

from collections.abc import Iterable

from accounts import league
from accounts.models import Career, EarnedAchievement


def lock_careers(player_ids: Iterable[int]) -> dict[int, Career]:
    """The careers of these players, begun where there is none, locked in id order."""
    wanted = sorted(set(player_ids))
    Career.objects.bulk_create(
        (Career(player_id=player_id) for player_id in wanted), ignore_conflicts=True
    )
    locked = Career.objects.select_for_update(no_key=True, of=("self",)).select_related("player")
    found = locked.filter(player_id__in=wanted).order_by("player_id")
    return {career.player_id: career for career in found}


def skill_of(career: Career) -> league.Skill:
    return league.Skill(career.mu, career.sigma)


def facts_of(career: Career) -> league.CareerFacts:
    """What achievements are measured by."""
    return league.CareerFacts(
        rounds_played=career.rounds_played,
        rounds_won=career.rounds_won,
        matches_played=career.matches_played,
        matches_won=career.matches_won,
        best_streak=career.best_streak,
        level=league.level_of(career.experience).number,
        promotions=career.promotions,
        seasons_won=career.seasons_won,
        rating_settled=not league.provisional(skill_of(career)),
        feats=career.feats,
    )


def award_achievements(careers: Iterable[Career]) -> None:
    """Note what these players have earned by now; the careers are locked. Bots earn nothing."""
    people = {career.player_id: career for career in careers if not career.player.is_bot}
    known: dict[int, set[str]] = {player_id: set() for player_id in people}
    held = EarnedAchievement.objects.filter(player_id__in=list(people))
    for player_id, key in held.values_list("player_id", "key"):
        known[player_id].add(key)
    EarnedAchievement.objects.bulk_create(
        EarnedAchievement(player_id=player_id, key=key)
        for player_id, career in people.items()
        for key in league.earned(facts_of(career), known[player_id])
    )
