"""Melds with jokers, runs round the corner and rainbow runs, in any mix (GIN-S2, GIN-S5, GIN-S7).

Exact: at most one meld per joker holds jokers, so every choice of such melds is tried (dearest
first, and no further than it can pay); what is left is melded without jokers, where only sets and
rainbow runs branch and the suits come from tables.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from rummy.engine.cards import BIT, FIRST_JOKER, cards_of
from rummy.engine.melding import identify, laying
from rummy.engine.melding.arranging import arrange, least_melding
from rummy.engine.melding.base import Arrangement, CardValues, Counted, Meld
from rummy.engine.melding.choices import OptionBook
from rummy.engine.melding.classic import ClassicMelder
from rummy.engine.melding.patterns import PatternBook, no_rainbows, rainbow_finder
from rummy.engine.rules import MeldLaws

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
        self._rainbows = rainbow_finder(laws) if laws.rainbow_runs else no_rainbows
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
        best = self._search(natural, jokers, self._after_discard(natural, tally))
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
        points = self._search(natural, jokers, self._melded(natural, tally))
        return Counted(points, tally.steps)

    def _search(self, natural: int, jokers: int, leaf: Leaf) -> int:
        """The least over all choices of melds with jokers; the rest is judged by `leaf`."""
        if not jokers:
            return leaf(natural)
        dear = self.values.joker
        found = self._patterns(natural, jokers)
        best = leaf(natural) + dear * jokers

        def deeper(start: int, rest: int, spare: int, room: int, at_best: int) -> None:
            """Add one more meld with jokers; `at_best` is the least before it, jokers free."""
            nonlocal best
            for place in range(start, len(found)):
                worth, cards, needed, more = found[place]
                if at_best - spare * worth >= best:
                    return
                if needed > spare or cards & rest != cards:
                    continue
                left, after = spare - needed, rest ^ cards
                points = leaf(after)
                total = points + dear * max(0, left - room - more)
                if total < best:
                    best = total
                if left:
                    deeper(place + 1, after, left, room + more, points)

        deeper(0, natural, jokers, 0, leaf(natural))
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
            return min((melded(rest ^ BIT[card]) for card in cards_of(rest)), default=NEVER)

        return checked

    @staticmethod
    def _leaf(plain: Leaf, here: Sequence[int], tally: _Tally) -> Leaf:
        """`plain`, the least over all choices of the rainbow runs that lie `here`."""

        def least(rest: int, start: int = 0) -> int:
            tally.steps += 1
            best = plain(rest)
            for place in range(start, len(here)):
                if best and here[place] & rest == here[place]:
                    best = min(best, least(rest ^ here[place], place + 1))
            return best

        return least
