"""The single-table tournament: first to the target, tie-breaker rounds among the tied (PLAY-12).

Every round is a stage. Several at the target: the highest total. Equal at the top: all others
drop out and the tied play on, each round deciding by its own score, until one is ahead. Seats are
drawn once; from round to round everybody stays where they sit and the deal passes to the left.
Where nobody has been there for a while and nobody scores, it ends as it stands (PLAY-45).
"""

from dataclasses import dataclass, replace

from rummy.words import gettext_noop as _
from tournaments.director import commands as orders
from tournaments.director.errors import InvalidPlan
from tournaments.director.formats.stages import StageFormat, contenders_of
from tournaments.director.plan import Plan
from tournaments.director.ranking import final_ladder_of, ranked
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import Clock, Dice, Field, Reach, Record, Snapshot

TARGET_OF_A_TRIAL = 100  # points


@dataclass(frozen=True, slots=True)
class SingleTable(StageFormat):
    """A record's `score` is its total; `points` above zero mark those who play tie-breakers."""

    def check(self, plan: Plan) -> None:
        if plan.target_points < 1:
            raise InvalidPlan("target_missing", rule="PLAY-12")
        if plan.entries.most > plan.seats:
            raise InvalidPlan("one_table_only", rule="PLAY-12", seats=plan.seats)
        StageFormat.check(self, plan)

    def tried(self, plan: Plan) -> Plan:
        entries = replace(plan.entries, most=plan.seats)
        return replace(plan, target_points=plan.target_points or TARGET_OF_A_TRIAL, entries=entries)

    def reach(self, plan: Plan, clock: Clock, field: Field) -> Reach:
        looks = StageFormat.reach(self, plan, clock, field)
        return replace(
            looks, presence=bool(field.finished) and clock.idle + 1 >= plan.absent_rounds
        )

    def scored(self, snapshot: Snapshot, dice: Dice) -> tuple[orders.Command, ...]:
        return _score(snapshot)

    def next_stage(self, snapshot: Snapshot, dice: Dice) -> tuple[orders.Command, ...]:
        over = _over(snapshot)
        if over is not None:
            return (*self.final_ranks(snapshot), orders.Finish(over))
        stage = snapshot.clock.stage + 1
        entries = [record.entry for record in contenders_of(snapshot)]
        seats = dice.draw(entries, f"seats:{stage}")
        return (_open(snapshot, because("paired_by_lot", stage=stage), seats),)

    def final_ranks(self, snapshot: Snapshot) -> tuple[orders.Command, ...]:
        last = snapshot.clock.stage + 1
        barred = snapshot.clock.disqualified

        def order(record: Record) -> tuple[bool, bool, int, int]:
            stage = last if record.lost_stage is None else record.lost_stage
            return record.entry in barred, record.withdrawn, -stage, -record.score

        def why(record: Record, rank: int, tied: int) -> Reason:
            return because("rank_by_total", rank=rank, tied=tied, points=record.score)

        return ranked(final_ladder_of(snapshot), snapshot.records, 1, order, why)


def _score(snapshot: Snapshot) -> tuple[orders.Command, ...]:
    """Add the round up, drop those who are behind when the tied go on alone, and deal anew."""
    (table,) = snapshot.stage_results
    stage = snapshot.clock.stage
    gained = {entry: seat.score for entry, seat in zip(table.entries, table.scores, strict=True)}
    contenders = contenders_of(snapshot)
    totals = {r.entry: r.score + gained.get(r.entry, 0) for r in contenders}
    best = max(totals.values())
    breaking = any(record.points > 0 for record in contenders)
    decided = breaking or best >= snapshot.plan.target_points
    # Those in a tie-break had equal totals, so the total decides exactly as the round does.
    ahead = {entry for entry, total in totals.items() if total == best}
    commands: list[orders.Command] = []
    staying: list[int] = []
    for record in contenders:
        total = totals[record.entry]
        plays_on = decided and record.entry in ahead
        lost = decided and not plays_on
        if not lost:
            staying.append(record.entry)
        commands.append(
            orders.Score(
                _why(total, best, len(ahead), snapshot, plays_on=plays_on, lost=lost),
                record.entry,
                stage,
                int(plays_on),
                gained.get(record.entry, 0),
                (),
                bye=False,
                lost=lost,
            )
        )
    commands.append(orders.CloseStage(because("stage_over", stage=stage), stage))
    idle = 0 if max(gained.values()) > 0 else snapshot.clock.idle + 1
    clock = snapshot.clock
    if idle != clock.idle:
        counted = because("rounds_counted", tables=1)
        wave = clock.wave, clock.total_micro, clock.wave_open
        commands.append(orders.CountRounds(counted, *wave, idle))
    if len(staying) > 1 and snapshot.nobody_there and idle >= snapshot.plan.absent_rounds:
        commands.append(orders.Abandon(because("nobody_there", rounds=snapshot.plan.absent_rounds)))
    elif len(staying) > 1 and stage < snapshot.plan.max_rounds:
        reason = because("next_round_of_table", stage=stage + 1)
        circle = tuple(entry for entry in table.entries if entry in staying)
        commands.append(_open(snapshot, reason, circle, after=table.number))
    return tuple(commands)


def _why(
    total: int, best: int, ahead: int, snapshot: Snapshot, *, plays_on: bool, lost: bool
) -> Reason:
    if lost:
        return because("not_among_the_tied", points=total, best=best)
    if plays_on and ahead > 1:
        return because("tied_play_on", tied=ahead, points=total)
    if plays_on:
        return because("target_reached", target=snapshot.plan.target_points, points=total)
    return because("scored_round", points=total, stage=snapshot.clock.stage)


def _over(snapshot: Snapshot) -> Reason | None:
    contenders = contenders_of(snapshot)
    if snapshot.clock.abandoned:
        return because("nobody_there", rounds=snapshot.plan.absent_rounds)
    if len(contenders) == 1 and not contenders[0].points:
        # Nobody has reached the target: the others were taken out.
        return because("only_one_left", entries=len(snapshot.records))
    if len(contenders) == 1:
        return because(
            "target_reached", target=snapshot.plan.target_points, points=contenders[0].score
        )
    if snapshot.clock.stage >= snapshot.plan.max_rounds:
        return because("max_rounds_played", rounds=snapshot.plan.max_rounds)
    return None


def _open(
    snapshot: Snapshot, reason: Reason, entries: tuple[int, ...], *, after: int | None = None
) -> orders.Command:
    return orders.OpenStage(
        reason, snapshot.clock.stage + 1, snapshot.first_table, (entries,), (), (reason,), after
    )


SINGLE_TABLE = SingleTable(
    "single_table",
    _("Single table"),
    _("One table, first to the target. Whoever is tied at the top plays on, the others are out."),
    asks_for=("target_points",),
    total_decides=True,
    stays_together=True,
)
