"""The strokes everything is drawn with: suits as filled paths around (0, 0), letters as strokes in a 16 × 24 box.

Drawn here and not set as text, because a suit sign in a font may turn into an emoji and a digit into any typeface.
"""

# ruff: noqa: E501 - a path is one word

from typing import Final

SUITS: Final = {
    "s": (
        "M0-15C4-9 14-4.5 14 4a6.7 6.7 0 0 1-12.1 3.9C2.2 10.6 3.4 13 5.4 14.6H-5.4C-3.4 13-2.2 10.6-1.9 7.9"
        "A6.7 6.7 0 0 1-14 4C-14-4.5-4-9 0-15z"
    ),
    "h": "M0 14.5C-4 8.5-14.5 3-14.5-5.2A7.4 7.4 0 0 1 0-7.6 7.4 7.4 0 0 1 14.5-5.2C14.5 3 4 8.5 0 14.5z",
    "d": "M0-15.5C3-9.5 7-4.2 11.8 0 7 4.2 3 9.5 0 15.5-3 9.5-7 4.2-11.8 0-7-4.2-3-9.5 0-15.5z",
    "c": (
        "M-1.9 5.3A6.7 6.7 0 1 1-6.4-4.3 6.8 6.8 0 1 1 6.4-4.3 6.7 6.7 0 1 1 1.9 5.3C2.2 9.4 3.4 12.8 5.4 14.6"
        "H-5.4C-3.4 12.8-2.2 9.4-1.9 5.3z"
    ),
}

LETTERS: Final = {
    "A": "M1 24 8 1l7 23M3.6 16.4h8.8",
    "2": "M1.6 7.4A6.5 6.3 0 0 1 14.5 7c0 5.4-7.2 9.4-13 16.6h13.4",
    "3": "M2 1.2h11.6L7 9.4c4.6-.2 7.6 2.7 7.6 6.9 0 4.6-3.2 7.5-7.1 7.5-3 0-5.2-1.5-6.2-4.1",
    "4": "M11.2 24V1.4L1 17h14.6",
    "5": "M13.6 1.2H3.6L2.4 11.2c1.5-1.4 3-2 5.1-2 4.2 0 7.2 3 7.2 7.2 0 4.6-3.2 7.4-7.2 7.4-3 0-5.2-1.4-6.2-3.9",
    "6": "M12.2 1.2C6 4.4 1.5 9.8 1.5 16.4a6.6 7.3 0 1 0 13.2 0 6.6 7.3 0 1 0-13.2 0",
    "7": "M1.4 1.2h13.2L6 24",
    "8": "M3 6.3a5 5.2 0 1 0 10 0 5 5.2 0 1 0-10 0M1.6 17.6a6.4 6.2 0 1 0 12.8 0 6.4 6.2 0 1 0-12.8 0",
    "9": "M3.8 23.8C10 20.6 14.5 15.2 14.5 8.6a6.6 7.3 0 1 0-13.2 0 6.6 7.3 0 1 0 13.2 0",
    "T": "M-3.4 5 .6 1.4V24M6.4 12.5a5 11.2 0 1 0 10 0 5 11.2 0 1 0-10 0",
    "J": "M4.4 1.2h9v15.4c0 4.6-2.6 7.2-6 7.2-3.2 0-5.6-2-6.2-5.4",
    "Q": "M1.2 12.2a6.8 11 0 1 0 13.6 0 6.8 11 0 1 0-13.6 0M9.4 17.6 15.4 25",
    "K": "M2.2 1v23M14.2 1 2.4 14.6M6.6 10l8.2 14",
    "D": "M2.2 1.2h4.4c5.4 0 8.4 4.4 8.4 11.3s-3 11.3-8.4 11.3H2.2z",
    "B": (
        "M2.2 1.2h5.4c3.7 0 6.1 2 6.1 5.4S11.3 12 7.6 12H2.2zM2.2 12h6c4 0 6.5 2.2 6.5 5.9s-2.5 5.9-6.5 5.9h-6z"
    ),
}

GERMAN_LETTERS: Final = {"Q": "D", "J": "B"}

LEFT, MIDDLE, RIGHT = 40.0, 60.0, 80.0
TOP, BOTTOM = 38.0, 130.0


def _row(part: float) -> float:
    return TOP + (BOTTOM - TOP) * part


def _sides(*parts: float) -> list[tuple[float, float]]:
    return [(x, _row(part)) for part in parts for x in (LEFT, RIGHT)]


def _middle(*parts: float) -> list[tuple[float, float]]:
    return [(MIDDLE, _row(part)) for part in parts]


PIPS: Final[dict[str, list[tuple[float, float]]]] = {
    "A": _middle(0.5),
    "2": _middle(0, 1),
    "3": _middle(0, 0.5, 1),
    "4": _sides(0, 1),
    "5": _sides(0, 1) + _middle(0.5),
    "6": _sides(0, 0.5, 1),
    "7": _sides(0, 0.5, 1) + _middle(0.25),
    "8": _sides(0, 0.5, 1) + _middle(0.25, 0.75),
    "9": _sides(0, 1 / 3, 2 / 3, 1) + _middle(0.5),
    "T": _sides(0, 1 / 3, 2 / 3, 1) + _middle(1 / 6, 5 / 6),
}
