"""Ten or eleven cards looked up in the tables of their suits: what is loose beside best melds.

Melds of one pack without jokers or corners (GIN-3). Cards are bits as in `rummy.engine.cards`.
"""

from functools import lru_cache

from rummy.bots.knock.draws import ACES, HIGH_ENDS, LOW_ENDS
from rummy.engine.melding.base import CardValues
from rummy.engine.melding.classic import ClassicMelder, set_choices
from rummy.engine.melding.suit_tables import SUIT, suit_tables
from rummy.engine.rules import MeldLaws


class Looking:
    """The tables of one set of card values, and what is read from them again and again."""

    def __init__(self, values: tuple[int, ...]) -> None:
        tables = suit_tables(values, 3)
        self.left = list(tables.left)
        self.melder = ClassicMelder(MeldLaws(), CardValues(values))
        self.rest = list(tables.rest)
        self.values = [values[card % 13] for card in range(52)]
        self.high = [max(0, suit.bit_length() - 1) for suit in range(SUIT + 1)]
        self.low = [max(0, (suit & -suit).bit_length() - 1) for suit in range(SUIT + 1)]
        self.count = [suit.bit_count() for suit in range(SUIT + 1)]

    def points(self, hand: int) -> int:
        """The least deadwood."""
        return self.melder.points(hand)

    def after(self, hand: int) -> int:
        """The least deadwood when the best card has gone."""
        return self.melder.points_after_discard(hand)

    def can_reach(self, hand: int, limit: int) -> bool:
        """Whether so little can be left when the best card has gone."""
        return self.melder.can_reach(hand, limit)

    def loose(self, hand: int) -> int:
        """The cards outside of one choice of best melds."""
        left, rest = self.left, self.rest
        s, h, d, c = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
        best = left[s] + left[h] + left[d] + left[c]
        both, other = s & h, d & c
        triples = both & (d | c) | other & (s | h)
        if triples:
            if triples & (triples - 1) or both & other:
                s0, h0, d0, c0 = s, h, d, c
                for s1, h1, d1, c1 in set_choices(s, h, d, c, triples):
                    points = left[s1] + left[h1] + left[d1] + left[c1]
                    if points < best:
                        best, s0, h0, d0, c0 = points, s1, h1, d1, c1
                s, h, d, c = s0, h0, d0, c0
            else:
                off = SUIT ^ triples
                points = left[s & off] + left[h & off] + left[d & off] + left[c & off]
                if points < best:
                    s, h, d, c = s & off, h & off, d & off, c & off
        return rest[s] | rest[h] << 13 | rest[d] << 26 | rest[c] << 39

    def ranks(self, cards: int) -> int:
        """The ranks there are among these cards, as the mask of a suit."""
        return (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT

    def dearest(self, cards: int) -> int:
        """The cards of the highest rank."""
        return cards & ACES << self.high[self.ranks(cards)]

    def first(self, cards: int) -> int:
        """The lowest card of several, by its number."""
        if cards & 0x3FFFFFF:
            low = cards & SUIT
            return self.low[low] if low else 13 + self.low[cards >> 13 & SUIT]
        low = cards >> 26 & SUIT
        return 26 + self.low[low] if low else 39 + self.low[cards >> 39]

    def size(self, cards: int) -> int:
        """How many cards these are."""
        count = self.count
        return (
            count[cards & SUIT]
            + count[cards >> 13 & SUIT]
            + count[cards >> 26 & SUIT]
            + count[cards >> 39]
        )

    def laid_off(self, melded: int, loose: int) -> int:
        """Of the loose cards those that can be laid off on these melds, one after the other.

        A run is told from a set by its neighbour in suit.
        """
        up, down = melded << 1 & LOW_ENDS, melded >> 1 & HIGH_ENDS
        runs = melded & up & down
        runs |= melded & (runs << 1 & LOW_ENDS | runs >> 1 & HIGH_ENDS)
        ranks = self.ranks(melded & ~runs)
        off = 0
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            off |= loose & rank * ACES
        grown = runs
        while True:
            more = loose & (grown << 1 & LOW_ENDS | grown >> 1 & HIGH_ENDS) & ~grown
            if not more:
                break
            grown |= more
            off |= more
        return off


@lru_cache(maxsize=64)
def looking_by(values: tuple[int, ...]) -> Looking:
    return Looking(values)


class Chance:
    """Numbers from a seed (Park and Miller's): the same compiled and not, small enough for both."""

    def __init__(self, seed: int) -> None:
        self.state = seed % 2147483646 + 1

    def below(self, stop: int) -> int:
        """0 to stop − 1."""
        self.state = self.state * 48271 % 2147483647
        return self.state * stop >> 31

    def shuffled(self, cards: int) -> list[int]:
        """These cards, each as its bit, in any order."""
        order: list[int] = []
        while cards:
            card = cards & -cards
            order.append(card)
            cards ^= card
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def unit(self) -> float:
        """From 0 to below 1."""
        self.state = self.state * 48271 % 2147483647
        return self.state / 2147483647.0
