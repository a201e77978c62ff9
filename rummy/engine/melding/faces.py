"""Every meld there is under some laws, as the cards it shows: sets, runs, rainbow runs."""

from collections.abc import Iterator
from enum import Enum, auto
from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from rummy.engine.cards import face_of, mask_of
from rummy.engine.rules import MeldLaws

RANKS: Final = 13
SUITS: Final = 4
RED = (1, 2)
RAINBOW: Final = 4  # cards in a rainbow run (GIN-S7)


class Kind(Enum):
    """What kind of meld some faces make."""

    SET = auto()
    RUN = auto()
    RAINBOW = auto()


class Faces(NamedTuple):
    """A meld as the cards it shows, in their order on the table."""

    cards: tuple[int, ...]
    mask: int
    kind: Kind


@cache
def all_faces(laws: MeldLaws) -> tuple[Faces, ...]:
    """Every meld of natural cards under these laws."""
    found = [(cards, Kind.SET) for cards in _sets(laws)]
    found += [(cards, Kind.RUN) for cards in _runs(laws)]
    found += [(cards, Kind.RAINBOW) for cards in rainbows(laws)]
    return tuple(Faces(cards, mask_of(cards), kind) for cards, kind in found)


@cache
def rainbows(laws: MeldLaws) -> tuple[tuple[int, ...], ...]:
    """Four consecutive ranks in four suits, red and black in turns (GIN-S7)."""
    if not laws.rainbow_runs:
        return ()
    return tuple(
        tuple(suit * RANKS + (low + step) % RANKS for step, suit in enumerate(suits))
        for low in _lowest_ranks(laws, RAINBOW)
        for suits in permutations(range(SUITS))
        if all((suits[at] in RED) != (suits[at + 1] in RED) for at in range(RAINBOW - 1))
    )


def kind_of(faces: tuple[int, ...]) -> Kind:
    """The kind of a meld known to be one."""
    if faces[0] % RANKS == faces[1] % RANKS:
        return Kind.SET
    return Kind.RUN if faces[0] // RANKS == faces[1] // RANKS else Kind.RAINBOW


def beyond(laws: MeldLaws, run: tuple[int, ...], direction: int) -> list[int]:
    """The cards that follow a run on one end, nearest first: direction 1 above it, -1 below.

    Round the corner where runs go so (GIN-S2), and no card twice.
    """
    end = face_of(run[-1] if direction > 0 else run[0])
    suit, rank = divmod(end, RANKS)
    found = []
    for step in range(1, RANKS - len(run) + 1):
        place = rank + step * direction
        if not laws.cyclic_runs and not 0 <= place < RANKS:
            break
        found.append(suit * RANKS + place % RANKS)
    return found


def _sets(laws: MeldLaws) -> Iterator[tuple[int, ...]]:
    for rank in range(RANKS):
        same = [suit * RANKS + rank for suit in range(SUITS)]
        for size in range(laws.set_minimum, SUITS + 1):
            yield from combinations(same, size)


def _runs(laws: MeldLaws) -> Iterator[tuple[int, ...]]:
    for suit in range(SUITS):
        for length in range(laws.run_minimum, RANKS + 1):
            for low in _lowest_ranks(laws, length):
                yield tuple(suit * RANKS + (low + step) % RANKS for step in range(length))


def _lowest_ranks(laws: MeldLaws, length: int) -> range:
    """Where a run of this length may begin; the full circle begins with the ace."""
    return range(RANKS if laws.cyclic_runs and length < RANKS else RANKS - length + 1)


def subsets(mask: int, size_minimum: int) -> Iterator[int]:
    """The subsets of a mask with at least so many cards, the whole first."""
    part = mask
    while True:
        if part.bit_count() >= size_minimum:
            yield part
        if not part:
            return
        part = (part - 1) & mask
