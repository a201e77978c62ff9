"""The neutral referee of melding: integer programming over every meld there is, solved by SciPy.

Melds are written out from the book in card texts, nothing of the engine's. Many hands are solved
as one program, for they share no variable.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations

import numpy as np

RANKS = "A23456789TJQK"
RED = "hd"
Cards = frozenset[str]


@dataclass(frozen=True)
class Book:
    """Which melds are allowed, and what cards cost as deadwood."""

    cyclic: bool = False
    rainbow: bool = False
    ace: int = 1
    joker: int = 15

    def value(self, card: str) -> int:
        if card[0] == "X":
            return self.joker
        return self.ace if card[0] == "A" else min(RANKS.index(card[0]) + 1, 10)

    def points(self, cards: Iterable[str]) -> int:
        return sum(map(self.value, cards))


@dataclass(frozen=True)
class Way:
    """A choice: these natural cards and so many jokers are no deadwood any more."""

    cards: Cards
    jokers: int
    group: int = -1  # of the ways of one group at most one is chosen


@dataclass
class Question:
    """A hand, the ways to be rid of its cards, and whether one card is discarded first."""

    book: Book
    hand: Cards
    ways: Sequence[Way]
    discard: bool = False
    groups: Sequence[int] = field(default_factory=tuple)

    @property
    def jokers(self) -> int:
        return sum(card[0] == "X" for card in self.hand)

    @property
    def natural(self) -> list[str]:
        return sorted(card for card in self.hand if card[0] != "X")


@cache
def all_runs(cyclic: bool) -> tuple[tuple[str, ...], ...]:
    """Every run, in order."""
    found = []
    for suit in "shdc":
        for size in range(3, 14):
            lows = range(13 if cyclic and size < 13 else 14 - size)
            found += [tuple(RANKS[(low + at) % 13] + suit for at in range(size)) for low in lows]
    return tuple(found)


@cache
def all_rainbows(cyclic: bool) -> tuple[tuple[str, ...], ...]:
    """Four ranks in a row, four suits, red and black in turns."""
    found = []
    for low in range(13 if cyclic else 10):
        for suits in permutations("shdc"):
            colours = [suit in RED for suit in suits]
            if all(one != other for one, other in pairwise(colours)):
                found.append(tuple(RANKS[(low + at) % 13] + suits[at] for at in range(4)))
    return tuple(found)


@cache
def all_melds_in_order(cyclic: bool, rainbow: bool) -> tuple[tuple[str, ...], ...]:
    """Every meld of natural cards, in order on the table."""
    sets = [
        tuple(rank + suit for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations("shdc", size)
    ]
    return (*sets, *all_runs(cyclic), *(all_rainbows(cyclic) if rainbow else ()))


@cache
def all_melds(cyclic: bool, rainbow: bool) -> tuple[Cards, ...]:
    """Every meld of natural cards."""
    return tuple(frozenset(meld) for meld in all_melds_in_order(cyclic, rainbow))


@lru_cache(4096)
def melds_in(book: Book, hand: Cards) -> list[Way]:
    """Every meld these cards can make, jokers in any of its places but one."""
    jokers = sum(card[0] == "X" for card in hand)
    found: dict[Way, None] = {}
    for meld in all_melds(book.cyclic, book.rainbow):
        held = meld & hand
        if not held or len(held) + jokers < len(meld):
            continue
        for size in range(max(1, len(meld) - jokers), len(held) + 1):
            for cards in combinations(sorted(held), size):
                found.setdefault(Way(frozenset(cards), len(meld) - size))
    return list(found)


def deadwood_question(book: Book, hand: Cards, *, discard: bool = False) -> Question:
    return Question(book, hand, melds_in(book, hand), discard)


@dataclass(frozen=True)
class Laid:
    """A knocker's meld: the cards it shows in order, and which of them jokers lie for."""

    faces: tuple[str, ...]
    wild: Cards = frozenset()

    @property
    def is_set(self) -> bool:
        return len({face[0] for face in self.faces}) == 1

    @property
    def is_run(self) -> bool:
        return len({face[1] for face in self.faces}) == 1


def is_meld(book: Book, meld: Laid) -> bool:
    """Whether the cards it shows are a meld, one of them natural."""
    shown = frozenset(meld.faces)
    return shown in _meld_set(book.cyclic, book.rainbow) and meld.wild < shown


@cache
def _meld_set(cyclic: bool, rainbow: bool) -> frozenset[Cards]:
    return frozenset(all_melds(cyclic, rainbow))


def layoff_question(book: Book, hand: Cards, melds: Sequence[Laid]) -> Question:
    """Own melds and lay-offs together: the least that can remain of a hand (GIN-6)."""
    ways = list(melds_in(book, hand))
    for group, meld in enumerate(melds):
        ways += [Way(way.cards, way.jokers, group) for way in fitting(book, hand, meld)]
    return Question(book, hand, ways, groups=range(len(melds)))


def fitting(book: Book, hand: Cards, meld: Laid) -> Iterator[Way]:
    """Every choice of cards that can be laid off on a meld together."""
    jokers = sum(card[0] == "X" for card in hand)
    if meld.is_set:
        own = frozenset(meld.faces) - meld.wild
        missing = sorted({meld.faces[0][0] + suit for suit in "shdc"} - own)
        for cards in _subsets(card for card in missing if card in hand):
            for laid in range(jokers + 1):
                size = len(meld.faces) + laid + max(0, len(cards) - len(meld.wild))
                if size <= 4:
                    yield Way(cards, laid)
        return
    shown = frozenset(meld.faces)
    longer = [frozenset(run) - shown for run in all_runs(book.cyclic) if shown <= frozenset(run)]
    for added in longer if meld.is_run else [frozenset[str]()]:
        for cards in _subsets(added & hand):
            if len(added) - len(cards) <= jokers:
                for covered in _subsets(meld.wild & hand):
                    yield Way(cards | covered, len(added) - len(cards))


def _subsets(cards: Iterable[str]) -> list[Cards]:
    listed = sorted(cards)
    return [
        frozenset(chosen)
        for size in range(len(listed) + 1)
        for chosen in combinations(listed, size)
    ]


def least_points(questions: Sequence[Question]) -> list[int]:
    """The least points that can be left of each hand."""
    builder = _Program()
    for question in questions:
        builder.add(question)
    return builder.solved()


class _Program:
    """Choose ways so that no card is used twice and the value left over is least."""

    def __init__(self) -> None:
        self.gains: list[int] = []
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.amounts: list[int] = []
        self.lower: list[float] = []
        self.upper: list[float] = []
        self.spans: list[tuple[int, int, int]] = []

    def add(self, question: Question) -> None:
        book, first = question.book, len(self.gains)
        row_of = {card: self._row(0, 1) for card in question.natural}
        joker_row = self._row(0, question.jokers)
        group_rows = [self._row(0, 1) for _ in question.groups]
        for way in question.ways:
            rows = [row_of[card] for card in way.cards]
            rows += [group_rows[way.group]] if way.group >= 0 else []
            self._column(book.points(way.cards) + way.jokers * book.joker, rows)
            if way.jokers:
                self._entry(joker_row, way.jokers)
        if question.discard:
            gone = self._row(1, 1)
            for card, row in row_of.items():
                self._column(book.value(card), [row, gone])
            if question.jokers:
                self._column(book.joker, [joker_row, gone])
        self.spans.append((book.points(question.hand), first, len(self.gains)))

    def _row(self, lower: float, upper: float) -> int:
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.lower) - 1

    def _column(self, gain: int, rows: list[int]) -> None:
        self.gains.append(gain)
        for row in rows:
            self._entry(row, 1)

    def _entry(self, row: int, amount: int) -> None:
        self.rows.append(row)
        self.columns.append(len(self.gains) - 1)
        self.amounts.append(amount)

    def solved(self) -> list[int]:
        if not self.gains:
            return [points for points, _, _ in self.spans]
        # Half a second, which no other process of a run needs to spend.
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        shape = (len(self.lower), len(self.gains))
        matrix = csr_array((self.amounts, (self.rows, self.columns)), shape=shape)
        gains = np.array(self.gains, dtype=float)
        answer = milp(
            -gains,
            constraints=LinearConstraint(matrix, self.lower, self.upper),
            integrality=np.ones(len(gains)),
            bounds=Bounds(0, 1),
            options={"mip_rel_gap": 0},
        )
        assert answer.success, answer.message
        chosen = np.rint(answer.x) * gains
        return [points - round(chosen[start:end].sum()) for points, start, end in self.spans]
