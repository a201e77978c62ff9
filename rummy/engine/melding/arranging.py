"""Laying a hand out with jokers: which melds, and what each joker stands for (GIN-6, GIN-S5).

Least deadwood first; among equals the melds least open to lay-offs, see `Open`; jokers lie for
different cards wherever that costs nothing.
"""

from collections.abc import Iterator
from typing import Final, Protocol

from rummy.engine.cards import BIT, FIRST_JOKER, cards_of, laid_as, mask_of
from rummy.engine.melding.base import Arrangement, Meld
from rummy.engine.melding.choices import Option
from rummy.engine.melding.joker_places import fixed, in_runs, jokers_of, kept_apart
from rummy.engine.melding.openness import NOTHING_OPEN, LaysOff, Open, open_to

NATURAL: Final = (1 << FIRST_JOKER) - 1
_STAND_IN: Final = FIRST_JOKER  # any joker, while melds are only compared


class Searched(LaysOff, Protocol):
    """What the search asks of the melder whose hands it lays out."""

    def options(self, natural: int, jokers: int) -> list[Option]:
        """Every meld that these cards and so many jokers can make."""

    def least(self, natural: int, jokers: int) -> int:
        """The least deadwood points of these cards with so many jokers."""

    def value(self, cards: int) -> int:
        """The points of these cards, all unmelded."""


def least_melding(melder: Searched, hand: int, must_meld: int) -> int | None:
    """The least deadwood points with the cards of `must_meld` in melds; None if they cannot."""
    if must_meld.bit_count() > 1:
        found = arrange(melder, hand, must_meld)
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


def arrange(
    melder: Searched, hand: int, must_meld: int = 0, elsewhere: int = 0, taken: int = 0
) -> Arrangement | None:
    """The best arrangement of the hand; None when `must_meld` cannot all be melded.

    Jokers lie for different cards, and for none of the `taken`, if that leaves no more deadwood.
    """
    found = _Search(melder, hand, must_meld, elsewhere)
    found.extend(found.natural, found.jokers, 0, NOTHING_OPEN, taken, ())
    # Where nothing must be melded the least deadwood is known, and only that is found.
    if (taken or found.jokers > 1) and (found.best is None or must_meld):
        alike = _Search(melder, hand, must_meld, elsewhere)
        # Two runs can always change places with their jokers.
        alike.standing = lambda meld: mask_of(in_runs([meld]))
        alike.extend(alike.natural, alike.jokers, 0, NOTHING_OPEN, 0, ())
        if alike.bound[0] < found.bound[0] or found.best is None:
            found = alike
    return None if found.best is None else _laid_out(melder, hand, must_meld, found.best, taken)


class _Search:
    """Depth first over the lowest card left: leave it as deadwood, or lay a meld that holds it."""

    def __init__(self, melder: Searched, hand: int, must_meld: int, elsewhere: int) -> None:
        self.melder = melder
        self.must = must_meld & NATURAL
        self.natural, self.jokers = hand & NATURAL, (hand >> FIRST_JOKER).bit_count()
        self.idle_most = self.jokers - (must_meld >> FIRST_JOKER).bit_count()
        self.standing = fixed
        self.best: tuple[Option, ...] | None = None
        self.bound: tuple[float, ...] = (10**6,)
        if not must_meld:
            self.bound = (melder.least(self.natural, self.jokers), 99)
        self.elsewhere = elsewhere
        self.opens: dict[Option, Open] = {}
        self.options: dict[int, list[Option]] = {}
        for option in sorted(melder.options(self.natural, self.jokers)):
            self.options.setdefault(option.cards & -option.cards, []).append(option)

    def extend(
        self,
        rest: int,
        jokers: int,
        points: int,
        open_: Open,
        taken: int,
        chosen: tuple[Option, ...],
    ) -> None:
        """Go on with what is left, unless what is known to be possible is at least as good."""
        melder = self.melder
        at_least = points + melder.least(rest, jokers)
        reached = at_least, *open_.weighed(melder.value)
        if reached >= self.bound:
            return
        if not rest:
            if jokers <= self.idle_most and not self._clash(chosen):
                self.bound = reached
                self.best = chosen
            return
        low = rest & -rest
        for option in self.options.get(low, ()):
            left, after = jokers - option.jokers, rest ^ option.cards
            if left < 0 or option.cards & rest != option.cards:
                continue
            if points + melder.least(after, left) > self.bound[0]:
                continue
            standing = self.standing(_shown(option)) if option.jokers else 0
            if not standing & taken:
                also = open_.and_(self._open(option))
                self.extend(after, left, points, also, taken | standing, (*chosen, option))
        if not low & self.must:
            self.extend(rest ^ low, jokers, points + melder.value(low), open_, taken, chosen)

    def _open(self, option: Option) -> Open:
        """How open this meld would be; worked out late, since most are never laid."""
        if option not in self.opens:
            self.opens[option] = (
                open_to(self.melder, [_shown(option)], self.elsewhere)
                if self.elsewhere
                else NOTHING_OPEN
            )
        return self.opens[option]

    def _clash(self, chosen: tuple[Option, ...]) -> bool:
        """Whether sets find no suit for their jokers that no other joker stands for."""
        if self.jokers < 2 or self.standing is not fixed:
            return False
        melds = kept_apart([_shown(option) for option in chosen if option.jokers])
        faces = jokers_of(card for meld in melds for card in meld)
        return len(set(faces)) < len(faces)


def _shown(option: Option) -> Meld:
    """The meld with the same joker in every place of one, good enough to see what fits on it."""
    return tuple(
        face if option.cards & BIT[face] else laid_as(_STAND_IN, face) for face in option.faces
    )


def _laid_out(
    melder: Searched, hand: int, must_meld: int, chosen: tuple[Option, ...], taken: int
) -> Arrangement:
    """The arrangement with the hand's own jokers in their places, those that must lie first."""
    jokers = sorted(cards_of(hand & ~NATURAL), key=lambda joker: not must_meld >> joker & 1)
    free = iter(jokers)
    melds = [tuple(_cards_of_meld(option, free)) for option in sorted(chosen)]
    deadwood = hand & NATURAL
    for option in chosen:
        deadwood ^= option.cards
    for joker in free:
        deadwood |= BIT[joker]
    return Arrangement(kept_apart(melds, taken), deadwood, melder.value(deadwood))


def _cards_of_meld(option: Option, free: Iterator[int]) -> Iterator[int]:
    for face in option.faces:
        yield face if option.cards & BIT[face] else laid_as(next(free), face)
