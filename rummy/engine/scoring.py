"""Score sheets: one line per reason and seat, so that every later count can leave lines out."""

from typing import NamedTuple


class ScoreLine(NamedTuple):
    """Points credited to a seat for one reason (`deadwood`, `gin_bonus`, `box_bonus`, …)."""

    seat: int
    reason: str
    points: int


class Tally(NamedTuple):
    """What a seat has at the end, by which ties are broken (PLAY-21).

    `laid` points of melds and lay-offs, `held` points in the hand (ace 11, joker 15), its `cards`.
    """

    laid: int
    held: int
    cards: int


class RoundScore(NamedTuple):
    """How a round ended. `points` is the sum of the lines per seat; `winner` None: nobody won.

    `tallies` by seat, in games whose melds lie on the table.
    """

    reason: str
    winner: int | None
    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    tallies: tuple[Tally, ...] | None = None


def round_score(
    *,
    reason: str,
    winner: int | None,
    seats: int,
    lines: tuple[ScoreLine, ...],
    tallies: tuple[Tally, ...] | None = None,
) -> RoundScore:
    """Add the lines up per seat."""
    points = [0] * seats
    for line in lines:
        points[line.seat] += line.points
    return RoundScore(reason, winner, tuple(points), lines, tallies)
