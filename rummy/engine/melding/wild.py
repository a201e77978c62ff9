"""Melds with jokers, runs round the corner and rainbow runs, in any mix (GIN-S2, GIN-S5, GIN-S7).

Exact: at most one meld per joker holds jokers, so every choice of such melds is tried (dearest
first, and no further than it can pay); what is left is melded without jokers, where only sets and
rainbow runs branch and the suits come from tables.

For the least deadwood short melds are enough: a run of six or more splits into two, each with a
natural card at its end. What more jokers a meld could hold is its `room`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from rummy.engine.cards import BIT, FIRST_JOKER, cards_of, mask_of
from rummy.engine.melding import identify, laying
from rummy.engine.melding.arranging import arrange, least_melding
from rummy.engine.melding.base import Arrangement, CardValues, Counted, Meld
from rummy.engine.melding.choices import OptionBook
from rummy.engine.melding.classic import ClassicMelder
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
                    self._suits[key] = tuple(
                        (self._worth(cards), cards << shift, needed, ENDLESS)
                        for cards, needed in _runs(suit, jokers, self._laws)
                    )
                found.update(self._suits[key])
        found.update(self._sets(natural))
        if self._rainbow_masks:
            found.update(self._rainbows(natural, jokers))
        return sorted(found, reverse=True)

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


NATURAL: Final = (1 << FIRST_JOKER) - 1
NEVER: Final = 10**6  # points of what cannot be
# Hands whose answer is kept: a turn asks about the same ones again and again.
REMEMBERED: Final = 1 << 14

Leaf = Callable[[int], int]


class _Tally:
    """How often cards without jokers were melded in one search."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps = 0


class WildMelder:
    """See `rummy.engine.melding.Melder`."""

    def __init__(self, laws: MeldLaws, values: CardValues) -> None:
        self.laws = laws
        self.values = values
        self._plain = ClassicMelder(laws, values)
        self._patterns = PatternBook(laws, values.ranks).patterns
        self.options = OptionBook(laws).options
        self._rainbows = rainbow_finder(laws) if laws.rainbow_runs else lambda natural: []
        self._least = lru_cache(REMEMBERED)(self._search_least)
        self.counted_after_discard = lru_cache(REMEMBERED)(self._search_after_discard)

    def points(self, hand: int) -> int:
        return self.counted(hand).points

    def counted(self, hand: int) -> Counted:
        return self._least(hand & NATURAL, (hand >> FIRST_JOKER).bit_count())

    def least(self, natural: int, jokers: int) -> int:
        """The least deadwood points of these cards with so many jokers."""
        return self._least(natural, jokers).points

    def points_after_discard(self, hand: int) -> int:
        return self.counted_after_discard(hand).points

    def _search_after_discard(self, hand: int) -> Counted:
        natural, jokers = hand & NATURAL, (hand >> FIRST_JOKER).bit_count()
        tally = _Tally()
        best = self._search(natural, jokers, self._after_discard(natural, tally), tally)
        if jokers:
            thrown = self._least(natural, jokers - 1)
            best, tally.steps = min(best, thrown.points), tally.steps + thrown.steps
        return Counted(best, tally.steps)

    def can_reach(self, hand: int, limit: int) -> bool:
        return self.points_after_discard(hand) <= limit

    def points_melding(self, hand: int, must_meld: int) -> int | None:
        return least_melding(self, hand, must_meld) if must_meld else self.points(hand)

    def value(self, cards: int) -> int:
        ranks = self.values.ranks
        points = sum(ranks[card % 13] for card in cards_of(cards & NATURAL))
        return points + self.values.joker * (cards >> FIRST_JOKER).bit_count()

    def arrangements(
        self, hand: int, must_meld: int = 0, elsewhere: int = 0, taken: int = 0
    ) -> list[Arrangement]:
        found = arrange(self, hand, must_meld, elsewhere, taken)
        return [] if found is None else [found]

    def meld(self, cards: Iterable[int]) -> Meld | None:
        return identify.meld(self.laws, tuple(cards))

    def lay_off(self, meld: Meld, cards: Sequence[int]) -> Meld | None:
        return next(self.lyings(meld, cards), None)

    def lyings(self, meld: Meld, cards: Sequence[int]) -> Iterator[Meld]:
        return laying.lyings(self.laws, meld, tuple(cards))

    def lengthened(self, meld: Meld, cards: Sequence[int]) -> Meld:
        return self.meld(laying.after_laying_off(meld, tuple(cards))) or meld

    def layoffs(self, meld: Meld, cards: int) -> list[int]:
        return laying.layoffs(self.laws, meld, cards)

    def reach(self, meld: Meld, cards: int) -> int:
        return laying.reach(self.laws, meld, cards)

    def ways(self, meld: Meld, natural: int) -> int:
        return laying.ways(self.laws, meld, natural)

    def _search_least(self, natural: int, jokers: int) -> Counted:
        tally = _Tally()
        points = self._search(natural, jokers, self._melded(natural, tally), tally)
        return Counted(points, tally.steps)

    def _search(self, natural: int, jokers: int, leaf: Leaf, tally: _Tally) -> int:
        """The least over all choices of melds with jokers; the rest is judged by `leaf`."""
        tally.steps += 1
        at_first = leaf(natural)
        if not jokers:
            return at_first
        dear = self.values.joker
        found = self._patterns(natural, jokers)
        best = at_first + dear * jokers
        steps = 0

        def deeper(start: int, rest: int, spare: int, room: int, at_best: int) -> None:
            """Add one more meld with jokers; `at_best` is the least before it, jokers free."""
            nonlocal best, steps
            for place in range(start, len(found)):
                worth, cards, needed, more = found[place]
                if at_best - spare * worth >= best:
                    return
                if needed > spare or cards & rest != cards:
                    continue
                left, after = spare - needed, rest ^ cards
                steps += 1
                points = total = leaf(after)
                over = left - room - more
                if over > 0:
                    total += dear * over
                if total < best:
                    best = total
                if left:
                    deeper(place + 1, after, left, room + more, points)

        deeper(0, natural, jokers, 0, at_first)
        tally.steps += steps
        return best

    def _melded(self, natural: int, tally: _Tally) -> Leaf:
        """The least deadwood of parts of these cards, jokers apart."""
        return self._leaf(self._plain.points, self._rainbows(natural), tally)

    def _after_discard(self, natural: int, tally: _Tally) -> Leaf:
        """The least deadwood of parts of these cards, one natural card discarded from them."""
        melded = self._melded(natural, tally)
        least = self._leaf(self._plain.points_after_discard, self._rainbows(natural), tally)

        def checked(rest: int) -> int:
            """Zero may mean that every card is melded and none is left to be discarded."""
            points = least(rest)
            if points:
                return points
            tally.steps += rest.bit_count()
            return min((melded(rest ^ BIT[card]) for card in cards_of(rest)), default=NEVER)

        return checked

    @staticmethod
    def _leaf(plain: Leaf, here: Sequence[int], tally: _Tally) -> Leaf:
        """`plain`, the least over all choices of the rainbow runs that lie `here`; of its steps
        whoever asks counts the first.
        """
        if not here:
            return plain

        def least(rest: int, start: int = 0) -> int:
            best = plain(rest)
            for place in range(start, len(here)):
                if best and here[place] & rest == here[place]:
                    tally.steps += 1
                    best = min(best, least(rest ^ here[place], place + 1))
            return best

        return least
