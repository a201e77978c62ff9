"""The director's orders for tables and the clock: pause one table, more time, move by hand."""

from tournaments.director.clock.schedule import MICRO
from tournaments.director.commands import Command, Move
from tournaments.director.desk import holders
from tournaments.director.desk.commands import Extend, GiveTime, PauseTable, ResumeTable, Substitute
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.plan import Plan
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock, Phase

MINUTE_MS = 60_000
EXTENSION_MINUTES_MAX = 24 * 60
EXTENSION_ROUNDS_MAX = 50
TURN_SECONDS_MAX = 3_600


def pause_table(plan: Plan, clock: Clock, table: holders.DeskTable) -> tuple[Command, ...]:
    """The round in play goes to its end; then the table waits for `resume_table`."""
    holders.require_running(clock)
    if not FORMATS[plan.format].plays_for_chips:
        raise Refused("not_in_this_format", rule=holders.RULE, format=plan.format)
    if table.paused:
        raise Refused("table_is_paused", rule=holders.RULE, table=table.number)
    return (PauseTable(because("table_paused", table=table.number), table.number),)


def resume_table(clock: Clock, table: holders.DeskTable) -> tuple[Command, ...]:
    holders.require_running(clock)
    if not table.paused:
        raise Refused("table_is_not_paused", rule=holders.RULE, table=table.number)
    return (ResumeTable(because("table_resumed", table=table.number), table.number),)


def extend(plan: Plan, clock: Clock, *, minutes: int = 0, rounds: int = 0) -> tuple[Command, ...]:
    """More time before what comes next: the start, the end of a break, the next level.

    A level that counts rounds takes `rounds`, everything else `minutes`.
    """
    holders.require_not_over(clock)
    by_rounds = clock.phase is Phase.RUNNING and plan.schedule.rounds is not None
    if clock.phase is Phase.RUNNING and not FORMATS[plan.format].plays_for_chips:
        raise Refused("not_in_this_format", rule=holders.RULE, format=plan.format)
    number, most = (rounds, EXTENSION_ROUNDS_MAX) if by_rounds else (minutes, EXTENSION_MINUTES_MAX)
    holders.require_positive(number, "level_counts_rounds" if by_rounds else "level_counts_minutes")
    if number > most:
        raise Refused("extension_too_long", rule=holders.RULE, most=most)
    if by_rounds:
        reason = because("level_extended_by_rounds", level=clock.level, rounds=rounds)
        return (Extend(reason, 0, rounds * MICRO),)
    waits = {Phase.ENTERING: "start_put_off", Phase.BREAK: "break_extended"}
    reason = because(waits.get(clock.phase, "level_extended"), minutes=minutes)
    return (Extend(reason, minutes * MINUTE_MS, 0),)


def shorten(clock: Clock, *, ms: int, micro: int) -> tuple[Command, ...]:
    """Take an extension back."""
    holders.require_not_over(clock)
    return (Extend(because("extension_taken_back"), -ms, -micro),)


def give_time(clock: Clock, table: holders.DeskTable, *, seconds: int) -> tuple[Command, ...]:
    """More time for the turn that is on at one table."""
    holders.require_running(clock)
    holders.require_positive(seconds)
    if seconds > TURN_SECONDS_MAX:
        raise Refused("extension_too_long", rule=holders.RULE, most=TURN_SECONDS_MAX)
    if table.quiet:
        raise Refused("no_round_in_play", rule=holders.RULE, table=table.number)
    reason = because("turn_extended", table=table.number, seconds=seconds)
    return (GiveTime(reason, table.number, seconds * 1_000),)


def move(
    plan: Plan,
    clock: Clock,
    holder: holders.Holder,
    *,
    source: holders.DeskTable,
    target: holders.DeskTable,
    despite_sizes: bool = False,
) -> tuple[Command, ...]:
    """Move a player by hand, to the first free seat.

    Sizes that would differ by more than one are refused unless the director insists: the next
    step levels them again by moving somebody else (PLAY-41).
    """
    holders.require_running(clock)
    holders.require_in(holder)
    if not FORMATS[plan.format].moves_players:
        raise Refused("not_in_this_format", rule="PLAY-41", format=plan.format)
    if source.number == target.number:
        raise Refused("same_table", rule="PLAY-41", table=target.number)
    if not source.quiet:
        raise holders.in_play(clock, source.number, paused=source.paused, rule="PLAY-41")
    if not target.free_seats:
        raise Refused("table_full", rule="PLAY-41", table=target.number, seats=plan.seats)
    smaller, larger = source.size - 1, target.size + 1
    if larger - smaller > 1 and not despite_sizes:
        raise Refused("sizes_would_differ", rule="PLAY-41", smaller=smaller, larger=larger)
    reason = because("moved_by_director", from_table=source.number, to_table=target.number)
    return (Move(reason, holder.entry, source.number, target.number, target.free_seats[0]),)


def substitute(
    clock: Clock, holder: holders.Holder, *, player: int, name: str, known: bool, old_player: int
) -> tuple[Command, ...]:
    """Another player takes over seat and stack; the round in play is finished by the one before.

    `known` when the replacement takes part already.
    """
    holders.require_not_over(clock)
    holders.require_in(holder)
    # The replacement would be out for what somebody else has done.
    holders.require_not_out_later(clock, holder)
    if known or player == old_player:
        raise Refused("replacement_takes_part", rule=holders.RULE, name=name)
    reason = because("substituted", name=holder.name, replacement=name)
    return (Substitute(reason, holder.entry, player),)
