"""The forecast: many simulated tournaments, summed up in medians and intervals (PLAY-24).

Level by level, and with how many are out at once. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.director import FORMATS, EntryRules, InvalidPlan, Plan
from tournaments.director.clock.schedule import MICRO
from tournaments.forecast.sampling import SampledCards
from tournaments.simulation.arena import Arena
from tournaments.simulation.playing import Chance, ChanceDice, Report, enter_field, play_out

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


# More runs than this share may reach `max_rounds` without the schedule being refused.
UNDECIDED_PERMILLE = 50


@dataclass(frozen=True, slots=True)
class Span:
    """The middle and the range in which nine of ten tournaments end; `worst` of all runs."""

    p5: int
    median: int
    p95: int
    worst: int

    @classmethod
    def of(cls, values: Sequence[int]) -> "Span":
        ordered = sorted(values)
        return cls(_rank(ordered, 5), _rank(ordered, 50), _rank(ordered, 95), ordered[-1])


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect. Rounds are those of a player who stays to the end, or stages; times
    milliseconds.

    `tables_by_level` are tables open when a level's first round is dealt, by the median of the
    runs that came so far. Shares are thousandths: of payments that the stack capped (PLAY-22), of
    rounds with an elimination in which several were out at once (PLAY-43), of runs that reached
    `max_rounds` before a winner was found. `durations_ms` are all runs', ascending; `outs_at_once`
    counts rounds in which 1, 2, … players were out.
    """

    runs: int
    players: int
    rounds: Span
    duration_ms: Span
    moves_per_player_permille: int
    tables_by_level: tuple[int, ...]
    capped_permille: int
    several_out_permille: int
    undecided_permille: int
    durations_ms: tuple[int, ...] = ()
    levels: tuple[LevelForecast, ...] = ()
    outs_at_once: tuple[int, ...] = ()
    stacks_bought: Span = Span(0, 0, 0, 0)


def forecast(
    plan: Plan,
    players: int,
    cards: SampledCards,
    *,
    runs: int,
    chance: Chance,
    pause_ms: int,
    returning: bool = False,
) -> Forecast:
    """Play `runs` tournaments of so many players; nobody stays away, and nobody re-enters unless
    `returning`: then everybody who is out, as often as they may."""
    plan = _as_simulated(plan, players, returning=returning)
    reports, rounds, bought = [], [], []
    by_chips = FORMATS[plan.format].plays_for_chips
    for _ in range(runs):
        arena = Arena(plan)
        enter_field(arena, players)
        dice = ChanceDice(chance)
        reports.append(play_out(arena, cards, dice, pause_ms=pause_ms, returning=returning))
        bought.append(arena.field.buy_ins)
        rounds.append(-(-arena.clock.total_micro // MICRO) if by_chips else arena.clock.stage)
    durations = sorted(report.ended_ms for report in reports)
    levels = [seen for report in reports for seen in report.levels.values()]
    return Forecast(
        runs=runs,
        players=players,
        rounds=Span.of(rounds),
        duration_ms=Span.of(durations),
        moves_per_player_permille=1_000 * sum(r.moves for r in reports) // (runs * players),
        tables_by_level=_tables_by_level(reports),
        capped_permille=_permille(
            sum(seen.capped for seen in levels), sum(seen.payments for seen in levels)
        ),
        several_out_permille=_permille(
            sum(outs > 1 for r in reports for outs in r.outs_by_wave.values()),
            sum(len(r.outs_by_wave) for r in reports),
        ),
        undecided_permille=_permille(sum(not r.decided for r in reports), runs),
        durations_ms=tuple(durations),
        levels=by_levels(plan, reports),
        outs_at_once=at_once(reports),
        stacks_bought=Span.of(bought),
    )


def require_end(found: Forecast, plan: Plan) -> Forecast:
    """The forecast itself, unless too many runs had to be ended by `max_rounds`.

    Raises InvalidPlan(schedule_does_not_end): with the runs' figures.
    """
    if found.undecided_permille > UNDECIDED_PERMILLE:
        raise InvalidPlan(
            "schedule_does_not_end",
            rule="PLAY-24",
            players=found.players,
            max_rounds=plan.max_rounds,
            undecided_percent=found.undecided_permille // 10,
            last_pcr=plan.schedule.pcr(len(found.tables_by_level) - 1),
        )
    return found


def _as_simulated(plan: Plan, players: int, *, returning: bool) -> Plan:
    """Where nobody re-enters, a format that lives by it is played as a freeze-out.

    Fewer than the plan's least do not play it: some plans make no sense with two.
    """
    most = max(2, players)
    entries = EntryRules(least=min(plan.entries.least, most), most=most)
    if returning:
        level = plan.entries.returns_until_level
        returns = replace(entries, returns_max=plan.entries.returns_max, returns_until_level=level)
        return replace(plan, entries=returns)
    return replace(FORMATS[plan.format].without_returns(plan), entries=entries)


def _tables_by_level(reports: Sequence[Report]) -> tuple[int, ...]:
    levels = max((max(report.levels, default=-1) for report in reports), default=-1) + 1
    seen = (
        [r.levels[level].tables for r in reports if level in r.levels] for level in range(levels)
    )
    return tuple(median(tables) if tables else 1 for tables in seen)


def _rank(ordered: Sequence[int], percent: int) -> int:
    """The nearest rank: the smallest value with so many percent of all at or below it."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _permille(part: int, whole: int) -> int:
    return 1_000 * part // whole if whole else 0
