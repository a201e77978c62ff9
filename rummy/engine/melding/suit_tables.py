"""What one suit of a hand is worth when all its runs are laid: 8,192 answers, computed once.

A suit is a 13-bit mask, ace in bit 0. With positive card values laying every stretch of consecutive
ranks that is long enough is never worse than not, so one entry per mask is exact.
"""

from functools import cache
from typing import Final, NamedTuple

SUIT: Final = 8191


class SuitTables(NamedTuple):
    """Per suit mask: points left over, the dearest card left over, the mask left over, the points
    of all of it, and the lowest rank of the dearest cards left over (0 where there are none)."""

    left: tuple[int, ...]
    top: tuple[int, ...]
    rest: tuple[int, ...]
    whole: tuple[int, ...]
    first: tuple[int, ...]


@cache
def runs_of(suit: int, run_minimum: int) -> tuple[tuple[int, int], ...]:
    """(lowest rank, length) of each stretch that makes a run, whole stretches."""
    runs = []
    rank = 0
    while suit >> rank:
        length = 0
        while suit >> (rank + length) & 1:
            length += 1
        if length >= run_minimum:
            runs.append((rank, length))
        rank += length + 1
    return tuple(runs)


@cache
def suit_tables(values: tuple[int, ...], run_minimum: int, cyclic: bool = False) -> SuitTables:
    """The tables for 13 rank values, all of them above zero; `cyclic`: runs go round the corner."""
    rests = tuple(_rest(suit, run_minimum, cyclic) for suit in range(SUIT + 1))
    held = [_values_in(rest, values) for rest in rests]
    top = tuple(max(points, default=0) for points in held)
    return SuitTables(
        tuple(sum(points) for points in held),
        top,
        rests,
        tuple(sum(_values_in(suit, values)) for suit in range(SUIT + 1)),
        tuple(_first_of(rest, most, values) for rest, most in zip(rests, top, strict=True)),
    )


def _first_of(suit: int, value: int, values: tuple[int, ...]) -> int:
    return next((rank for rank in range(13) if suit >> rank & 1 and values[rank] == value), 0)


def _values_in(suit: int, values: tuple[int, ...]) -> list[int]:
    return [values[rank] for rank in range(13) if suit >> rank & 1]


def _rest(suit: int, run_minimum: int, cyclic: bool) -> int:
    """The cards of a suit that lie in no stretch of `run_minimum`."""
    circle = suit | suit << 13 if cyclic else suit
    starts = suit
    for step in range(1, run_minimum):
        starts &= circle >> step
    covered = starts
    for step in range(1, run_minimum):
        covered |= starts << step
    return suit & ~(covered | covered >> 13)
