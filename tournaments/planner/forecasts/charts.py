"""The forecast as pictures, drawn on the server so that they need no script and no style."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 360, 170, 6, 26, 14
LABELS_MAX = 12


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in units of the picture; `label` stands below, `value` above, both may be empty."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    value_y: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars on one scale; `line` are the points of one over them, where something is compared."""

    bars: tuple[Bar, ...]
    highest: int
    line: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    label_y: int = HEIGHT - 8


def bars(
    values: Sequence[int],
    labels: Sequence[str],
    *,
    shown: Sequence[str] = (),
    compared: Sequence[int] = (),
) -> Chart | None:
    """A bar for each value; `compared` is a line on the same scale. None without anything."""
    highest = max([*values, *compared], default=0)
    if not values or highest <= 0:
        return None
    step = (WIDTH - 2 * LEFT) / len(values)
    every = -(-len(values) // LABELS_MAX)
    found = []
    for place, value in enumerate(values):
        height = _height(value, highest)
        x = LEFT + place * step
        y = HEIGHT - BOTTOM - height
        visible = place % every == 0
        found.append(
            Bar(
                x=f"{x + step * 0.12:.1f}",
                y=f"{y:.1f}",
                width=f"{step * 0.76:.1f}",
                height=f"{height:.1f}",
                middle=f"{x + step / 2:.1f}",
                value_y=f"{max(y - 3, 9):.1f}",
                label=labels[place] if visible else "",
                value=(shown[place] if shown else str(value)) if visible else "",
            )
        )
    return Chart(tuple(found), highest, _line(compared, highest, step))


def _height(value: int, highest: int) -> float:
    return (HEIGHT - BOTTOM - TOP) * value / highest


def _line(values: Sequence[int], highest: int, step: float) -> str:
    return " ".join(
        f"{LEFT + (place + 0.5) * step:.1f},{HEIGHT - BOTTOM - _height(value, highest):.1f}"
        for place, value in enumerate(values)
    )


def spread(values: Sequence[int], parts: int = 10) -> tuple[list[int], list[int]]:
    """How many values fall into each of `parts` equal spans, and where the spans begin."""
    if not values:
        return [], []
    lowest, highest = min(values), max(values)
    width = max(1, -(-(highest - lowest + 1) // parts))
    counts = [0] * (-(-(highest - lowest + 1) // width))
    for value in values:
        counts[(value - lowest) // width] += 1
    return counts, [lowest + place * width for place in range(len(counts))]
