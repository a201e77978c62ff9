"""The course of simulated tournaments, level by level, and how many are out at once. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.director import Plan
from tournaments.simulation.playing import Report

# Rounds in which so many or more are out are counted together.
AT_ONCE_MAX = 5


@dataclass(frozen=True, slots=True)
class LevelForecast:
    """A level, counted from 1, by the medians of the runs that reached it.

    `starts_ms` after the first card; `tables` and `players` at its beginning; `capped_permille`
    of its payments were limited by a stack (PLAY-22).
    """

    level: int
    pcr: int
    reached: int
    starts_ms: int
    tables: int
    players: int
    capped_permille: int


def by_levels(plan: Plan, reports: Sequence[Report]) -> tuple[LevelForecast, ...]:
    """The levels that at least a tenth of the runs reached, and the first in any case."""
    found = []
    for level in range(max((max(r.levels, default=0) for r in reports), default=0) + 1):
        runs = [report.levels[level] for report in reports if level in report.levels]
        if not runs or (level and 10 * len(runs) < len(reports)):
            continue
        payments = sum(run.payments for run in runs)
        found.append(
            LevelForecast(
                level=level + 1,
                pcr=plan.schedule.pcr(level),
                reached=len(runs),
                starts_ms=median([run.starts_ms for run in runs]),
                tables=median([run.tables for run in runs]),
                players=median([run.players for run in runs]),
                capped_permille=1_000 * sum(r.capped for r in runs) // payments if payments else 0,
            )
        )
    return tuple(found)


def at_once(reports: Sequence[Report]) -> tuple[int, ...]:
    """How many rounds put 1, 2, … `AT_ONCE_MAX` or more players out, over all runs."""
    counts = [0] * AT_ONCE_MAX
    for report in reports:
        for outs in report.outs_by_wave.values():
            counts[min(outs, AT_ONCE_MAX) - 1] += 1
    return tuple(counts)


def median(values: Sequence[int]) -> int:
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2]
