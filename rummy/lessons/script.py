"""What a lesson is made of: hands and stock in card text, everybody's moves; and each lesson."""

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


# Melds and deadwood, the discard that fits, and the knock, in two turns (GIN-2 to GIN-8).
GIN = Lesson(
    key="gin",
    preset="gin_palast",
    options={"point_limit": None},
    hands=("7s 7h 7d 4c 5c 9h Th Kd Qs 2s", "3s 3h 3d Jc Qc Kc 8h 6s 7c Ah"),
    upcard="5h",
    stock="6c 2d",
    beats=(
        read("melds", "7s", "7h", "7d"),
        read("deadwood"),
        learner("draw", {"type": "draw_stock"}, "stock"),
        learner("discard_high", {"type": "discard", "card": "Kd"}, "Kd", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "discard", "card": "8h"}),
        learner("take", {"type": "take_upcard"}, "discards"),
        learner("knock", {"type": "knock", "card": "Qs"}, "Qs", "knock"),
        other({"type": "answer"}),
        read("counted"),
    ),
)


# Forty points, a joker, laying off, going out, in two turns (GER-4 to GER-10).
GERMAN = Lesson(
    key="german_romme",
    preset="german_romme",
    hands=(
        "Th Jh Qh 5s 5d 5h 2c 4c X1 Ks 8d 9d 4h",
        "7d Js2 Qs2 Ks2 4s 4d 4c2 2s 6h 8c 9s Jd Ah2 Td2",
    ),
    stock="3h 9c",
    beats=(
        read("aim"),
        read("forty"),
        other({"type": "discard", "card": "7d"}),
        learner("take", {"type": "take_discard"}, "discards"),
        learner("lay", {"type": "lay_meld", "cards": ["Th", "Jh", "Qh"]}, "Th", "Jh", "Qh"),
        learner("lay_second", {"type": "lay_meld", "cards": ["5s", "5h", "5d"]}, "5s", "5h", "5d"),
        learner("lay_run", {"type": "lay_meld", "cards": ["7d", "8d", "9d"]}, "7d", "8d", "9d"),
        learner("joker", {"type": "lay_meld", "cards": ["2c", "X1=3c", "4c"]}, "2c", "4c", "X1"),
        learner("discard", {"type": "discard", "card": "Ks"}, "Ks", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "lay_meld", "cards": ["Js2", "Qs2", "Ks2"]}),
        other({"type": "lay_meld", "cards": ["4s", "4d", "4c2"]}),
        other({"type": "discard", "card": "2s"}),
        learner("draw", {"type": "draw_stock"}, "stock"),
        learner("lay_off", {"type": "lay_off", "card": "4h", "meld": 5}, "4h"),
        learner("out", {"type": "discard", "card": "9c"}, "9c", "discard"),
        read("counted"),
    ),
)


# Points for what lies, a draw deep into the pile, in three turns (R500-3 to R500-9).
FIVE_HUNDRED = Lesson(
    key="romme_500",
    preset="romme_500",
    hands=("8s 9s Qh Qd 3c 6d Kc", "7s Kh Kd Ks 5h 2d 9c"),
    upcard="Ts",
    stock="Qc Jc 4h Qs",
    beats=(
        read("aim"),
        learner("draw", {"type": "draw_stock"}, "stock"),
        learner("lay", {"type": "lay_meld", "cards": ["Qh", "Qd", "Qc"]}, "Qh", "Qd", "Qc"),
        learner("discard", {"type": "discard", "card": "3c"}, "3c", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "discard", "card": "7s"}),
        learner("deep", {"type": "take_discard", "card": "Ts"}, "discards"),
        learner(
            "lay_run",
            {"type": "lay_meld", "cards": ["7s", "8s", "9s", "Ts"]},
            "8s",
            "9s",
            "7s",
            "Ts",
        ),
        learner("discard_again", {"type": "discard", "card": "6d"}, "6d", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "lay_meld", "cards": ["Kh", "Kd", "Ks"]}),
        other({"type": "discard", "card": "5h"}),
        learner("draw_again", {"type": "draw_stock"}, "stock"),
        learner("lay_off", {"type": "lay_off", "card": "Kc", "meld": 2}, "Kc"),
        learner("lay_off_own", {"type": "lay_off", "card": "Qs", "meld": 0}, "Qs"),
        learner("out", {"type": "discard", "card": "3c"}, "3c", "discard"),
        read("counted"),
    ),
)
