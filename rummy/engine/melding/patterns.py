"""Jokers in melds: which cards of a hand lie in one meld with at least one joker (GIN-S5).

For the least deadwood short melds are enough: a run of six or more splits into two, each with a
natural card at its end. What more jokers a meld could hold is its `room`.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from rummy.engine.cards import cards_of, mask_of
from rummy.engine.melding.faces import RAINBOW, RANKS, SUITS, rainbows, subsets
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


SPAN: Final = 5  # the longest run needed
ENDLESS: Final = 9  # a run always has room for another joker
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four aces; times a bit, any rank


# (worth, cards, jokers, room): natural cards that lie in one meld with so many jokers, their points
# as deadwood, and the room for more jokers. A plain tuple, because very many are made.
Pattern = tuple[int, int, int, int]


class PatternBook:
    """The patterns under some laws, those of each suit worked out once."""

    def __init__(self, laws: MeldLaws, ranks: tuple[int, ...]) -> None:
        self._laws = laws
        self._ranks = ranks
        self._rainbow_masks = tuple(mask_of(faces) for faces in rainbows(laws))
        self._suits: dict[tuple[int, int, int], tuple[Pattern, ...]] = {}

    def patterns(self, natural: int, jokers: int) -> list[Pattern]:
        """Every pattern of these cards that takes at most so many jokers, the dearest first."""
        found: set[Pattern] = set()
        for shift in (0, 13, 26, 39):
            suit = natural >> shift & 8191
            if suit:
                key = suit, shift, jokers
                if key not in self._suits:
                    self._suits[key] = self._in_suit(suit, shift, jokers)
                found.update(self._suits[key])
        found.update(self._sets(natural))
        if self._rainbow_masks:
            found.update(self._rainbows(natural, jokers))
        return sorted(found, reverse=True)

    def _in_suit(self, suit: int, shift: int, jokers: int) -> tuple[Pattern, ...]:
        return tuple(
            (self._worth(cards), cards << shift, needed, ENDLESS)
            for cards, needed in _runs(suit, jokers, self._laws)
        )

    def _worth(self, cards: int) -> int:
        return sum(self._ranks[card % RANKS] for card in cards_of(cards))

    def _sets(self, natural: int) -> Iterator[Pattern]:
        """Pairs and triples of a rank with one joker; a card alone is served by a run."""
        s, h, d, c = natural, natural >> 13, natural >> 26, natural >> 39
        shared = (s & h | d & (s | h) | c & (s | h | d)) & 8191
        while shared:
            low = shared & -shared
            shared ^= low
            worth = self._ranks[low.bit_length() - 1]
            for cards in subsets(natural & low * _RANK, 2):
                count = cards.bit_count()
                if count < SUITS:
                    yield count * worth, cards, 1, 3 - count

    def _rainbows(self, natural: int, jokers: int) -> Iterator[Pattern]:
        """Two or three cards of a rainbow run; with one alone a run in suit does better."""
        least = max(2, RAINBOW - jokers)
        for mask in self._rainbow_masks:
            held = natural & mask
            if held.bit_count() >= least:
                for cards in subsets(held, least):
                    if cards != mask:
                        yield self._worth(cards), cards, RAINBOW - cards.bit_count(), 0


@cache
def _runs(suit: int, jokers: int, laws: MeldLaws) -> tuple[tuple[int, int], ...]:
    """(cards, jokers needed) of each run in a suit that takes a joker, ends natural or alone."""
    found = set()
    for low in range(RANKS):
        if not suit >> low & 1:
            continue
        for span in range(1, SPAN + 1):
            ends = 1 << low | 1 << (low + span - 1) % RANKS
            if suit & ends != ends or (low + span > RANKS and not laws.cyclic_runs):
                continue
            inner = sum(1 << (low + step) % RANKS for step in range(1, span - 1)) & suit
            for part in subsets(inner, 0):
                cards = ends | part
                needed = max(1, max(span, laws.run_minimum) - cards.bit_count())
                if needed <= jokers:
                    found.add((cards, needed))
    return tuple(sorted(found))
