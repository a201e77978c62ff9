"""Nobody wins a draw: not in the record, a streak, an achievement, a season or a series."""

from dataclasses import replace

import pytest

from accounts.career.counting import count_match
from accounts.league import MatchResult, league_points, new_skills
from accounts.models import Career, EarnedAchievement, MatchRecord, Player, SeasonStanding
from tests.league.matches import a_round, match
from tests.league.tables import member

on_database = pytest.mark.django_db(databases=["default", "owner"])


def test_all_sides_level_is_a_draw_and_a_shared_first_place_is_not() -> None:
    assert match(0, 0, winners=(0, 1)).victors == ()
    assert match(50, 50, 50, winners=(0, 1, 2)).victors == ()
    assert match(0, 0, 0, 0, winners=(0, 1, 2, 3), sides=(0, 1, 0, 1)).victors == ()
    assert match(50, 50, 10, winners=(0, 1)).victors == (0, 1)
    assert match(50, 10, 50, 10, winners=(0, 2), sides=(0, 1, 0, 1)).victors == (0, 2)
    assert match(50, 50, winners=(0,), resigned=(1,)).victors == (0,)


def test_a_draw_is_level_in_rating_and_league() -> None:
    drawn = match(0, 0, winners=(0, 1), rounds=[a_round(winner=None)])
    assert len(set(league_points(drawn).values())) == 1
    assert len({skill.mu for skill in new_skills(drawn, {}).values()}) == 1


@on_database
def test_a_draw_is_no_win_and_ends_a_streak() -> None:
    players = [member("Anna"), member("Bert")]
    for number, winners in enumerate([(0,), (0,), (0, 1)]):
        count_match(match=between(players, number, winners), game="gin_palast")
    for player, won in zip(players, (2, 0), strict=True):
        career = Career.objects.get(player=player)
        assert (career.matches_played, career.matches_won, career.streak) == (3, won, 0)
        assert career.best_streak == won
        assert list(MatchRecord.objects.filter(player=player, match="table:2").values_list(
            "place", "won"
        )) == [(1, False)]  # fmt: skip
        standing = SeasonStanding.objects.get(player=player)
        assert (standing.matches, standing.wins) == (3, won)
    earned = EarnedAchievement.objects.filter(key="first_win")
    assert list(earned.values_list("player_id", flat=True)) == [players[0].pk]


def between(players: list[Player], number: int, winners: tuple[int, ...]) -> MatchResult:
    """A match of these two; the seats of `winners` came first."""
    found = match(*(10 * (seat in winners) for seat in (0, 1)), winners=winners,
                  key=f"table:{number}")  # fmt: skip
    people = tuple(
        replace(one, player_id=player.pk)
        for one, player in zip(found.participants, players, strict=True)
    )
    return replace(found, participants=people)
