"""Jack, queen and king as half figures around (0, 0), looking up; a card shows each twice, head to head."""

# ruff: noqa: E501 - a path is one word

from typing import Final

SKIN, INK, GOLD, PAPER = (
    "var(--card-skin,#f6dfc4)",
    "var(--card-ink,#1d2521)",
    "var(--card-gold,#d8a742)",
    "var(--card-paper,#fffdf7)",
)

_FACE: Final = (
    f'<path fill="{SKIN}" stroke="{INK}" d="M-8-45v9c0 5 3.6 9.4 8 9.4s8-4.4 8-9.4v-9z"/>'
    f'<path fill="none" stroke="{INK}" d="M-5.4-39.4h3M2.4-39.4h3M0-38.6v4.2h-1.6M-2.4-30.8h4.8"/>'
)


def _robe(suit: str) -> str:
    return (
        f'<path fill="{suit}" stroke="{INK}" d="M-25 0v-8c0-9 8-14.6 17-16.6L0-18l8-6.6C17-22.6 25-17 25-8v8z"/>'
        f'<path fill="{GOLD}" stroke="{INK}" d="M-6 0v-17.6l-3.6-6.2L0-17l9.6-6.8L6-17.6V0z"/>'
        f'<path fill="none" stroke="{PAPER}" stroke-dasharray="1.2 3" stroke-linecap="round" stroke-width="1.6"'
        ' d="M-21.5 0v-8c0-6 5-10.5 11-12.7M21.5 0v-8c0-6-5-10.5-11-12.7"/>'
    )


def _jewels(suit: str) -> str:
    spots = ((0, -2.5), (0, -8), (0, -13.5))
    return "".join(f'<circle cx="{x}" cy="{y}" r="1.5" fill="{suit}"/>' for x, y in spots)


def king(suit: str) -> str:
    """Crown with three points and a beard."""
    return (
        f'<path fill="{INK}" d="M-9.5-46h19v12H-9.5z"/>'
        + _robe(suit)
        + _jewels(suit)
        + _FACE
        + f'<path fill="{INK}" d="M-8.6-36c1.6 3.4 3.4 2.4 4.6.8h8c1.2 1.6 3 2.6 4.6-.8 0 8-3.6 14.5-8.6 14.5S-8.6-28-8.6-36z"/>'
        + f'<path fill="{PAPER}" d="M-2.6-32.6h5.2v1.4h-5.2z"/>'
        + f'<path fill="{GOLD}" stroke="{INK}" d="M-10.5-44-13.5-58l7.2 5.6L0-61.5l6.3 9.1L13.5-58l-3 14z"/>'
        + f'<path fill="none" stroke="{INK}" d="M-10.9-46.6h21.8"/>'
        + f'<circle cy="-50.3" r="2" fill="{suit}"/>'
    )


def queen(suit: str) -> str:
    """Long hair under a crown of pearls, a flower in the hand."""
    pearls = "".join(
        f'<circle cx="{x}" cy="{y}" r="2" fill="{PAPER}" stroke="{INK}"/>'
        for x, y in ((-11, -56), (-5.5, -59), (0, -60), (5.5, -59), (11, -56))
    )
    return (
        f'<path fill="{GOLD}" stroke="{INK}" d="M-11.5-46c-3.5 9-1.5 15-5 24 5 3 10.5 1.5 16.5-1 6 2.5 11.5 4 16.5 1-3.5-9-1.5-15-5-24z"/>'
        + _robe(suit)
        + _jewels(suit)
        + _FACE
        + f'<path fill="{GOLD}" stroke="{INK}" d="M-9-47.5C-3-46 3-46 9-47.5L8.6-40C5-41.5 3-43 0-45c-3 2-5 3.5-8.6 5z"/>'
        + f'<path fill="{suit}" stroke="{INK}" d="M-10.5-46.5-11-54l5.5-3L0-58l5.5 1 5.5 3-.5 7.5c-7 2-14 2-21 0z"/>'
        + pearls
        + f'<path fill="none" stroke="{INK}" d="M18-6c-1-5 0-8 1-11"/>'
        + f'<path fill="{PAPER}" stroke="{INK}" d="M19-22.5c2.5-2 4.5.5 3 2.5 2.5 0 3 3 .5 3.8-.5 2.2-3.5 2-3.8 0-2.2 1-4-1.3-2.5-3-1.8-1.5-.2-4 2.8-3.3z"/>'
    )


def jack(suit: str) -> str:
    """A cap with a feather, short hair, a collar."""
    return (
        f'<path fill="{INK}" d="M-10.5-46h21c1 6 .5 12-2.5 16h-16c-3-4-3.5-10-2.5-16z"/>'
        + _robe(suit)
        + _FACE
        + f'<path fill="{PAPER}" stroke="{INK}" d="M-11-23.5C-7-27-3.5-26.5 0-23c3.5-3.5 7-4 11-.5L5.5-16 0-19.5-5.5-16z"/>'
        + f'<path fill="{suit}" stroke="{INK}" d="M-12-44.5c-3.5-6 1-13.5 9.5-14.5S13.5-55 13-45.5z"/>'
        + f'<path fill="{GOLD}" stroke="{INK}" d="M-12.5-43.5c8-2.5 17-2.5 25.5-.5v-3.5c-8.5-2-17.5-2-25.5.5z"/>'
        + f'<path fill="{PAPER}" stroke="{INK}" d="M9.5-49c2-7 6.5-11.5 13.5-13.5 0 7.5-3.5 13-10.5 16z"/>'
        + f'<path fill="none" stroke="{INK}" d="M11-48.5C13.5-54 17-58 21-61"/>'
    )


FIGURES: Final = {"K": king, "Q": queen, "J": jack}
