"""Rainbow runs in a hand (GIN-S7), found by comparing whole suits at once."""

from collections.abc import Callable
from functools import cache
from typing import Final

from rummy.engine.cards import mask_of
from rummy.engine.melding.faces import RANKS, rainbows
from rummy.engine.rules import MeldLaws

SUIT: Final = (1 << RANKS) - 1
Order = tuple[int, int, int, int]


@cache
def rainbow_finder(laws: MeldLaws) -> Callable[[int], list[int]]:
    """A function from natural cards to the masks of the rainbow runs among them."""
    by_order: dict[Order, dict[int, int]] = {}
    for cards in rainbows(laws):
        first, second, third, fourth = (card // RANKS for card in cards)
        order = first, second, third, fourth
        by_order.setdefault(order, {})[1 << cards[0] % RANKS] = mask_of(cards)
    orders = tuple(by_order.items())
    wrap = RANKS if laws.cyclic_runs else 0

    def find(natural: int) -> list[int]:
        suits = [natural >> shift & SUIT for shift in (0, 13, 26, 39)]
        if wrap:
            suits = [suit | suit << wrap for suit in suits]
        found = []
        for (first, second, third, fourth), masks in orders:
            lows = suits[first] & suits[second] >> 1
            if lows:
                lows &= suits[third] >> 2 & suits[fourth] >> 3 & SUIT
                while lows:
                    low = lows & -lows
                    found.append(masks[low])
                    lows ^= low
        return found

    return find


def no_rainbows(natural: int) -> list[int]:
    """Where there are none, none is found."""
    return []
