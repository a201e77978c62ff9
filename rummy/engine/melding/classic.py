"""Melds of one pack: sets of three or four, runs in suit with the ace low (GIN-3).

Exact without search over runs: only the choice of sets branches (few ranks are held three times),
the suits' leftovers after all runs come from `suit_tables`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final

from rummy.engine.cards import PACK, cards_of, mask_of, rank_of
from rummy.engine.melding.base import Arrangement, CardValues, Counted, Meld
from rummy.engine.melding.suit_tables import SUIT, runs_of, suit_tables
from rummy.engine.rules import MeldLaws

Suits = tuple[int, int, int, int]
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four aces; shifted, any rank


class ClassicMelder:
    """See `rummy.engine.melding.Melder`."""

    def __init__(self, laws: MeldLaws, values: CardValues) -> None:
        self.laws = laws
        self.values = values
        tables = suit_tables(values.ranks, laws.run_minimum, laws.cyclic_runs)
        self._left, self._top, self._rest, self._whole, _first = tables
        self._dearest = max(values.ranks)

    def points(self, hand: int) -> int:
        left = self._left
        s = hand & SUIT
        h = hand >> 13 & SUIT
        d = hand >> 26 & SUIT
        c = hand >> 39 & SUIT
        best = left[s] + left[h] + left[d] + left[c]
        triples = (s & h & (d | c)) | (d & c & (s | h))
        if triples and best:
            if triples & (triples - 1) or s & h & d & c:
                for s3, h3, d3, c3 in set_choices(s, h, d, c, triples):
                    best = min(best, left[s3] + left[h3] + left[d3] + left[c3])
            else:  # one set of three: as common as all other choices are rare
                off = ~triples
                best = min(best, left[s & off] + left[h & off] + left[d & off] + left[c & off])
        return best

    def points_after_discard(self, hand: int) -> int:
        left, top = self._left, self._top
        s = hand & SUIT
        h = hand >> 13 & SUIT
        d = hand >> 26 & SUIT
        c = hand >> 39 & SUIT
        thrown = top[s]
        thrown = top[h] if top[h] > thrown else thrown
        thrown = top[d] if top[d] > thrown else thrown
        thrown = top[c] if top[c] > thrown else thrown  # max() takes twice as long
        best = left[s] + left[h] + left[d] + left[c] - thrown
        triples = (s & h & (d | c)) | (d & c & (s | h))
        if not triples or not best:
            return best
        if triples & (triples - 1) or s & h & d & c:
            choices = set_choices(s, h, d, c, triples)
        else:
            off = ~triples
            choices = [(s & off, h & off, d & off, c & off)]
        dearest = self._dearest
        for s, h, d, c in choices:
            points = left[s] + left[h] + left[d] + left[c]
            if points - dearest < best:
                points -= max(top[s], top[h], top[d], top[c])
                best = points if points < best else best
        return best

    def counted(self, hand: int) -> Counted:
        return Counted(self.points(hand), 1)

    def counted_after_discard(self, hand: int) -> Counted:
        return Counted(self.points_after_discard(hand), 1)

    def can_reach(self, hand: int, limit: int) -> bool:
        """Mostly told without trying sets: they cannot take more than every card of their ranks."""
        left = self._left
        s = hand & SUIT
        h = hand >> 13 & SUIT
        d = hand >> 26 & SUIT
        c = hand >> 39 & SUIT
        points = left[s] + left[h] + left[d] + left[c] - self._dearest
        if points > limit:
            triples = (s & h & (d | c)) | (d & c & (s | h))
            if not triples or points - 4 * self._whole[triples] > limit:
                return False
        return self.points_after_discard(hand) <= limit

    def value(self, cards: int) -> int:
        ranks = self.values.ranks
        return sum(ranks[card % 13] for card in cards_of(cards))

    def points_melding(self, hand: int, must_meld: int) -> int | None:
        found = self.arrangements(hand, must_meld)
        return found[0].points if found else None

    def arrangements(
        self, hand: int, must_meld: int = 0, elsewhere: int = 0, taken: int = 0
    ) -> list[Arrangement]:
        s, h, d, c = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39 & SUIT
        triples = (s & h & (d | c)) | (d & c & (s | h))
        found: list[Arrangement] = []
        for suits in ((s, h, d, c), *set_choices(s, h, d, c, triples)):
            points = sum(self._left[suit] for suit in suits)
            if found and points > found[0].points:
                continue
            deadwood = _joined(*(self._rest[suit] for suit in suits))
            if must_meld & deadwood:
                continue
            if found and points < found[0].points:
                found.clear()
            sets = _sets_in(hand & ~_joined(*suits))
            found.append(Arrangement((*sets, *self._runs_in(suits)), deadwood, points))
        return found

    def _runs_in(self, suits: Suits) -> Iterator[Meld]:
        for suit, held in enumerate(suits):
            for rank, length in runs_of(held, self.laws.run_minimum):
                first = suit * 13 + rank
                yield tuple(range(first, first + length))

    def meld(self, cards: Iterable[int]) -> Meld | None:
        listed = sorted(cards)
        if len(set(listed)) != len(listed) or not listed or listed[-1] >= PACK:
            return None
        if len({rank_of(card) for card in listed}) == 1:
            return tuple(listed) if len(listed) >= self.laws.set_minimum else None
        first, last = listed[0], listed[-1]
        is_run = last - first == len(listed) - 1 and first // 13 == last // 13
        return tuple(listed) if is_run and len(listed) >= self.laws.run_minimum else None

    def lay_off(self, meld: Meld, cards: Sequence[int]) -> Meld | None:
        return None if self.meld((*meld, *cards)) is None else tuple(cards)

    def lyings(self, meld: Meld, cards: Sequence[int]) -> Iterator[Meld]:
        laid = self.lay_off(meld, cards)
        return iter(() if laid is None else (laid,))

    def lengthened(self, meld: Meld, cards: Sequence[int]) -> Meld:
        return self.meld((*meld, *cards)) or meld

    def layoffs(self, meld: Meld, cards: int) -> list[int]:
        first, last = meld[0], meld[-1]
        if rank_of(first) == rank_of(last):
            missing = cards & (_RANK << rank_of(first)) & ~mask_of(meld)
            return [0, missing] if missing else [0]
        below = _stretches(cards, range(first - 1, first // 13 * 13 - 1, -1))
        above = _stretches(cards, range(last + 1, last // 13 * 13 + 13))
        return [low | high for low in below for high in above]

    def reach(self, meld: Meld, cards: int) -> int:
        return reduce(or_, self.layoffs(meld, cards))

    def ways(self, meld: Meld, natural: int) -> int:
        return len(self.layoffs(meld, natural))


def _stretches(cards: int, away: Iterable[int]) -> list[int]:
    """The empty choice and each longer stretch of held cards going away from a run's end."""
    choices = [0]
    for card in away:
        if not cards >> card & 1:
            break
        choices.append(choices[-1] | 1 << card)
    return choices


def _joined(s: int, h: int, d: int, c: int) -> int:
    return s | h << 13 | d << 26 | c << 39


def _sets_in(cards: int) -> list[Meld]:
    """Cards taken out of a hand as sets, sorted into their ranks."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    return [cards_of(cards & (_RANK << rank)) for rank in cards_of(ranks)]


def _without_one_set(s: int, h: int, d: int, c: int, bit: int) -> tuple[Suits, ...]:
    """The suits after laying one set of this rank: of three, or of four in five ways."""
    off = ~bit
    whole = (s & off, h & off, d & off, c & off)
    if not s & h & d & c & bit:
        return (whole,)
    s0, h0, d0, c0 = whole
    return (whole, (s, h0, d0, c0), (s0, h, d0, c0), (s0, h0, d, c0), (s0, h0, d0, c))


def set_choices(s: int, h: int, d: int, c: int, triples: int) -> list[Suits]:
    """The suits left after each non-empty choice of sets; `triples` are the ranks held three
    times."""
    choices: list[Suits] = []
    while triples:
        bit = triples & -triples
        triples ^= bit
        for chosen in tuple(choices):
            choices += _without_one_set(*chosen, bit)
        choices += _without_one_set(s, h, d, c, bit)
    return choices
