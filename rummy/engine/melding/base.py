"""The words of melding, and the one interface every meld search offers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

# Laid cards in their order on the table: a run ascending, a set by suit. A joker lies for a card,
# see `rummy.engine.cards`.
Meld = tuple[int, ...]


class CardValues(NamedTuple):
    """Points of a card as deadwood: by rank from ace to king (GIN-4), and of a joker (GIN-S5)."""

    ranks: tuple[int, ...]
    joker: int = 0


class Arrangement(NamedTuple):
    """A hand laid out: melds, the mask of cards left over, and their points."""

    melds: tuple[Meld, ...]
    deadwood: int
    points: int


class Counted(NamedTuple):
    """Points, and the steps that finding them takes: the same each time, remembered or not.

    A step is about as much work as melding some cards without jokers; some five microseconds.
    """

    points: int
    steps: int


class Melder(Protocol):
    """Answers every question about melds under one set of laws. Hands are bit masks."""

    def points(self, hand: int) -> int:
        """The least deadwood points of the hand."""

    def points_after_discard(self, hand: int) -> int:
        """The least deadwood points the hand can have after discarding any one card."""

    def counted(self, hand: int) -> Counted:
        """`points` with its steps."""

    def counted_after_discard(self, hand: int) -> Counted:
        """`points_after_discard` with its steps."""

    def can_reach(self, hand: int, limit: int) -> bool:
        """Whether the hand has at most so many deadwood points after discarding some card."""

    def points_melding(self, hand: int, must_meld: int) -> int | None:
        """The least deadwood points with the cards of `must_meld` in melds; None if they cannot."""

    def value(self, cards: int) -> int:
        """The points of these cards, all unmelded."""

    def arrangements(
        self, hand: int, must_meld: int = 0, elsewhere: int = 0, taken: int = 0
    ) -> list[Arrangement]:
        """Arrangements with the least deadwood, the cards of `must_meld` lying in melds.

        All that are worth choosing between: among them is one that is least open to the cards
        `elsewhere`, see `Open`. Its jokers lie for different cards, and for none of the `taken`,
        if that leaves no more deadwood. Empty when `must_meld` cannot all be melded.
        """

    def meld(self, cards: Iterable[int]) -> Meld | None:
        """These cards as a meld in its order on the table; None when they are none.

        A joker not laid yet gets its card: the one its place in a run tells, else one that fits.
        """

    def lay_off(self, meld: Meld, cards: Sequence[int]) -> Meld | None:
        """These cards as they lie on the meld when laid off together (never split, GIN-6).

        None when they do not fit.
        """

    def lyings(self, meld: Meld, cards: Sequence[int]) -> Iterator[Meld]:
        """Every way these cards can lie on the meld: jokers may lie for one card or another."""

    def lengthened(self, meld: Meld, cards: Sequence[int]) -> Meld:
        """The meld after these cards, lying as `lay_off` told, have come onto it."""

    def layoffs(self, meld: Meld, cards: int) -> list[int]:
        """Each choice, as a mask, of these cards that could be laid off on the meld together.

        Includes the empty choice.
        """

    def reach(self, meld: Meld, cards: int) -> int:
        """Those of the cards that could come to lie on the meld in one choice or another."""

    def ways(self, meld: Meld, natural: int) -> int:
        """In how many ways natural cards can be laid off on the meld, none at all included."""
