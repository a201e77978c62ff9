"""Experience points, levels (PLAY-32), and achievements."""

from hypothesis import given
from hypothesis import strategies as st

from accounts.league import (
    ACHIEVEMENTS,
    CareerFacts,
    earned,
    experience_of,
    level_of,
)
from tests.league.matches import a_round


def test_every_finished_round_counts_and_winning_it_counts_more() -> None:
    assert experience_of(a_round(winner=0), 0) == 15
    assert experience_of(a_round(winner=0), 1) == 10
    assert experience_of(a_round(winner=None), 0) == 10


def test_levels_begin_at_one_and_take_longer_each() -> None:
    assert [level_of(points).number for points in (0, 49, 50, 149, 150, 299, 300)] == [
        *(1, 1, 2, 2, 3, 3, 4)
    ]
    level = level_of(100)
    assert (level.reached_at, level.next_at, level.permille) == (50, 150, 500)


@given(st.integers(0, 10**12))
def test_a_level_holds_its_points(points: int) -> None:
    level = level_of(points)
    assert level.reached_at <= points < level.next_at
    assert 0 <= level.permille < 1000


def test_an_achievement_is_earned_once_its_count_is_reached() -> None:
    facts = CareerFacts(rounds_played=100, matches_won=1, feats={"gin": 1})
    assert set(earned(facts)) == {"first_round", "hundred_rounds", "first_win", "first_gin"}
    assert earned(facts, known=("first_round", "hundred_rounds", "first_win")) == ("first_gin",)


def test_nobody_starts_with_an_achievement() -> None:
    assert earned(CareerFacts()) == ()


def test_each_achievement_can_be_earned_and_shows_the_way() -> None:
    much = CareerFacts(
        **dict.fromkeys(
            (
                *("rounds_played", "rounds_won", "matches_played", "matches_won"),
                *("best_streak", "level", "promotions", "seasons_won"),
            ),
            10_000,
        ),
        rating_settled=True,
        feats=dict.fromkeys(("gin", "undercut", "hand_romme"), 10_000),
    )
    assert earned(much) == tuple(ACHIEVEMENTS)
    for one in ACHIEVEMENTS.values():
        assert one.progress(much) == one.needed
        assert one.progress(CareerFacts()) < one.needed
