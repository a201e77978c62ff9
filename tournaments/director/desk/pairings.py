"""What a human director may ask of the pairings (PLAY-42): two kept apart, two who meet, a player
who rests.

All hold from the next stage on: what has been paired is played. Who rests gets half of what a
table won is worth.
"""

from tournaments.director.commands import Command
from tournaments.director.desk.commands import KeepApart, PairByHand, Rest
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
    if pair in clock.requests.pairs_in(clock.stage + 1):
        raise Refused("paired_by_hand", rule=RULE, name=one.name)
    return (KeepApart(because("kept_apart"), *pair),)


def pair(
    plan: Plan,
    clock: Clock,
    one: Holder,
    other: Holder,
    *,
    met: bool,
    despite_meeting: bool = False,
) -> tuple[Command, ...]:
    """The two meet in the stage that is paired next; who `met` before only if that is insisted on.

    Raises:
        Refused(not_in_this_format | pairs_need_two_seats | player_is_out | pairs_oneself
            | kept_apart_by_request | rests_then | paired_by_hand | met_already).
    """
    _require_heard(plan, clock)
    if plan.seats != 2:
        raise Refused("pairs_need_two_seats", rule=RULE, seats=plan.seats)
    require_in(one)
    require_in(other)
    if one.entry == other.entry:
        raise Refused("pairs_oneself", rule=RULE, name=one.name)
    stage = clock.stage + 1
    two = (min(one.entry, other.entry), max(one.entry, other.entry))
    if two in clock.requests.apart:
        raise Refused("kept_apart_by_request", rule=RULE, name=one.name, other=other.name)
    for holder in (one, other):
        if holder.entry in clock.requests.rest_in(stage):
            raise Refused("rests_then", rule=RULE, name=holder.name, stage=stage)
        _require_unpaired(clock, holder)
    if met and not despite_meeting:
        raise Refused("met_already", rule=RULE, name=one.name, other=other.name)
    return (PairByHand(because("meets_on_request", stage=stage), *two, stage),)


def pair_no_more(plan: Plan, clock: Clock, one: int, other: int, stage: int) -> tuple[Command, ...]:
    """The two are paired as everybody is."""
    _require_heard(plan, clock)
    _require_to_come(clock, stage)
    return (PairByHand(because("request_taken_back"), one, other, stage, is_lifted=True),)


def rest(plan: Plan, clock: Clock, holder: Holder) -> tuple[Command, ...]:
    """Sits out the stage that is paired next."""
    _require_heard(plan, clock)
    require_in(holder)
    stage = clock.stage + 1
    if holder.entry in clock.requests.rest_in(stage):
        raise Refused("asked_already", rule=RULE, name=holder.name)
    _require_unpaired(clock, holder)
    return (Rest(because("rests_on_request", stage=stage), holder.entry, stage),)


def together_again(plan: Plan, clock: Clock, one: int, other: int) -> tuple[Command, ...]:
    """The two may meet."""
    _require_heard(plan, clock)
    return (KeepApart(because("request_taken_back"), one, other, is_lifted=True),)


def play_after_all(plan: Plan, clock: Clock, entry: int, stage: int) -> tuple[Command, ...]:
    """Nobody rests in a stage that is yet to be paired."""
    _require_heard(plan, clock)
    _require_to_come(clock, stage)
    return (Rest(because("request_taken_back"), entry, stage, is_lifted=True),)


def _require_unpaired(clock: Clock, holder: Holder) -> None:
    if any(holder.entry in pair for pair in clock.requests.pairs_in(clock.stage + 1)):
        raise Refused("paired_by_hand", rule=RULE, name=holder.name)


def _require_to_come(clock: Clock, stage: int) -> None:
    if stage <= clock.stage:
        raise Refused("stage_is_paired", rule=RULE, stage=stage)


def _require_heard(plan: Plan, clock: Clock) -> None:
    if not FORMATS[plan.format].hears_requests:
        raise Refused("not_in_this_format", rule=RULE, format=plan.format)
    require_not_over(clock, rule=RULE)
