"""Jokers in melds: which cards of a hand lie in one meld with at least one joker (GIN-S5).

For the least deadwood short melds are enough: a run of six or more splits into two, each with a
natural card at its end. What more jokers a meld could hold is its `room`.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.engine.cards import mask_of
from games.engine.melding.faces import RAINBOW, RANKS, rainbows, subsets
from games.engine.rules import MeldLaws

SPAN = 5  # the longest run needed
ENDLESS = 9  # a run always has room for another joker


class Pattern(NamedTuple):
    """Natural cards that lie in one meld with so many jokers, and the room it has for more."""

    cards: int
    jokers: int
    room: int


def patterns_in(laws: MeldLaws, natural: int, jokers: int) -> set[Pattern]:
    """Every pattern of these cards that takes at most so many jokers."""
    found: set[Pattern] = set()
    for shift in (0, 13, 26, 39):
        suit = natural >> shift & 8191
        if suit:
            for cards, needed in _runs(suit, jokers, laws):
                found.add(Pattern(cards << shift, needed, ENDLESS))
    found.update(_sets(natural))
    if laws.rainbow_runs:
        found.update(_rainbows(laws, natural, jokers))
    return found


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


def _sets(natural: int) -> Iterator[Pattern]:
    """Pairs and triples of a rank with one joker; a card alone is served by a run."""
    s, h, d, c = natural, natural >> 13, natural >> 26, natural >> 39
    shared = s & h | d & (s | h) | c & (s | h | d)
    for rank in range(RANKS):
        if not shared >> rank & 1:
            continue
        same = natural & _RANK << rank
        for cards in subsets(same, 2):
            count = cards.bit_count()
            if count < 4:
                yield Pattern(cards, 1, 3 - count)


_RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39


@cache
def _rainbow_masks(laws: MeldLaws) -> tuple[int, ...]:
    return tuple(mask_of(faces) for faces in rainbows(laws))


def _rainbows(laws: MeldLaws, natural: int, jokers: int) -> Iterator[Pattern]:
    """Two or three cards of a rainbow run; with one alone a run in suit does better."""
    least = max(2, RAINBOW - jokers)
    for mask in _rainbow_masks(laws):
        held = natural & mask
        if held.bit_count() >= least:
            for cards in subsets(held, least):
                if cards != mask:
                    yield Pattern(cards, RAINBOW - cards.bit_count(), 0)
