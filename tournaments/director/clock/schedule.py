"""Levels: how the point-chip ratio grows, by rounds or by the clock (PLAY-24).

Ratios are whole numbers, because players reckon with them. Each level's is the one before times
the growth, from the exact product, rounded half up, and at least one more than before: a level
that changes nothing is no level.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from tournaments.director.errors import InvalidPlan, require_within

PCR_MAX = 10**9
# A round counts as 1/tables at each table; whole numbers keep the sum exact enough to end levels.
MICRO = 1_000_000
DAY_MS = 24 * 60 * 60_000
# Shorter levels would come faster than anybody can play, and than a forecast can follow.
LEVEL_MS_MIN = 10_000
LEVELS_MAX = ROUNDS_MAX = 1_000


@dataclass(frozen=True, slots=True)
class Schedule:
    """A first ratio (chips per point), its growth as a fraction, and how long a level lasts.

    Exactly one of `rounds` and `level_ms` is given, the other is None. A break of `break_ms`
    follows every `break_every` levels; 0 means never.
    """

    first_pcr: int = 2
    growth: tuple[int, int] = (3, 2)
    rounds: int | None = 3
    level_ms: int | None = None
    break_every: int = 0
    break_ms: int = 0
    key: str = field(default="own", compare=False)

    def __post_init__(self) -> None:
        over, under = self.growth
        if not 1 <= self.first_pcr <= PCR_MAX:
            raise InvalidPlan("ratio_out_of_range", rule="PLAY-24", pcr=self.first_pcr)
        if under < 1 or over <= under or over > 100 * under:
            raise InvalidPlan("schedule_does_not_grow", rule="PLAY-24", growth=f"{over}/{under}")
        if (self.rounds is None) == (self.level_ms is None):
            raise InvalidPlan("level_length_unclear", rule="PLAY-24")
        if (self.rounds or self.level_ms or 0) < 1 or min(self.break_every, self.break_ms) < 0:
            raise InvalidPlan("level_length_unclear", rule="PLAY-24")
        require_within(
            "PLAY-24",
            {
                "level_ms": (self.level_ms or LEVEL_MS_MIN, LEVEL_MS_MIN, 7 * DAY_MS),
                "rounds": (self.rounds or 1, 1, ROUNDS_MAX),
                "break_every": (self.break_every, 0, LEVELS_MAX),
                "break_ms": (self.break_ms, 0, DAY_MS),
            },
        )

    def pcr(self, level: int) -> int:
        """Chips per point at `level`, counted from 0."""
        return _ratios(self.first_pcr, self.growth, level)[-1]

    def round_of(self, level_micro: int) -> int:
        """Which round of a level is played, from 1, by the rounds dealt at it in millionths.

        Tables may be at different rounds: it is the mean of them.
        """
        return max(1, min((level_micro + MICRO // 2) // MICRO, self.rounds or 1))

    def breaks_after(self, level: int) -> bool:
        """Whether the level ends with a break."""
        return bool(self.break_every and self.break_ms and (level + 1) % self.break_every == 0)


@lru_cache(maxsize=512)
def _ratios(first: int, growth: tuple[int, int], level: int) -> tuple[int, ...]:
    over, under = growth
    ratios = [first]
    top, bottom = first, 1
    for _ in range(level):
        if ratios[-1] >= PCR_MAX:
            break
        top, bottom = top * over, bottom * under
        ratios.append(min(PCR_MAX, max(ratios[-1] + 1, (2 * top + bottom) // (2 * bottom))))
    return tuple(ratios)


TURBO = Schedule(2, (2, 1), rounds=3, key="turbo")
STANDARD = Schedule(2, (3, 2), rounds=3, key="standard")
DEEP = Schedule(2, (5, 4), rounds=2, key="deep")
SCHEDULES = {schedule.key: schedule for schedule in (TURBO, STANDARD, DEEP)}


def share_of_round(tables: int) -> int:
    """What one table's finished round adds to the tournament's count of rounds, in millionths.

    Rounded up, so that a round at every table is never less than a whole one.
    """
    return -(-MICRO // max(1, tables))
