"""The melds a hand holds, as a finite list: what buttons offer and dice choose from.

Listed are all sets and the runs of three to five cards, once for each choice of places: of two
copies of a card the first pack's, of several jokers the lowest. Longer runs are made of shorter
ones, or by laying off. The best of all melds is a question for `games.engine.tabling.solving`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.engine.cards import PACK, laid_as
from games.engine.tabling.figures import (
    PLACES,
    Figure,
    Meld,
    MeldRules,
    figure_of,
    place_face,
    set_face,
)

LONGEST_RUN = 5
_SUIT = 8191


class _Pattern(NamedTuple):
    """The places (of a run) or suits (of a set) that natural cards take, and jokers."""

    natural: tuple[int, ...]
    wild: tuple[int, ...]


def melds_in(hand: int, jokers: Sequence[int], rules: MeldRules) -> list[Figure]:
    """The melds of the natural cards in this hand (a mask) and these jokers."""
    copies = hand & ((1 << 2 * PACK) - 1)
    faces = copies | copies >> PACK
    limits = (rules.jokers_in_three, rules.jokers_in_longer)
    melds: list[Meld] = []
    for suit in range(4):
        present = faces >> 13 * suit & _SUIT
        for pattern in _runs(present, len(jokers), limits) if present else ():
            natural = [_held(hand, place_face(place, suit)) for place in pattern.natural]
            wild = [place_face(place, suit) for place in pattern.wild]
            melds.append(_meld(natural, wild, jokers))
    for rank in range(13):
        suits = tuple(suit for suit in range(4) if faces >> set_face(rank, suit) & 1)
        for pattern in _sets(suits, len(jokers), limits) if len(suits) > 1 else ():
            natural = [_held(hand, set_face(rank, suit)) for suit in pattern.natural]
            melds.append(_meld(natural, [set_face(rank, suit) for suit in pattern.wild], jokers))
    return [figure for meld in melds if (figure := figure_of(meld)) is not None]


def _held(hand: int, face: int) -> int:
    """The copy of this card that the hand holds, the first pack's before the second's."""
    return face if hand >> face & 1 else face + PACK


def _meld(natural: list[int], wild: list[int], jokers: Sequence[int]) -> Meld:
    laid = [laid_as(joker, face) for joker, face in zip(jokers, wild, strict=False)]
    return tuple(sorted([*natural, *laid], key=_by_face))


def _by_face(laid: int) -> int:
    return (laid >> 7) - 1 if laid > 127 else laid % PACK


@lru_cache(maxsize=16_384)
def _runs(present: int, jokers: int, limits: tuple[int, int]) -> tuple[_Pattern, ...]:
    """The runs of a suit whose cards are these (a mask by rank, the ace low and high)."""
    places = present | (present & 1) << 13
    return tuple(_windows(places, jokers, limits))


def _windows(places: int, jokers: int, limits: tuple[int, int]) -> Iterator[_Pattern]:
    for size in range(3, LONGEST_RUN + 1):
        allowed = min(jokers, limits[size > 3])
        for first in range(PLACES - size + 1):
            window = range(first, first + size)
            natural = tuple(place for place in window if places >> place & 1)
            if size - len(natural) <= allowed and len(natural) > 1:
                yield _Pattern(natural, tuple(p for p in window if p not in natural))


@lru_cache(maxsize=256)
def _sets(suits: tuple[int, ...], jokers: int, limits: tuple[int, int]) -> tuple[_Pattern, ...]:
    """The sets of a rank of which these suits are held."""
    return tuple(
        _Pattern(natural, missing[: size - naturals])
        for naturals in range(2, len(suits) + 1)
        for natural in combinations(suits, naturals)
        for missing in [tuple(suit for suit in range(4) if suit not in natural)]
        for size in range(max(3, naturals), 5)
        if size - naturals <= min(jokers, limits[size > 3])
    )
