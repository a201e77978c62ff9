"""Laying a hand out with jokers: which melds, and what each joker stands for (GIN-6, GIN-S5).

Least deadwood first; among equals the melds on which the fewest of the cards elsewhere could be
laid off, then the cheapest of them.
"""

from collections.abc import Iterator
from typing import Protocol

from games.engine.cards import BIT, FIRST_JOKER, cards_of, laid_as
from games.engine.melding.base import Arrangement, Meld
from games.engine.melding.choices import Option

NATURAL = (1 << FIRST_JOKER) - 1
_STAND_IN = FIRST_JOKER  # any joker, while melds are only compared


class Searched(Protocol):
    """What the search asks of the melder whose hands it lays out."""

    def options(self, natural: int, jokers: int) -> list[Option]:
        """Every meld that these cards and so many jokers can make."""

    def least(self, natural: int, jokers: int) -> int:
        """The least deadwood points of these cards with so many jokers."""

    def value(self, cards: int) -> int:
        """The points of these cards, all unmelded."""

    def reach(self, meld: Meld, cards: int) -> int:
        """Those of the cards that could come to lie on the meld."""


def least_melding(melder: Searched, hand: int, must_meld: int) -> int | None:
    """The least deadwood points with the cards of `must_meld` in melds; None if they cannot."""
    if must_meld.bit_count() > 1:
        found = arrange(melder, hand, must_meld, 0)
        return None if found is None else found.points
    natural, jokers = hand & NATURAL, (hand >> FIRST_JOKER).bit_count()
    return min(
        (
            melder.least(natural ^ option.cards, jokers - option.jokers)
            for option in melder.options(natural, jokers)
            if option.cards & must_meld or (must_meld > NATURAL and option.jokers)
        ),
        default=None,
    )


def arrange(melder: Searched, hand: int, must_meld: int, elsewhere: int) -> Arrangement | None:
    """The best arrangement of the hand; None when `must_meld` cannot all be melded."""
    search = _Search(melder, hand, must_meld, elsewhere)
    search.extend(search.natural, search.jokers, 0, 0, ())
    return None if search.best is None else _laid_out(melder, hand, must_meld, search.best)


class _Search:
    """Depth first over the lowest card left: leave it as deadwood, or lay a meld that holds it."""

    def __init__(self, melder: Searched, hand: int, must_meld: int, elsewhere: int) -> None:
        self.melder = melder
        self.must = must_meld & NATURAL
        self.natural, self.jokers = hand & NATURAL, (hand >> FIRST_JOKER).bit_count()
        self.idle_most = self.jokers - (must_meld >> FIRST_JOKER).bit_count()
        self.best: tuple[Option, ...] | None = None
        self.bound = (10**6, 0, 0)
        if not must_meld:
            self.bound = (melder.least(self.natural, self.jokers), 99, 0)
        self.options: dict[int, list[tuple[int, Option]]] = {}
        for option in melder.options(self.natural, self.jokers):
            low = option.cards & -option.cards
            entry = melder.reach(_shown(option), elsewhere) if elsewhere else 0, option
            self.options.setdefault(low, []).append(entry)
        for listed in self.options.values():
            listed.sort(key=lambda entry: (entry[0].bit_count(), entry[1]))

    def extend(
        self, rest: int, jokers: int, points: int, reach: int, chosen: tuple[Option, ...]
    ) -> None:
        """Go on with what is left, unless what is known to be possible is at least as good."""
        melder = self.melder
        at_least = points + melder.least(rest, jokers)
        if (at_least, reach.bit_count(), melder.value(reach)) >= self.bound:
            return
        if not rest:
            if jokers <= self.idle_most:
                self.bound = (at_least, reach.bit_count(), melder.value(reach))
                self.best = chosen
            return
        low = rest & -rest
        for more, option in self.options.get(low, ()):
            if option.jokers <= jokers and option.cards & rest == option.cards:
                left = jokers - option.jokers
                self.extend(rest ^ option.cards, left, points, reach | more, (*chosen, option))
        if not low & self.must:
            self.extend(rest ^ low, jokers, points + melder.value(low), reach, chosen)


def _shown(option: Option) -> Meld:
    """The meld with the same joker in every place of one, good enough to see what fits on it."""
    return tuple(
        face if option.cards & BIT[face] else laid_as(_STAND_IN, face) for face in option.faces
    )


def _laid_out(
    melder: Searched, hand: int, must_meld: int, chosen: tuple[Option, ...]
) -> Arrangement:
    """The arrangement with the hand's own jokers in their places, those that must lie first."""
    jokers = sorted(cards_of(hand & ~NATURAL), key=lambda joker: not must_meld >> joker & 1)
    free = iter(jokers)
    melds = tuple(tuple(_cards_of_meld(option, free)) for option in sorted(chosen))
    deadwood = hand & NATURAL
    for option in chosen:
        deadwood ^= option.cards
    for joker in free:
        deadwood |= BIT[joker]
    return Arrangement(melds, deadwood, melder.value(deadwood))


def _cards_of_meld(option: Option, free: Iterator[int]) -> Iterator[int]:
    for face in option.faces:
        yield face if option.cards & BIT[face] else laid_as(next(free), face)
