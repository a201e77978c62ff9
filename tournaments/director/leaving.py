"""Players who leave a tournament that is running, by their own wish (PLAY-45)."""

from tournaments.director.clock.clockwork import wave_of_its_own
from tournaments.director.commands import Command, Remove
from tournaments.director.desk.commands import LeaveLater
from tournaments.director.desk.holders import Holder, require_in, require_running
from tournaments.director.desk.stages import take_out
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.plan import Plan
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock, Field

RULE = "PLAY-45"


def leave(
    plan: Plan, clock: Clock, field: Field, holder: Holder, *, others: int
) -> tuple[Command, ...]:
    """Go for good: at once, or once the round in play at the table is settled.

    The chips of the stack are forfeited. In a tournament of stages the match that is on is given
    up; `others` are those who have not lost there.

    Raises:
        Refused(not_running | player_is_out | leaves_already | last_player).
    """
    if not FORMATS[plan.format].plays_for_chips:
        return take_out(clock, holder, others=others, code="left_by_wish")
    require_running(clock)
    require_in(holder)
    if holder.entry in clock.leaving:
        raise Refused("leaves_already", rule=RULE)
    if field.alive <= 1:
        raise Refused("last_player", rule=RULE)
    if not holder.quiet:
        return (LeaveLater(because("leaves_after_round", table=holder.table), holder.entry),)
    reason = because("left_by_wish")
    gone = Remove(reason, holder.entry, holder.table or 0, clock.wave, holder.stack_chips)
    return (*wave_of_its_own(clock, reason), gone)
