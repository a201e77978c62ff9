"""The forecast: many simulated tournaments, summed up in medians and intervals (PLAY-24)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.director import FORMATS, EntryRules, InvalidPlan, Plan
from tournaments.director.clock.schedule import MICRO
from tournaments.forecast.course import Course, LevelForecast, at_once, by_levels
from tournaments.forecast.sampling import SampledCards
from tournaments.simulation.arena import Arena
from tournaments.simulation.playing import Chance, ChanceDice, Report, enter_field, play_out

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
    reports, courses = [], []
    rounds, durations, bought = [], [], []
    for _ in range(runs):
        arena = Arena(plan)
        enter_field(arena, players)
        course = Course(arena)
        report = play_out(
            *(arena, cards, ChanceDice(chance)),
            pause_ms=pause_ms,
            see=course.see,
            returning=returning,
        )
        bought.append(arena.field.buy_ins)
        courses.append(course)
        reports.append(report)
        by_chips = FORMATS[plan.format].plays_for_chips
        rounds.append(-(-arena.clock.total_micro // MICRO) if by_chips else arena.clock.stage)
        durations.append(report.ended_ms)
    return Forecast(
        runs=runs,
        players=players,
        rounds=Span.of(rounds),
        duration_ms=Span.of(durations),
        moves_per_player_permille=1_000 * sum(r.moves for r in reports) // (runs * players),
        tables_by_level=_tables_by_level(reports),
        capped_permille=_permille(
            sum(r.payments_capped for r in reports), sum(r.payments for r in reports)
        ),
        several_out_permille=_permille(
            sum(outs > 1 for r in reports for outs in r.outs_by_wave.values()),
            sum(len(r.outs_by_wave) for r in reports),
        ),
        undecided_permille=_permille(sum(not course.decided for course in courses), runs),
        durations_ms=tuple(sorted(durations)),
        levels=by_levels(courses),
        outs_at_once=at_once([report.outs_by_wave for report in reports]),
        stacks_bought=Span.of(bought),
    )


def require_end(found: Forecast, plan: Plan) -> Forecast:
    """The forecast itself, unless too many runs had to be ended by `max_rounds`.

    Raises:
        InvalidPlan(schedule_does_not_end): with the runs' figures.
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
    """Where nobody re-enters, a format that lives by it is played as a freeze-out."""
    entries = EntryRules(least=2, most=max(2, players))
    if returning:
        level = plan.entries.returns_until_level
        returns = replace(entries, returns_max=plan.entries.returns_max, returns_until_level=level)
        return replace(plan, entries=returns)
    return replace(FORMATS[plan.format].without_returns(plan), entries=entries)


def _tables_by_level(reports: Sequence[Report]) -> tuple[int, ...]:
    levels = max((max(report.tables_by_level, default=-1) for report in reports), default=-1) + 1
    found = []
    for level in range(levels):
        seen = sorted(r.tables_by_level[level] for r in reports if level in r.tables_by_level)
        found.append(_rank(seen, 50) if seen else 1)
    return tuple(found)


def _rank(ordered: Sequence[int], percent: int) -> int:
    """The nearest rank: the smallest value with so many percent of all at or below it."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _permille(part: int, whole: int) -> int:
    return 1_000 * part // whole if whole else 0
