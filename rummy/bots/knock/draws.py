"""What each draw makes of ten cards, where melds need neither jokers nor corners (GIN-3).

Most cards are deadwood whatever they meet. Only those that make a meld with two of the hand are
tried, and for all of them together the sets that may be laid are gone through once.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy.engine.cards import BIT, PACK
from rummy.engine.melding import Melder
from rummy.engine.melding.classic import set_choices
from rummy.engine.melding.suit_tables import SUIT, SuitTables

ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
LOW_ENDS: Final = (1 << PACK) - 1 & ~ACES  # not an ace: what has come up by one rank in its suit
_LOW_TWO: Final = LOW_ENDS & ~(ACES << 1)
HIGH_ENDS: Final = (1 << PACK) - 1 & ~(ACES << 12)
_HIGH_TWO: Final = HIGH_ENDS & ~(ACES << 11)
_NONE_YET: Final = 1_000  # more points than any hand has


class Draws(NamedTuple):
    """Ten cards: their deadwood, that of the best nine of them, the points of all, and each card
    that makes a meld with two of them, with the deadwood after the best discard."""

    points: int
    without_best: int
    value: int
    fitting: list[tuple[int, int]]


# One choice of sets: what is left of the suits, their deadwood, and the dearest card in each.
_Suits = tuple[int, int, int, int]
_Way = tuple[_Suits, int, _Suits]


def draws_of(tables: SuitTables, melder: Melder, rest: int, stock: int) -> Draws:
    """What the cards of the stock make of these ten."""
    left, top, _, whole, _ = tables
    s, h, d, c = rest & SUIT, rest >> 13 & SUIT, rest >> 26 & SUIT, rest >> 39
    both, either = s & h | d & c, (s | h) & (d | c)
    twice, triples = both | either, s & h & (d | c) | d & c & (s | h)
    up, down = rest << 1 & LOW_ENDS, rest >> 1 & HIGH_ENDS
    runs = up & down | up & (rest << 2 & _LOW_TWO) | down & (rest >> 2 & _HIGH_TWO)
    fits = stock & ~rest & (runs | twice * ACES)
    points = left[s] + left[h] + left[d] + left[c]
    tops = top[s], top[h], top[d], top[c]
    without_best = points - max(tops)
    ways: list[_Way] = [((s, h, d, c), points, tops)]
    if triples:
        for suits in set_choices(s, h, d, c, triples):
            a, b, e, f = suits
            held, tops = left[a] + left[b] + left[e] + left[f], (top[a], top[b], top[e], top[f])
            ways.append((suits, held, tops))
            points = held if held < points else points
            held -= max(tops)
            without_best = held if held < without_best else without_best
    found: list[tuple[int, int]] = []
    by_rank: dict[int, int] = {}
    for place in range(4):
        fit = fits >> 13 * place & SUIT
        if not fit:
            continue
        around = _around(left, ways, place, points)
        while fit:
            bit = fit & -fit
            fit ^= bit
            least = points  # the card goes again
            if bit & twice:
                if bit & triples:
                    held = melder.points_after_discard(rest | bit << 13 * place)
                elif bit in by_rank:
                    held = by_rank[bit]
                else:
                    held = by_rank[bit] = melder.points_after_discard(rest & ~(bit * ACES))
                least = held if held < least else least
            for suit, beside, dearest in around:
                suit |= bit
                thrown = top[suit]
                held = beside + left[suit] - (thrown if thrown > dearest else dearest)
                least = held if held < least else least
            found.append((13 * place + bit.bit_length() - 1, least))
    return Draws(points, without_best, whole[s] + whole[h] + whole[d] + whole[c], found)


def _around(
    left: Sequence[int], ways: list[_Way], place: int, points: int
) -> list[tuple[int, int, int]]:
    """For one suit and each way that a card of it may better: what is left of the suit, the
    deadwood of the others, and the dearest card of the others."""
    found = []
    for suits, held, (a, b, e, f) in ways:
        if place < 2:
            dearest, other = e if e > f else f, a if place else b
        else:
            dearest, other = a if a > b else b, e if place == 3 else f
        dearest = other if other > dearest else dearest
        suit = suits[place]
        beside = held - left[suit]
        if beside - dearest < points:
            found.append((suit, beside, dearest))
    return found


def kept_of(tables: SuitTables, hand: int, points: int) -> int:
    """The ten of these eleven cards with so many points, the least there can be, above none.

    What goes is then a dearest card outside of melds; of several that will do, the lowest.
    """
    left, top, first = tables.left, tables.top, tables.first
    s, h, d, c = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    triples = s & h & (d | c) | d & c & (s | h)
    goes = PACK
    for way in ((s, h, d, c), *(set_choices(s, h, d, c, triples) if triples else ())):
        a, b, e, f = way
        dearest = max(top[a], top[b], top[e], top[f])
        if left[a] + left[b] + left[e] + left[f] - dearest != points:
            continue
        for place, suit in enumerate(way):
            if top[suit] == dearest:
                goes = min(goes, 13 * place + first[suit])
                break
    return hand ^ BIT[goes]
