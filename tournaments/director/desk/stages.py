"""A player out of a tournament of stages, whose tables are in play until all of them are over.

There nobody can wait for a table that rests. Who is taken out gives up the match that is on: the
others at the table are ahead of them, whatever was played. They are paired no more.
"""

from tournaments.director.commands import Command, Remove
from tournaments.director.desk.commands import Concede, Disqualify
from tournaments.director.desk.holders import RULE, Holder, require_in, require_running
from tournaments.director.errors import Refused
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock


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
