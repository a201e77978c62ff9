"""What the clock and the count of rounds bring: levels, breaks, the pace, waves, the next deal."""

from tournaments.director import commands as orders
from tournaments.director.clock.schedule import MICRO, share_of_round
from tournaments.director.plan import Pace, Plan
from tournaments.director.prizes import ladder
from tournaments.director.reasons import Reason, because
from tournaments.director.seating.balancing import least_to_deal
from tournaments.director.snapshot import Clock, Field, Phase, Snapshot


def next_level(snapshot: Snapshot) -> tuple[orders.Command, ...]:
    """Raise the ratio when the level is over (PLAY-24)."""
    plan, clock = snapshot.plan, snapshot.clock
    schedule, level = plan.schedule, clock.level + 1
    if not level_is_over(plan, clock, snapshot.field):
        return ()
    pcr, started_ms = schedule.pcr(level), clock.now_ms
    if schedule.rounds is not None:
        reason = because("level_rounds_played", level=level, pcr=pcr, rounds=schedule.rounds)
    else:
        length_ms = schedule.level_ms or 0
        reason = because("level_time_up", level=level, pcr=pcr, minutes=length_ms // 60_000)
        # It begins when the last one ended, however late somebody looks; but where the house was
        # away for a whole level, none is passed over.
        if clock.now_ms < clock.level_started_ms + 2 * length_ms:
            started_ms = clock.level_started_ms + length_ms
    commands: list[orders.Command] = [orders.RaiseLevel(reason, level, pcr, started_ms)]
    if level > plan.entries.open_until_level:
        commands += close_entries(clock, level)
    if schedule.breaks_after(clock.level):
        pause = because("break_due", level=level, minutes=schedule.break_ms // 60_000)
        commands.append(orders.StartBreak(pause, clock.now_ms + schedule.break_ms))
    return tuple(commands)


def level_is_over(plan: Plan, clock: Clock, field: Field, *, waiting: int = 0) -> bool:
    """Whether the level's time is up, or its rounds are dealt and another one is due.

    What counts are the rounds dealt at the level: each is settled at its ratio, and as long as
    no table is due for the next one the level goes on. `waiting` tables have finished their round
    and nobody has looked at them yet.
    """
    if clock.phase is not Phase.RUNNING or clock.paused_at_ms is not None:
        return False
    schedule = plan.schedule
    if schedule.rounds is None:
        return clock.now_ms >= clock.level_started_ms + (schedule.level_ms or 0)
    if clock.level_micro < schedule.rounds * MICRO:
        return False
    over = field.finished + waiting
    if clock.together:
        return field.playing <= over
    return over > 0 or field.resting_from(least_to_deal(field)) > 0


def close_entries(clock: Clock, level: int | None = None) -> tuple[orders.Command, ...]:
    """Nobody buys a stack any more: from here on the pool is known."""
    if not clock.entries_open:
        return ()
    return (
        orders.CloseEntries(
            because("entries_closed", level=clock.level if level is None else level)
        ),
    )


def end_break(clock: Clock) -> tuple[orders.Command, ...]:
    due = clock.phase is Phase.BREAK and clock.now_ms >= clock.break_until_ms
    return (orders.EndBreak(because("break_over")),) if due and clock.paused_at_ms is None else ()


def set_pace(snapshot: Snapshot) -> tuple[orders.Command, ...]:
    """Round-for-round from just before the money and when the final table forms (PLAY-42).

    Both are near only once nobody can enter or come back any more.
    """
    clock, field = snapshot.clock, snapshot.field
    reason = _reason_to_wait(snapshot.plan, clock, field)
    if reason is not None and not clock.together:
        return (orders.SetPace(reason, together=True, wave_open=field.playing > 0),)
    if reason is None and clock.together and not clock.wave_open and not field.playing:
        players = field.alive
        over = because("bubble_over", players=players, paid=_paid(snapshot.plan, field))
        return (orders.SetPace(over, together=False, wave_open=False),)
    return ()


def _reason_to_wait(plan: Plan, clock: Clock, field: Field) -> Reason | None:
    if plan.pace is Pace.TOGETHER:
        return because("pace_of_plan")
    if field.tables < 2:
        return None
    if field.alive <= 2 * plan.seats and not clock.entries_open:
        return because("final_table_near", players=field.alive, seats=plan.seats)
    paid = 0 if clock.entries_open else _paid(plan, field)
    # Each table may lose a player or more in a round: so many rounds could burst the bubble.
    if paid < field.alive <= paid + field.tables and paid:
        return because("bubble_near", players=field.alive, paid=paid)
    return None


def _paid(plan: Plan, field: Field) -> int:
    return ladder(plan.prizes, field.contenders, field.pool_chips(plan)).places


def end_wave(snapshot: Snapshot) -> tuple[orders.Command, ...]:
    """All tables have finished the round they play together: it is one round for ranking."""
    clock = snapshot.clock
    if not clock.together or not clock.wave_open or snapshot.field.playing:
        return ()
    reason = because("round_at_all_tables_over", wave=clock.wave)
    return (orders.CountRounds(reason, clock.wave + 1, clock.total_micro, wave_open=False),)


def wave_of_its_own(clock: Clock, reason: Reason) -> tuple[orders.Command, ...]:
    """Who leaves between two rounds was out before those who lose the next one (PLAY-43)."""
    if clock.wave_open:
        return ()
    return (orders.CountRounds(reason, clock.wave + 1, clock.total_micro, wave_open=False),)


def may_be_abandoned(plan: Plan, clock: Clock, field: Field) -> bool:
    """So many idle rounds that it is worth a look whether anybody is there (PLAY-45)."""
    enough = plan.absent_rounds * max(1, field.tables_with_two)
    return clock.idle >= enough and not clock.entries_open and not clock.abandoned


def abandon(snapshot: Snapshot) -> tuple[orders.Command, ...]:
    """Cards without players would go round until `max_rounds`: gin by itself moves no chip."""
    if not snapshot.nobody_there:
        return ()
    return (orders.Abandon(because("nobody_there", rounds=snapshot.plan.absent_rounds)),)


def deal(snapshot: Snapshot, *, balanced: bool = True) -> tuple[orders.Command, ...]:
    """Start the next round at every table that may (PLAY-41, PLAY-42)."""
    plan, clock, field = snapshot.plan, snapshot.clock, snapshot.field
    if not clock.may_deal or (clock.together and field.playing):
        return ()
    least = least_to_deal(field) if balanced else 2
    tables = field.resting_from(least)
    if not tables:
        return ()
    pcr = plan.schedule.pcr(clock.level)
    reason = because("round_due", level=clock.level, pcr=pcr)
    level_micro = clock.level_micro + tables * share_of_round(field.tables_with_two)
    return (orders.StartRounds(reason, least, clock.level, pcr, clock.wave, level_micro),)


def ending(plan: Plan, clock: Clock, field: Field) -> Reason | None:
    """Why it is over, though rounds in play may still have to end (PLAY-43, 44, 45, 47)."""
    if clock.phase not in (Phase.RUNNING, Phase.BREAK):
        return None
    if field.alive <= 1:
        return because("all_but_one_out", entries=field.entries)
    if not clock.entries_open:
        tickets = ladder(plan.prizes, field.contenders, field.pool_chips(plan)).tickets
        if field.alive <= tickets:
            return because("tickets_decided", tickets=tickets)
    if clock.abandoned:
        return because("nobody_there", rounds=plan.absent_rounds)
    if clock.total_micro >= plan.max_rounds * MICRO:
        return because("max_rounds_played", rounds=plan.max_rounds)
    return None


def wake_at(plan: Plan, clock: Clock) -> int | None:
    """When time alone next changes something; None when only players can."""
    if clock.paused_at_ms is not None or clock.phase.is_over:
        return None
    if clock.phase is Phase.ENTERING:
        return clock.starts_at_ms
    if clock.phase is Phase.BREAK:
        return clock.break_until_ms
    length_ms = plan.schedule.level_ms
    return None if length_ms is None else clock.level_started_ms + length_ms
