"""Every meld there is, written out from the book in plain faces (GER-4, GER-5, R500-5, R500-6).

Nothing of the engine's: a face is a suit and a rank, `7h`; a meld a set of faces that natural cards
show and a number of jokers.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

RANKS = "A23456789TJQK"
RUN = RANKS + "A"  # the ace lies low or high
LONGEST = 6  # longer runs are two melds, jokers as they may lie


class Way(NamedTuple):
    """A meld: faces of its natural cards, how many jokers, and what it is worth when laid."""

    faces: tuple[str, ...]
    jokers: int
    points: int


def worth(place: int) -> int:
    """The value of a place of a run: the low ace 1, the high one 11 (GER-6, R500-7)."""
    return 11 if place == 13 else min(place + 1, 10)


@cache
def all_melds(most_jokers: int = 6) -> tuple[Way, ...]:
    """Each choice of faces and jokers once, with the most points it can be worth."""
    best: dict[tuple[tuple[str, ...], int], int] = {}
    for faces, values in _shapes():
        size = len(faces)
        for jokers in range(min(most_jokers, 1 if size == 3 else 2) + 1):
            for wild in combinations(range(size), jokers):
                natural = tuple(sorted(face for at, face in enumerate(faces) if at not in wild))
                known = best.get((natural, jokers), 0)
                best[natural, jokers] = max(known, sum(values))
    return tuple(Way(faces, jokers, points) for (faces, jokers), points in best.items())


def _shapes() -> Iterator[tuple[tuple[str, ...], list[int]]]:
    for suit in "shdc":
        for size in range(3, LONGEST + 1):
            for low in range(15 - size):
                places = range(low, low + size)
                yield tuple(RUN[place] + suit for place in places), [worth(at) for at in places]
    for at, rank in enumerate(RANKS):
        for size in (3, 4):
            for suits in combinations("shdc", size):
                yield tuple(rank + suit for suit in suits), [worth(at or 13)] * size
