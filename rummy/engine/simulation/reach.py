"""How far one card can move the least deadwood of a hand: tables, worked out once per card values.

A simulated round does not meld a hand anew at every turn. It keeps a bound, points that the least
deadwood is never below, and moves it with every card that comes or goes. Only when the bound comes
near the knock limit the exact search is asked, in a random round at one turn in a hundred.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from rummy.engine.cards import PACK, mask_of
from rummy.engine.melding.faces import RANKS, subsets

# Divided by it, no two choices of cards near any one card leave the same rest: their masks find
# their places in a table without being looked for.
APART: Final = 471


class Reach(NamedTuple):
    """`values`: the points of each card. `near`: the cards that can lie beside it in a short meld.

    `change`: by which of these are held (their mask modulo `APART`), how far the bound moves when
    the card comes into a hand. Where it melds with none of them, up by its own points, which is
    exact. Else down by the points of the others in the dearest meld around it: without the card
    they may all have been deadwood.
    """

    values: tuple[int, ...]
    near: tuple[int, ...]
    change: tuple[tuple[int, ...], ...]


@cache
def reach_of(ranks: tuple[int, ...]) -> Reach:
    """The tables for these points by rank, and melds of three or more of one pack (GIN-3).

    In a run two cards on either side are enough: three on one side are a meld without the card.
    """
    near = tuple(mask_of((*_alike(card), *_beside(card))) for card in range(PACK))
    change = tuple(_placed(card, around, ranks) for card, around in enumerate(near))
    return Reach(tuple(ranks[card % RANKS] for card in range(PACK)), near, change)


def _placed(card: int, around: int, ranks: tuple[int, ...]) -> tuple[int, ...]:
    by_place = {held % APART: _change(card, held, ranks) for held in subsets(around, 0)}
    return tuple(by_place.get(place, 0) for place in range(APART))


def _change(card: int, held: int, ranks: tuple[int, ...]) -> int:
    own = ranks[card % RANKS]
    alike = sum(held >> other & 1 for other in _alike(card))
    row = [*_row(card, held, 1), *_row(card, held, -1)]
    others_in_set = 2 * own if alike >= 2 else 0
    others_in_run = sum(ranks[other % RANKS] for other in row) if len(row) >= 2 else 0
    return -max(others_in_set, others_in_run) or own


def _alike(card: int) -> list[int]:
    return [other for other in range(card % RANKS, PACK, RANKS) if other != card]


def _beside(card: int) -> list[int]:
    return [card + step for step in (-2, -1, 1, 2) if 0 <= card % RANKS + step < RANKS]


def _row(card: int, held: int, step: int) -> Iterator[int]:
    """The held neighbours of the card going one way, up to two and without a gap."""
    beside = _beside(card)
    for other in (card + step, card + 2 * step):
        if other not in beside or not held >> other & 1:
            return
        yield other
