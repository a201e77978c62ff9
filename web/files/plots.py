"""Plots of a player's numbers, worked out on the server so that they need no script.

Everything is in units of one SVG, `WIDTH` × `HEIGHT`, and rounded to a tenth.
"""

from collections.abc import Callable, Sequence

from web.api.payloads import With

WIDTH, HEIGHT = 360, 150
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 8, 10
GRID_LINES = 4
STEPS = (1, 2, 5)


def line_plot(values: Sequence[int]) -> With | None:
    """The values from the oldest to the newest; None where there is nothing to see.

    A line and the ground below it; `lowest` and `highest` are the values', not the grid's.
    """
    if len(values) < 2:
        return None
    height, grid = _scale(min(values), max(values))
    step = (WIDTH - LEFT - RIGHT) / (len(values) - 1)
    places = [(LEFT + at * step, height(value)) for at, value in enumerate(values)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    floor = HEIGHT - BOTTOM
    area = f"{LEFT},{floor} {points} {places[-1][0]:.1f},{floor}"
    x, y = places[-1]
    return With(
        width=WIDTH,
        height=HEIGHT,
        points=points,
        area=area,
        grid=grid,
        lowest=min(values),
        highest=max(values),
        last=values[-1],
        last_x=round(x, 1),
        last_y=round(y, 1),
    )


def bar_plot(values: Sequence[int]) -> With | None:
    """A bar per value, oldest first; None where there are none.

    Each goes from the zero line to its value; those below zero hang from it.
    """
    if not values:
        return None
    height, grid = _scale(min(*values, 0), max(*values, 0))
    room = (WIDTH - LEFT - RIGHT) / max(len(values), 12)
    zero = height(0)
    bars = [
        With(
            x=round(LEFT + at * room + room * 0.15, 1),
            y=round(min(height(value), zero), 1),
            width=round(room * 0.7, 1),
            height=round(max(abs(height(value) - zero), 1.0), 1),
            value=value,
        )
        for at, value in enumerate(values)
    ]
    return With(
        width=WIDTH,
        height=HEIGHT,
        bars=bars,
        grid=grid,
        zero_y=round(zero, 1),
        lowest=min(values),
        highest=max(values),
        mean_tenths=10 * sum(values) // len(values),
    )


def _scale(lowest: int, highest: int) -> tuple[Callable[[int], float], list[With]]:
    """From values to heights; and the grid: lines at `y` on round numbers, with their values."""
    step = _round_step(max(highest - lowest, 1))
    low, high = lowest // step * step, -(-highest // step) * step
    high = high if high > low else low + step

    def height(value: int) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / (high - low)

    values = range(low, high + 1, step)
    return height, [With(y=round(height(value), 1), value=value) for value in values]


def _round_step(span: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that needs no more lines than wished for."""
    tens = 1
    while True:
        for digit in STEPS:
            if span <= digit * tens * GRID_LINES:
                return digit * tens
        tens *= 10
