"""One person with two accounts is told from friends and strangers, by when they play alone."""

from collections.abc import Callable
from random import Random

import pytest

from backoffice.integrity.collusion import DAYS_LEAST, take_turns

DAY = 24 * 60
PAIRS = 40
Minutes = list[int]


def sitting(dice: Random, begins: float, lasts: int, pace: int) -> Minutes:
    """Rounds that end one after the other, a few minutes each."""
    minutes, at = [], int(begins)
    while at < begins + lasts:
        at += max(1, round(dice.expovariate(1 / pace)))
        minutes.append(at)
    return minutes


def habits(dice: Random) -> tuple[float, int, int]:
    """When an evening begins, how long it lasts, how long a round takes; in minutes."""
    return dice.gauss(19.5 * 60, 60), dice.choice((30, 60, 90)), dice.choice((3, 5, 8))


def strangers(dice: Random, days: int) -> tuple[Minutes, Minutes]:
    """Both play in the evening, each by their own habits."""
    played: tuple[Minutes, Minutes] = ([], [])
    for own in played:
        usual, lasts, pace = habits(dice)
        keen = dice.uniform(0.4, 0.9)
        for day in range(days):
            if dice.random() < keen:
                own += sitting(dice, day * DAY + dice.gauss(usual, 75), lasts, pace)
    return played


def friends(dice: Random, days: int) -> tuple[Minutes, Minutes]:
    """They sign in at the same time, and sit at different tables."""
    played: tuple[Minutes, Minutes] = ([], [])
    usual, lasts, pace = habits(dice)
    for day in range(days):
        if dice.random() < 0.6:
            begins = day * DAY + dice.gauss(usual, 75)
            for own in played:
                own += sitting(dice, begins + dice.randint(-20, 20), lasts, pace)
    return played


def one_hand(dice: Random, days: int) -> tuple[Minutes, Minutes]:
    """One person, who signs out of one account to play on with the other on two days of three."""
    played: tuple[Minutes, Minutes] = ([], [])
    usual, lasts, pace = habits(dice)
    for day in range(days):
        if dice.random() < 0.7:
            first, second = dice.sample(played, 2)
            first += sitting(dice, day * DAY + dice.gauss(usual, 75), lasts, pace)
            if dice.random() < 0.65:
                second += sitting(dice, first[-1] + dice.randint(1, 10), lasts, pace)
    return played


def found(play: Callable[[Random, int], tuple[Minutes, Minutes]], days: int) -> int:
    turns = [take_turns(*play(Random(seed), days), PAIRS) for seed in range(PAIRS)]
    return sum(one is not None and one.is_striking for one in turns)


@pytest.mark.parametrize("play", [strangers, friends])
def test_neither_strangers_nor_friends_are_pointed_out(
    play: Callable[[Random, int], tuple[Minutes, Minutes]],
) -> None:
    assert found(play, 90) == 0


def test_one_hand_is_found_within_a_month() -> None:
    assert found(one_hand, 30) >= 0.9 * PAIRS


def test_of_few_days_nothing_is_said() -> None:
    minutes = [day * DAY + 1200 for day in range(DAYS_LEAST - 1)]
    assert take_turns(minutes, [minute + 5 for minute in minutes], 1) is None


def test_an_evening_goes_on_beyond_midnight() -> None:
    """One until 23:50, the other from 0:05 on: it is the same evening, and a turn."""
    evenings = [day * DAY for day in range(0, 40, 2)]
    late = [day + 23 * 60 + 50 for day in evenings]
    turns = take_turns(late, [minute + 15 for minute in late], 1)
    assert turns is not None
    assert turns.taken == turns.days == len(evenings)
