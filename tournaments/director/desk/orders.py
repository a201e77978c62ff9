"""What a human director may order of a whole tournament, and players who leave (PLAY-40, 45, 46).

Announce, start, pause, resume, remove, cancel; who leaves by their own wish. In a tournament of
stages tables are in play until all of them are over, so nobody can wait for one that rests. Who is
taken out there gives up the match that is on: the others at the table are ahead of them, whatever
was played. They are paired no more.
"""

from tournaments.director.calling_off import call_off, call_off_stages
from tournaments.director.clock.clockwork import wave_of_its_own
from tournaments.director.commands import Command, Pause, Remove, Resume
from tournaments.director.desk.commands import (
    Announce,
    Concede,
    Disqualify,
    LeaveLater,
    OutLater,
    StartNow,
)
from tournaments.director.desk.holders import (
    RULE,
    Holder,
    no_longer_later,
    require_in,
    require_not_out_later,
    require_not_over,
    require_running,
)
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.plan import Plan
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import Clock, Field, Phase, Reach, Snapshot, Unranked


def take_out(
    clock: Clock, holder: Holder, *, others: int, code: str = "removed_by_director"
) -> tuple[Command, ...]:
    """Out behind everybody who plays on; `others` are those who have not lost yet (PLAY-45)."""
    _require_playing(clock, holder)
    if holder.lost_stage is not None:
        raise Refused("player_is_out", rule="PLAY-45", name=holder.name)
    return _leaves(clock, holder, others, code)


def disqualify(clock: Clock, holder: Holder, *, others: int) -> tuple[Command, ...]:
    """The same, last and without a prize; who has lost already only loses rank and prize."""
    _require_playing(clock, holder)
    if holder.entry in clock.disqualified:
        raise Refused("player_is_out", rule=RULE, name=holder.name)
    barred = Disqualify(because("disqualified_from_stages"), holder.entry)
    if holder.lost_stage is not None:
        return (barred,)
    return (barred, *_leaves(clock, holder, others, "disqualified_from_stages"))


def _require_playing(clock: Clock, holder: Holder) -> None:
    require_running(clock)
    require_in(holder)


def _leaves(clock: Clock, holder: Holder, others: int, code: str) -> tuple[Command, ...]:
    if others < 1:
        raise Refused("last_player", rule=RULE)
    reason = because(code)
    chips = holder.stack_chips
    if holder.table is None:
        return (Remove(reason, holder.entry, 0, clock.wave, chips),)
    return (
        Remove(reason, holder.entry, holder.table, clock.wave, chips),
        Concede(because("gave_table_up", table=holder.table), holder.entry, holder.table),
    )


def announce(clock: Clock, words: str) -> tuple[Command, ...]:
    """Say something to everybody who takes part or watches. Raises Refused(tournament_over)."""
    require_not_over(clock)
    return (Announce(because("announced", announcement=words)),)


def start(plan: Plan, clock: Clock, field: Field) -> tuple[Command, ...]:
    """Do not wait for the hour, nor until it is full: the next step seats everybody (PLAY-40).

    Raises Refused(tournament_over | tournament_has_started | tournament_paused | too_few_to_start |
    nobody_has_entered | too_few_checked_in | nobody_checked_in).
    """
    require_not_over(clock, rule="PLAY-40")
    if clock.phase is not Phase.ENTERING:
        raise Refused("tournament_has_started", rule="PLAY-40")
    if clock.paused_at_ms is not None:
        raise Refused("tournament_paused", rule="PLAY-40")
    if field.entries < plan.entries.least:
        least, entries = plan.entries.least, field.entries
        if not entries:
            raise Refused("nobody_has_entered", rule="PLAY-40", least=least)
        raise Refused("too_few_to_start", rule="PLAY-40", entries=entries, least=least)
    if plan.entries.check_in and field.checked_in < plan.entries.least:
        if not field.checked_in:
            raise Refused("nobody_checked_in", rule="PLAY-40", least=plan.entries.least)
        here = {"checked_in": field.checked_in, "least": plan.entries.least}
        raise Refused("too_few_checked_in", rule="PLAY-40", **here)
    return (StartNow(because("start_ordered", entries=field.entries)),)


def pause(clock: Clock) -> tuple[Command, ...]:
    """No table starts another round and no clock runs; rounds in play go to their end."""
    if clock.phase.is_over or clock.paused_at_ms is not None:
        raise Refused("cannot_pause", rule="PLAY-46", phase=clock.phase.value)
    return (Pause(because("paused_by_director")),)


def resume(clock: Clock) -> tuple[Command, ...]:
    if clock.phase.is_over or clock.paused_at_ms is None:
        raise Refused("not_paused", rule="PLAY-46", phase=clock.phase.value)
    return (Resume(because("resumed_by_director")),)


def remove(clock: Clock, field: Field, holder: Holder) -> tuple[Command, ...]:
    """Take a player out; their chips stay in the books as forfeited.

    During a round it waits until that is settled: then follows `remove_after_round`.
    """
    require_running(clock, rule="PLAY-45")
    if holder.table is None:
        raise Refused("not_seated", rule="PLAY-45", name=holder.name)
    require_not_out_later(clock, holder)
    if field.alive <= 1:
        raise Refused("last_player", rule="PLAY-45")
    if not holder.quiet:
        return (OutLater(because("out_after_round", table=holder.table), holder.entry, "remove"),)
    return _removed(clock, holder, "removed_by_director")


def remove_after_round(clock: Clock, field: Field, holder: Holder) -> tuple[Command, ...]:
    """What becomes of it: nothing, for who is out by that round or is the last one left."""
    no_longer = no_longer_later(holder.entry)
    lapses = not holder.is_in or field.alive <= 1
    gone = () if lapses else _removed(clock, holder, "removed_by_director")
    return (no_longer, *gone)


def _removed(clock: Clock, holder: Holder, code: str) -> tuple[Command, ...]:
    reason = because(code)
    removed = Remove(reason, holder.entry, holder.table or 0, clock.wave, holder.stack_chips)
    return (*wave_of_its_own(clock, reason), removed)


def leave(
    plan: Plan, clock: Clock, field: Field, holder: Holder, *, others: int
) -> tuple[Command, ...]:
    """Go for good: at once, or once the round in play at the table is settled.

    The chips of the stack are forfeited. In a tournament of stages the match that is on is given
    up; `others` are those who have not lost there.

    Raises Refused(not_running | player_is_out | leaves_already | last_player).
    """
    if not FORMATS[plan.format].plays_for_chips:
        return take_out(clock, holder, others=others, code="left_by_wish")
    _require_playing(clock, holder)
    if holder.entry in clock.leaving:
        raise Refused("leaves_already", rule="PLAY-45")
    if field.alive <= 1:
        raise Refused("last_player", rule="PLAY-45")
    if not holder.quiet:
        return (LeaveLater(because("leaves_after_round", table=holder.table), holder.entry),)
    return _removed(clock, holder, "left_by_wish")


_FOR_CHIPS = frozenset({"adjust", "pause_table", "resume_table", "void_round"})


def never_in(key: str, phase: Phase, *, seats: int) -> frozenset[str]:
    """The orders that this format refuses from this phase on: no menu offers them."""
    played = FORMATS[key]
    never = frozenset[str]() if played.plays_for_chips else _FOR_CHIPS
    if not played.plays_for_chips and phase is not Phase.ENTERING:
        never |= {"extend"}
    if not played.moves_players:
        never |= {"move"}
    if not played.hears_requests(seats):
        never |= {"keep_apart", "pair", "rest"}
    if phase is not Phase.ENTERING:
        never |= {"start", "check_in", "withdraw", "name_team"}
    if not played.in_teams:
        never |= {"name_team"}
    return never | {"penalize"} if played.knocks_out else never


def reach_of_cancel(plan: Plan) -> Reach:
    """How far calling off has to look."""
    by_records = not FORMATS[plan.format].plays_for_chips
    return Reach(unranked=Unranked.ALL, placed=True, records=by_records)


def cancel(snapshot: Snapshot) -> tuple[Command, ...]:
    """Call it off by the policy of PLAY-46; the snapshot reaches all entries without a rank."""
    require_not_over(snapshot.clock)
    return _call_off(snapshot, because("cancelled_by_director"))


def call_off_unplayable(snapshot: Snapshot) -> tuple[Command, ...]:
    """The house calls off what names no game: nobody could play or report its rounds."""
    return _call_off(snapshot, because("game_not_named"))


def _call_off(snapshot: Snapshot, reason: Reason) -> tuple[Command, ...]:
    if snapshot.field.eliminations and not FORMATS[snapshot.plan.format].plays_for_chips:
        return call_off_stages(snapshot, reason)
    return call_off(snapshot, reason)
