"""The wallet's history as a small curve, drawn on the server so that it needs no script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, EDGE = 320, 96, 6


@dataclass(frozen=True, slots=True)
class BalanceChart:
    """A polyline in a box of `WIDTH` × `HEIGHT` units, and the two values its height spans."""

    points: str
    area: str
    lowest: int
    highest: int
    last_x: float
    last_y: float


def balance_chart(balances: Sequence[int]) -> BalanceChart | None:
    """The curve of balances from the oldest to the newest; None where there is nothing to see."""
    if len(balances) < 2:
        return None
    lowest, highest = min(balances), max(balances)
    span = max(highest - lowest, 1)
    step = (WIDTH - 2 * EDGE) / (len(balances) - 1)
    places = [
        (EDGE + at * step, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (balance - lowest) / span)
        for at, balance in enumerate(balances)
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    area = f"{EDGE},{HEIGHT} {points} {places[-1][0]:.1f},{HEIGHT}"
    return BalanceChart(points, area, lowest, highest, *places[-1])
