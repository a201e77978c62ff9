"""Plots of a player's numbers, worked out on the server so that they need no script.

Everything is in units of one SVG, `WIDTH` × `HEIGHT`, and rounded to a tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 150
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 8, 10
GRID_LINES = 4
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class GridLine:
    """A horizontal line at `y`, and the value it stands for."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class LinePlot:
    """A line and the ground below it; `lowest` and `highest` are the values', not the grid's."""

    points: str
    area: str
    grid: tuple[GridLine, ...]
    lowest: int
    highest: int
    last: int
    last_x: float
    last_y: float
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the zero line to its value."""

    x: float
    y: float
    width: float
    height: float
    value: int


@dataclass(frozen=True, slots=True)
class BarPlot:
    """A bar for each value, those below zero hanging from the zero line."""

    bars: tuple[Bar, ...]
    grid: tuple[GridLine, ...]
    zero_y: float
    lowest: int
    highest: int
    mean_tenths: int
    width: int = WIDTH
    height: int = HEIGHT


def line_plot(values: Sequence[int]) -> LinePlot | None:
    """The values from the oldest to the newest; None where there is nothing to see."""
    if len(values) < 2:
        return None
    scale = _Scale.over(min(values), max(values))
    step = (WIDTH - LEFT - RIGHT) / (len(values) - 1)
    places = [(LEFT + at * step, scale.y(value)) for at, value in enumerate(values)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    floor = HEIGHT - BOTTOM
    area = f"{LEFT},{floor} {points} {places[-1][0]:.1f},{floor}"
    x, y = places[-1]
    return LinePlot(
        points=points,
        area=area,
        grid=scale.grid(),
        lowest=min(values),
        highest=max(values),
        last=values[-1],
        last_x=round(x, 1),
        last_y=round(y, 1),
    )


def bar_plot(values: Sequence[int]) -> BarPlot | None:
    """A bar per value, oldest first; None where there are none."""
    if not values:
        return None
    scale = _Scale.over(min(*values, 0), max(*values, 0))
    room = (WIDTH - LEFT - RIGHT) / max(len(values), 12)
    zero = scale.y(0)
    bars = tuple(
        Bar(
            x=round(LEFT + at * room + room * 0.15, 1),
            y=round(min(scale.y(value), zero), 1),
            width=round(room * 0.7, 1),
            height=round(max(abs(scale.y(value) - zero), 1.0), 1),
            value=value,
        )
        for at, value in enumerate(values)
    )
    return BarPlot(
        bars=bars,
        grid=scale.grid(),
        zero_y=round(zero, 1),
        lowest=min(values),
        highest=max(values),
        mean_tenths=10 * sum(values) // len(values),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """From values to heights; the grid lies on round numbers `step` apart."""

    low: int
    high: int
    step: int

    @classmethod
    def over(cls, lowest: int, highest: int) -> _Scale:
        step = _round_step(max(highest - lowest, 1))
        low = lowest // step * step
        high = -(-highest // step) * step
        return cls(low, high if high > low else low + step, step)

    def y(self, value: int) -> float:
        part = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part

    def grid(self) -> tuple[GridLine, ...]:
        values = range(self.low, self.high + 1, self.step)
        return tuple(GridLine(round(self.y(value), 1), value) for value in values)


def _round_step(span: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that needs no more lines than wished for."""
    tens = 1
    while True:
        for digit in STEPS:
            if span <= digit * tens * GRID_LINES:
                return digit * tens
        tens *= 10
