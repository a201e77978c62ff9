"""What a meld on the table is (*Figur*): a set or a run, jokers with the card they stand for.

A meld is a tuple of laid cards (`rummy.engine.cards`): `7h`, the second pack's `7h2`, or a joker
with the card it lies for, `X1=7h`; that card is named without its pack. A run lies from its lowest
place to its highest, a set in the order of the suits: equal melds are equal tuples.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from rummy.engine.cards import (
    FIRST_JOKER,
    PACK,
    face_of,
    held_of,
    is_joker,
    laid_as,
    rank_of,
    suit_of,
)

Meld = tuple[int, ...]

PLACES: Final = 14  # of a run: low ace, two … king, high ace (GER-4)
HIGH_ACE: Final = 13
_SMALLEST: Final = 3


class Kind(StrEnum):
    """A set (one rank, different suits) or a run (one suit, consecutive)."""

    SET = "set"
    RUN = "run"


class MeldRules(NamedTuple):
    """How many jokers a meld may hold, and what a card is worth at each place of a run.

    A set's card is worth what it is at its rank's place, its ace as a high ace (GER-6, R500-7).
    """

    jokers_in_three: int = 1
    jokers_in_longer: int = 2
    place_values: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)

    def jokers_allowed(self, size: int) -> int:
        """The most jokers a meld of this many cards may hold (GER-5, R500-6)."""
        return self.jokers_in_three if size <= _SMALLEST else self.jokers_in_longer

    def allow(self, figure: "Figure") -> bool:
        """Whether the meld holds no more jokers than it may."""
        return figure.jokers <= self.jokers_allowed(len(figure.cards))

    def worth(self, kind: Kind, place: int) -> int:
        """What a card is worth in a set of this rank, or at this place of a run."""
        return self.place_values[HIGH_ACE if kind is Kind.SET and place == 0 else place]

    def points(self, figure: "Figure") -> int:
        """The value of all its cards, a joker's that of the card it stands for."""
        size = len(figure.cards)
        if figure.kind is Kind.SET:
            return size * self.worth(Kind.SET, figure.first)
        return sum(self.place_values[figure.first : figure.first + size])

    def value_of(self, figure: "Figure", laid: int) -> int:
        """What this one of its cards is worth where it lies."""
        return self.worth(figure.kind, figure.place_of(laid))


class Figure(NamedTuple):
    """A meld understood.

    `cards` lie in canonical order. `first` is a set's rank (0 ace … 12 king) or the place of a
    run's lowest card (0 low ace … 13 high ace); `suit` a run's suit, -1 for a set.
    """

    kind: Kind
    first: int
    suit: int
    cards: Meld
    jokers: int

    @property
    def last(self) -> int:
        """The place of a run's highest card; a set's rank."""
        return self.first + (len(self.cards) - 1 if self.kind is Kind.RUN else 0)

    @property
    def missing_suits(self) -> tuple[int, ...]:
        """The suits for which a set holds no natural card: a joker in it stands for any of them."""
        natural = {suit_of(card) for card in self.cards if card < FIRST_JOKER}
        return tuple(suit for suit in range(4) if suit not in natural)

    def place_of(self, laid: int) -> int:
        """A set's rank, or the place at which this card of a run lies."""
        return self.first + (self.cards.index(laid) if self.kind is Kind.RUN else 0)


def place_face(place: int, suit: int) -> int:
    """The card of a run's place, without its pack."""
    return suit * 13 + place % 13


def set_face(rank: int, suit: int) -> int:
    """The card of this rank and suit, without its pack."""
    return suit * 13 + rank


def suited(laid: int) -> int:
    """The card it lies for, without its pack: equal for both packs' copies."""
    return face_of(laid) % PACK


@lru_cache(maxsize=65_536)
def figure_of(cards: Meld) -> Figure | None:
    """The meld these cards make, in whatever order they come; None when they are none.

    Every joker must name its card. How many jokers are allowed is for `MeldRules.allow`. Where an
    ace could lie at either end (a run of thirteen) it lies where it was named, first or last.
    """
    held = {held_of(card) for card in cards}
    if len(cards) < _SMALLEST or len(held) < len(cards):
        return None
    if any(is_joker(face_of(card)) for card in cards):
        return None
    named = tuple(_without_pack(card) for card in cards)
    if len({rank_of(face_of(card)) for card in named}) == 1:
        return _set_of(named)
    if len({suit_of(face_of(card)) for card in named}) == 1:
        return _run_of(named)
    return None


def _without_pack(card: int) -> int:
    face = face_of(card)
    return laid_as(held_of(card), face % PACK) if face != card and face >= PACK else card


def _jokers_in(cards: Sequence[int]) -> int:
    return sum(card >= FIRST_JOKER for card in cards)


def _set_of(cards: Meld) -> Figure | None:
    if len({suit_of(face_of(card)) for card in cards}) < len(cards):
        return None
    ordered = tuple(sorted(cards, key=lambda card: suit_of(face_of(card))))
    return Figure(Kind.SET, rank_of(face_of(cards[0])), -1, ordered, _jokers_in(cards))


def _run_of(cards: Meld) -> Figure | None:
    for ordered in _orders(cards):
        first = rank_of(face_of(ordered[0]))
        places = range(first, first + len(ordered))
        if places.stop <= PLACES and all(
            rank_of(face_of(card)) == place % 13
            for card, place in zip(ordered, places, strict=True)
        ):
            return Figure(Kind.RUN, first, suit_of(face_of(cards[0])), ordered, _jokers_in(cards))
    return None


def _orders(cards: Meld) -> list[Meld]:
    """The cards by rank, aces first or last; as they were named, where both would do."""
    aces = [card for card in cards if rank_of(face_of(card)) == 0]
    others = sorted(
        (card for card in cards if rank_of(face_of(card))), key=lambda card: rank_of(face_of(card))
    )
    if len(aces) == 2:
        return [(aces[0], *others, aces[1])]
    low, high = (*aces, *others), (*others, *aces)
    return [high, low] if rank_of(face_of(cards[-1])) == 0 else [low, high]
