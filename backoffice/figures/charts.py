"""Small charts as points in a box, drawn by the page as SVG: no script, no style of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 70


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines of points in a box of `WIDTH` × `HEIGHT`; a gap where nothing was counted."""

    lines: tuple[str, ...]
    most: float
    last: float | None


def chart(places: Sequence[int], values: Sequence[float | None], width: int) -> Chart:
    """The values at their places from 0 to `width`; what is missing interrupts the line."""
    known = [value for value in values if value is not None]
    most = max([1.0, *known])
    lines: list[list[str]] = [[]]
    before: int | None = None
    for place, value in zip(places, values, strict=True):
        if value is None or (before is not None and place - before > 3):
            lines.append([])
        if value is not None:
            x = WIDTH * place / width
            y = HEIGHT - (HEIGHT - 4) * value / most
            lines[-1].append(f"{x:.1f},{y:.1f}")
            before = place
    drawn = tuple(" ".join(line) for line in lines if line)
    return Chart(drawn, most, known[-1] if known else None)


def bars(values: Sequence[int]) -> list[tuple[float, float, float]]:
    """(x, y, height) of a bar for each value, side by side over the whole width."""
    most = max([1, *values])
    step = WIDTH / max(1, len(values))
    heights = [(HEIGHT - 4) * value / most for value in values]
    return [(at * step, HEIGHT - height, height) for at, height in enumerate(heights)]
