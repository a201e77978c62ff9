"""Experience points and levels from every finished round, training included (PLAY-32)."""

from dataclasses import dataclass
from math import isqrt

from .results import RoundResult

FOR_A_ROUND = 10
FOR_WINNING_IT = 5
# Level n is reached with STEP · n · (n − 1) points: each level takes a little longer.
STEP = 25


@dataclass(frozen=True, slots=True)
class Level:
    """A level, the points it was reached with, and those the next one needs."""

    number: int
    reached_at: int
    next_at: int
    points: int

    @property
    def permille(self) -> int:
        """How far it is to the next level, of a thousand."""
        return 1000 * (self.points - self.reached_at) // (self.next_at - self.reached_at)


def experience_of(played: RoundResult, seat: int) -> int:
    """What a round that was played to its end is worth to a seat; nothing to who was away."""
    if seat in played.played_for:
        return 0
    return FOR_A_ROUND + (FOR_WINNING_IT if seat in played.winners else 0)


def level_of(points: int) -> Level:
    """The level that this many points have reached; everybody begins on level 1."""
    number = (1 + isqrt(1 + 4 * (max(0, points) // STEP))) // 2
    return Level(number, _needed(number), _needed(number + 1), points)


def _needed(level: int) -> int:
    return STEP * level * (level - 1)
