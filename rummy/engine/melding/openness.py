"""How much melds invite to lay off, judged without the hand that will lay off (GIN-6).

Jokers are few, so what fits only with the help of one weighs less than what fits without.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol

from rummy.engine.cards import FIRST_JOKER
from rummy.engine.melding.base import Meld

NATURAL: Final = (1 << FIRST_JOKER) - 1


class Open(NamedTuple):
    """The cards that could come to lie on some melds, without a joker's help and in all; and in how
    many ways without one."""

    plain: int = 0
    every: int = 0
    ways: int = 1

    def and_(self, other: "Open") -> "Open":
        """Of both melds together."""
        return Open(self.plain | other.plain, self.every | other.every, self.ways * other.ways)

    def weighed(self, value: Callable[[int], int]) -> tuple[int, ...]:
        """The less, the better to lay: how many cards, their points, and how many ways."""
        plain, every = self.plain, self.every
        return plain.bit_count(), value(plain), self.ways, every.bit_count(), value(every)


NOTHING_OPEN: Final = Open()


class LaysOff(Protocol):
    """What is asked of the melder on whose melds one lays off."""

    def reach(self, meld: Meld, cards: int) -> int:
        """Those of the cards that could come to lie on the meld."""

    def ways(self, meld: Meld, natural: int) -> int:
        """In how many ways natural cards can be laid off on the meld, none at all included."""


def open_to(melder: LaysOff, melds: Iterable[Meld], elsewhere: int) -> Open:
    """How open the melds are to the cards `elsewhere`."""
    found = NOTHING_OPEN
    natural = elsewhere & NATURAL
    for meld in melds:
        plain = melder.reach(meld, natural)
        every = plain if natural == elsewhere else melder.reach(meld, elsewhere)
        found = found.and_(Open(plain, every, melder.ways(meld, natural)))
    return found
