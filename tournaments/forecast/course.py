"""The course of simulated tournaments, level by level, and how many are out at once. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made

from tournaments.director import commands as order
from tournaments.simulation.arena import Arena

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


@dataclass(slots=True)
class Seen:
    """One level in one run."""

    starts_ms: int
    tables: int
    players: int
    payments: int = 0
    capped: int = 0


@dataclass(slots=True)
class Course:
    """What one run showed; told every command before it is carried out."""

    arena: Arena
    levels: dict[int, Seen] = made(default_factory=dict)
    dealt_at: dict[int, int] = made(default_factory=dict)
    decided: bool = True

    def see(self, command: order.Command) -> None:
        clock = self.arena.clock
        match command:
            case order.StartRounds(level=level, pcr=pcr) if pcr not in self.dealt_at:
                field = self.arena.field
                self.levels[level] = Seen(clock.now_ms, field.tables, field.alive)
                self.dealt_at[pcr] = level
            case order.Settle(entries=entries, winners=winners):
                # A round belongs to the level at which it was dealt.
                seen = self.levels[self.dealt_at[dict(command.reason.facts)["pcr"]]]
                seen.payments += len(entries) - len(winners)
                seen.capped += dict(command.reason.facts)["capped"]
            case order.Finish() if command.reason.code == "max_rounds_played":
                self.decided = False


def by_levels(courses: Sequence[Course]) -> tuple[LevelForecast, ...]:
    """The levels that at least a tenth of the runs reached, and the first in any case."""
    found = []
    for level in range(max((max(c.levels, default=0) for c in courses), default=0) + 1):
        runs = [course.levels[level] for course in courses if level in course.levels]
        if not runs or (level and 10 * len(runs) < len(courses)):
            continue
        payments = sum(run.payments for run in runs)
        found.append(
            LevelForecast(
                level=level + 1,
                pcr=courses[0].arena.plan.schedule.pcr(level),
                reached=len(runs),
                starts_ms=_median([run.starts_ms for run in runs]),
                tables=_median([run.tables for run in runs]),
                players=_median([run.players for run in runs]),
                capped_permille=1_000 * sum(r.capped for r in runs) // payments if payments else 0,
            )
        )
    return tuple(found)


def at_once(outs_by_wave: Sequence[dict[int, int]]) -> tuple[int, ...]:
    """How many rounds put 1, 2, … `AT_ONCE_MAX` or more players out, over all runs."""
    counts = [0] * AT_ONCE_MAX
    for waves in outs_by_wave:
        for outs in waves.values():
            counts[min(outs, AT_ONCE_MAX) - 1] += 1
    return tuple(counts)


def _median(values: Sequence[int]) -> int:
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2]
