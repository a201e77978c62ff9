"""What a human director may ask of the pairings: two kept apart, a player who rests (PLAY-42).

Both hold from the next stage on: what has been paired is played. Who rests gets half of what a
table won is worth.
"""

from tournaments.director.commands import Command
from tournaments.director.desk.commands import KeepApart, Rest
from tournaments.director.desk.holders import Holder, require_in, require_not_over
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.plan import Plan
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock

RULE = "PLAY-42"


def keep_apart(plan: Plan, clock: Clock, one: Holder, other: Holder) -> tuple[Command, ...]:
    """Friends, a family, a club: they meet only if nobody else is left."""
    _require_heard(plan, clock)
    require_in(one)
    require_in(other)
    if one.entry == other.entry:
        raise Refused("apart_from_oneself", rule=RULE, name=one.name)
    pair = (min(one.entry, other.entry), max(one.entry, other.entry))
    if pair in clock.requests.apart:
        raise Refused("asked_already", rule=RULE, name=one.name)
    return (KeepApart(because("kept_apart"), *pair),)


def rest(plan: Plan, clock: Clock, holder: Holder) -> tuple[Command, ...]:
    """Sits out the stage that is paired next."""
    _require_heard(plan, clock)
    require_in(holder)
    stage = clock.stage + 1
    if holder.entry in clock.requests.rest_in(stage):
        raise Refused("asked_already", rule=RULE, name=holder.name)
    return (Rest(because("rests_on_request", stage=stage), holder.entry, stage),)


def together_again(plan: Plan, clock: Clock, one: int, other: int) -> tuple[Command, ...]:
    """The two may meet."""
    _require_heard(plan, clock)
    return (KeepApart(because("request_taken_back"), one, other, is_lifted=True),)


def play_after_all(plan: Plan, clock: Clock, entry: int, stage: int) -> tuple[Command, ...]:
    """Nobody rests in a stage that is yet to be paired."""
    _require_heard(plan, clock)
    if stage <= clock.stage:
        raise Refused("stage_is_paired", rule=RULE, stage=stage)
    return (Rest(because("request_taken_back"), entry, stage, is_lifted=True),)


def _require_heard(plan: Plan, clock: Clock) -> None:
    if not FORMATS[plan.format].hears_requests:
        raise Refused("not_in_this_format", rule=RULE, format=plan.format)
    require_not_over(clock, rule=RULE)
