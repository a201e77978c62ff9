"""What a lesson is made of: hands and stock in card text, and the moves of everybody in order."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of a lesson.

    `action` is the move as the API writes it, made by `seat`; None is a thing to be read. `says`
    names the coach's words; the moves of others have none. `points_at` are the cards, piles and
    buttons to look at: a card's text, "stock", "discards", or the `data-action` of a button.
    """

    says: str = ""
    action: dict[str, Any] | None = None
    seat: int = 0
    points_at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A round whose cards are known: `stock` from its top, `upcard` where the game turns one up."""

    key: str
    preset: str
    hands: tuple[str, str]
    stock: str
    beats: tuple[Beat, ...]
    upcard: str = ""
    dealer: int = 1
    options: dict[str, Any] = field(default_factory=dict)


def read(says: str, *points_at: str) -> Beat:
    """Something to be read before going on."""
    return Beat(says, points_at=points_at)


def learner(says: str, action: dict[str, Any], *points_at: str) -> Beat:
    return Beat(says, action, 0, points_at)


def other(action: dict[str, Any]) -> Beat:
    return Beat(action=action, seat=1)
