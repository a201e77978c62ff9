"""Where the unseen cards may be: how likely the opponent is to hold each, by what it did so far.

Who throws a nine hardly keeps another; who took two queens wants the third. The weights are those
of a logistic regression over played rounds (`benchmarks.fit_bots`).
"""

from functools import cache
from math import exp
from typing import Final, NamedTuple

from rummy.engine.cards import BIT, PACK, rank_of

from . import weights

TURNS = (2, 4, 7, 10)  # the opponent's discards so far, in five stages of a round
RANKS = (3, 6, 9)  # ace to three, four to six, seven to nine, the rest


class Clues(NamedTuple):
    """What the opponent has shown, as masks: cards thrown, let lie in the pile, and taken."""

    thrown: int
    let_lie: int
    taken: int
    turns: int


class Near(NamedTuple):
    """The cards that go with a card: the same rank, the next in suit, the next but one."""

    same: int
    next: int
    next_but_one: int


def likelihood(clues: Clues, card: int) -> float:
    """The chance that the opponent holds this unseen card."""
    learned = weights.HOLDING
    return 1 / (1 + exp(-sum([learned[place] for place in places(clues, card)])))


def places(clues: Clues, card: int) -> tuple[int, ...]:
    """Which of the weights speak for this card: one of each group."""
    same, beside, beyond = near(card)
    thrown, let_lie, taken, turns = clues
    return (
        0,
        1 + min(2, (thrown & same).bit_count()),
        4 + (thrown & beside).bit_count(),
        7 + (thrown & beyond).bit_count(),
        10 + bool(let_lie & same),
        12 + bool(let_lie & beside),
        14 + bool(let_lie & beyond),
        16 + min(2, (taken & same).bit_count()),
        19 + (taken & beside).bit_count(),
        22 + (taken & beyond).bit_count(),
        25 + 4 * sum([turns >= stage for stage in TURNS]) + _height(card),
        45 + (rank_of(card) == 0) + 2 * (rank_of(card) == 12),
    )


PLACES: Final = 48


@cache
def _height(card: int) -> int:
    return sum(rank_of(card) >= rank for rank in RANKS)


@cache
def near(card: int) -> Near:
    rank, low = rank_of(card), card - rank_of(card)
    return Near(
        sum(BIT[other] for other in range(rank, PACK, 13) if other != card),
        sum(BIT[low + other] for other in (rank - 1, rank + 1) if 0 <= other < 13),
        sum(BIT[low + other] for other in (rank - 2, rank + 2) if 0 <= other < 13),
    )
