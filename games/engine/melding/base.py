"""The words of melding, and the one interface every meld search offers."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

Meld = tuple[int, ...]  # cards in their order on the table: a run ascending, a set by suit


class CardValues(NamedTuple):
    """Points of a card as deadwood: by rank from ace to king (GIN-4)."""

    ranks: tuple[int, ...]


class Arrangement(NamedTuple):
    """A hand laid out: melds, the mask of cards left over, and their points."""

    melds: tuple[Meld, ...]
    deadwood: int
    points: int


class Melder(Protocol):
    """Answers every question about melds under one set of laws. Hands are bit masks."""

    def points(self, hand: int) -> int:
        """The least deadwood points of the hand."""

    def points_after_discard(self, hand: int) -> int:
        """The least deadwood points the hand can have after discarding any one card."""

    def value(self, cards: int) -> int:
        """The points of these cards, all unmelded."""

    def arrangements(self, hand: int, must_meld: int = 0) -> list[Arrangement]:
        """Every arrangement with the least deadwood, the cards of `must_meld` lying in melds.

        Empty when those cards cannot all be melded.
        """

    def meld(self, cards: Iterable[int]) -> Meld | None:
        """These cards as a meld in its order on the table; None when they are none."""

    def extend(self, meld: Meld, cards: Iterable[int]) -> Meld | None:
        """The meld with these cards laid off on it (never split, GIN-6); None if they don't fit."""

    def layoffs(self, meld: Meld, cards: int) -> list[int]:
        """Each choice, as a mask, of these cards that could be laid off on the meld together.

        Includes the empty choice.
        """
