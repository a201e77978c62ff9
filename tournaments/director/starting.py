"""The start: everybody seated at random, or too few and called off (PLAY-40, PLAY-41)."""

from tournaments.director import commands
from tournaments.director.calling_off import call_off
from tournaments.director.plan import Pace, Plan, TooFew
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock, Dice, Field, Phase, Reach, Snapshot, Unranked


def start_is_due(plan: Plan, clock: Clock, field: Field) -> bool:
    """At the hour, or when full; a tournament that starts when full may have no hour."""
    if clock.phase is not Phase.ENTERING or clock.paused_at_ms is not None:
        return False
    return _is_full(plan, field) or clock.now_ms >= clock.starts_at_ms


def withdraw_the_missing(snapshot: Snapshot) -> tuple[commands.Command, ...]:
    """At the hour, whoever has not checked in; what is due then is looked at again without them."""
    plan = snapshot.plan
    reason = because("not_checked_in")
    fees = plan.buy_in_chips, plan.fee_chips
    return tuple(commands.Withdraw(reason, entry, *fees) for entry in snapshot.missing)


def reach_of_start(plan: Plan, field: Field, *, records: bool = False) -> Reach:
    """Everybody in the order of entry, or, for refunds, what everybody has paid."""
    if field.entries < plan.entries.least:
        return Reach(unranked=Unranked.ALL)
    return Reach(staying=True, records=records)


def start(snapshot: Snapshot, dice: Dice) -> tuple[commands.Command, ...]:
    """Seat the field, postpone, or cancel with everything back."""
    plan, clock, field = snapshot.plan, snapshot.clock, snapshot.field
    if not start_is_due(plan, clock, field):
        return ()
    rules = plan.entries
    if field.entries >= rules.least:
        return (*open_play(snapshot), *seat_everybody(snapshot, dice))
    reason = because("too_few_entries", entries=field.entries, least=rules.least)
    if rules.too_few is TooFew.POSTPONE and clock.postponed < rules.postpones_max:
        return (commands.Postpone(reason, clock.now_ms + rules.postpone_ms),)
    return call_off(snapshot, reason)


def open_play(snapshot: Snapshot) -> tuple[commands.Command, ...]:
    """The commands that make a tournament run, whatever its format."""
    plan, field = snapshot.plan, snapshot.field
    code = "started_when_full" if _is_full(plan, field) else "started_on_time"
    code = "started_by_director" if snapshot.clock.start_ordered else code
    begin = commands.Begin(because(code, entries=field.entries), plan.pace is Pace.TOGETHER)
    if plan.entries.open_until_level >= 0:
        return (begin,)
    return (begin, commands.CloseEntries(because("entries_closed_at_start")))


def seat_everybody(snapshot: Snapshot, dice: Dice) -> tuple[commands.Command, ...]:
    entries, field = snapshot.staying, snapshot.field
    tables = snapshot.plan.tables_for(len(entries))
    order = dice.draw(entries, "seats")
    reason = because("seats_drawn", entries=len(entries), tables=tables)
    return (commands.SeatField(reason, order, field.tables_opened + 1, tables),)


def _is_full(plan: Plan, field: Field) -> bool:
    return plan.entries.starts_when_full and field.entries >= plan.entries.most
