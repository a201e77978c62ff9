"""Score sheets: one line per reason and seat, so that every later count can leave lines out."""

from typing import NamedTuple


class ScoreLine(NamedTuple):
    """Points credited to a seat for one reason (`deadwood`, `gin_bonus`, `box_bonus`, …)."""

    seat: int
    reason: str
    points: int


class RoundScore(NamedTuple):
    """How a round ended. `points` is the sum of the lines per seat; `winner` None: nobody won."""

    reason: str
    winner: int | None
    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...]


def round_score(
    *, reason: str, winner: int | None, seats: int, lines: tuple[ScoreLine, ...]
) -> RoundScore:
    """Add the lines up per seat."""
    points = [0] * seats
    for line in lines:
        points[line.seat] += line.points
    return RoundScore(reason, winner, tuple(points), lines)
