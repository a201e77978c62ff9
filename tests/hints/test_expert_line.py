"""What the strong bot would have made of a hand: the same cards, and the same until it differs."""

import pytest

from benchmarks.fit_skill import played
from rummy import engine
from rummy.engine.replay import first_departure
from rummy.skill.expert_line import expert_line

pytestmark = pytest.mark.thorough

GAMES = ("gin", "german_romme", "romme_500")


@pytest.mark.parametrize("game", GAMES)
def test_all_is_as_it_was_until_the_bot_decides_otherwise(game: str) -> None:
    for deal in range(6):
        one = played(game, ("casual", "solid"), deal)
        line = expert_line(one.rules, 2, one.events, 0)
        assert line.parts_at is not None
        assert list(line.events[: line.parts_at]) == one.events[: line.parts_at]
        assert line.events[line.parts_at] != one.events[line.parts_at]
        assert first_departure(one.rules, 2, line.events) is None
        assert engine.fold(one.rules, 2, line.events).is_over


@pytest.mark.parametrize("game", GAMES)
def test_of_its_own_hand_it_makes_the_same(game: str) -> None:
    one = played(game, ("expert", "solid"), 3)
    line = expert_line(one.rules, 2, one.events, 0)
    assert line == (tuple(one.events), None)


def test_it_makes_more_of_hands_than_an_easy_going_player() -> None:
    gained = 0
    for deal in range(20):
        one = played("gin", ("casual", "solid"), deal)
        line = expert_line(one.rules, 2, one.events, 0)
        score = engine.score(engine.fold(one.rules, 2, line.events))
        assert score is not None
        gained += score.points[0] - score.points[1] - one.ahead
    assert gained > 0
