"""The director's orders for chips: penalty, correction, disqualification, settlement taken back.

Every order moves chips from one place to another: their sum is the same before and after
(PLAY-23). Chips that have been played on with are out of reach, and the refusal says whose.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummy.settlement.division import split_by_weight
from tournaments.director.clock.clockwork import wave_of_its_own
from tournaments.director.commands import Command, Remove
from tournaments.director.desk import commands as orders
from tournaments.director.desk.holders import (
    RULE,
    Holder,
    no_longer_later,
    require_in,
    require_no_bounty,
    require_not_out_later,
    require_positive,
    require_quiet,
    require_reachable,
    require_running,
    require_same_stack,
)
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.plan import Plan
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import Clock, Field


def penalize(
    plan: Plan, clock: Clock, holder: Holder, *, number: int, penalty: int
) -> tuple[Command, ...]:
    """Chips out of a stack, or points where there are no stacks; `penalty` is its number.

    A stack with which a round is being played is not touched: then once that is settled, as far as
    the stack still reaches. Neither may ask for more than there is now.
    """
    require_running(clock)
    require_in(holder)
    require_positive(number)
    if not FORMATS[plan.format].plays_for_chips:
        if FORMATS[plan.format].knocks_out:
            raise Refused("points_without_effect", rule=RULE, format=plan.format)
        return (_deduct(plan, because("penalty_points", points=number), holder, number),)
    require_reachable(holder, number, owed=clock.owed_by(holder.entry))
    if not holder.quiet:
        reason = because("penalty_after_round", chips=number)
        return (orders.Owe(reason, holder.entry, number, penalty),)
    return (orders.Forfeit(because("penalty_chips", chips=number), holder.entry, number),)


def lift_penalty(
    plan: Plan, clock: Clock, holder: Holder, *, number: int, penalty: int, taken: int
) -> tuple[Command, ...]:
    """Take a penalty back, still owed or `taken`: so many chips come to those who are still in.

    Raises Refused(penalty_took_nothing): what it was owed was lost before it could be taken.
    """
    require_running(clock)
    if not FORMATS[plan.format].plays_for_chips:
        return (_deduct(plan, because("points_given_back", points=number), holder, -number),)
    require_in(holder)
    for debt in clock.owed:
        if debt.penalty == penalty:
            reason = because("penalty_lifted", chips=debt.chips)
            return (orders.Owe(reason, holder.entry, -debt.chips, debt.penalty),)
    if not taken:
        raise Refused("penalty_took_nothing", rule=RULE, name=holder.name, number=number)
    reason = because("penalty_returned", chips=taken, number=number)
    return (orders.Forfeit(reason, holder.entry, -taken),)


def _deduct(plan: Plan, reason: Reason, holder: Holder, number: int) -> orders.Deduct:
    if FORMATS[plan.format].total_decides:
        return orders.Deduct(reason, holder.entry, 0, number)
    return orders.Deduct(reason, holder.entry, number)


def adjust(
    plan: Plan, clock: Clock, giver: Holder, taker: Holder, *, chips: int
) -> tuple[Command, ...]:
    """A correcting transfer between two stacks."""
    require_running(clock)
    if not FORMATS[plan.format].plays_for_chips:
        raise Refused("not_in_this_format", rule=RULE, format=plan.format)
    require_in(giver)
    require_in(taker)
    if giver.entry == taker.entry:
        raise Refused("same_player", rule=RULE, name=giver.name)
    require_positive(chips)
    require_quiet(clock, [giver])
    require_reachable(giver, chips)
    reason = because("stacks_corrected", chips=chips, giver=giver.name, taker=taker.name)
    return (orders.HandOver(reason, giver.entry, taker.entry, chips),)


@dataclass(frozen=True, slots=True)
class WonRound:
    """A settled round as it counts now; `out` are those who lost the last of their stack in it.

    `stacks_chips`, `pcr` and the `dealer` are what it was played with.
    """

    table: int
    number: int
    entries: tuple[int, ...]
    changes_chips: tuple[int, ...]
    out: tuple[int, ...] = ()
    stacks_chips: tuple[int, ...] = ()
    pcr: int = 0
    dealer: int = 0


@dataclass(frozen=True, slots=True)
class Restitution:
    """What one player lost to the disqualified, and what of it comes back.

    `back_chips` is nothing for who is out: their share stays forfeited.
    """

    entry: int
    lost_chips: int
    back_chips: int


def restitution(
    rounds: Sequence[WonRound], holder: Holder, staying: Mapping[int, Holder]
) -> tuple[Restitution, ...]:
    """Who gets what back of the disqualified player's wins, as far as their stack reaches.

    What several winners shared counts by the disqualified player's part.
    """
    lost: dict[int, int] = {}
    for played in rounds:
        changes = dict(zip(played.entries, played.changes_chips, strict=True))
        won = changes.get(holder.entry, 0)
        losers = {entry: -change for entry, change in changes.items() if change < 0}
        if won <= 0 or not losers:
            continue
        shares = split_by_weight(won, list(losers.values()))
        for entry, share in zip(losers, shares, strict=True):
            lost[entry] = lost.get(entry, 0) + share
    if not lost:
        return ()
    claims = list(lost.values())
    within = min(holder.stack_chips, sum(claims))
    return tuple(
        Restitution(entry, claim, back if entry in staying else 0)
        for (entry, claim), back in zip(lost.items(), split_by_weight(within, claims), strict=True)
    )


def disqualify(
    clock: Clock,
    field: Field,
    holder: Holder,
    rounds: Sequence[WonRound],
    staying: Mapping[int, Holder],
) -> tuple[Command, ...]:
    """Out, with what was won from others given back and the rest forfeited.

    During a round it waits until that is settled: then follows `disqualify_after_round`.
    """
    require_running(clock)
    require_in(holder)
    if holder.table is None:
        raise Refused("not_seated", rule=RULE, name=holder.name)
    require_not_out_later(clock, holder)
    if field.alive <= 1:
        raise Refused("last_player", rule=RULE)
    if not holder.quiet:
        reason = because("out_after_round", table=holder.table)
        return (orders.OutLater(reason, holder.entry, "disqualify"),)
    return _disqualified(clock, holder, rounds, staying)


def disqualify_after_round(
    clock: Clock,
    field: Field,
    holder: Holder,
    rounds: Sequence[WonRound],
    staying: Mapping[int, Holder],
) -> tuple[Command, ...]:
    """What becomes of a disqualification that waited, now that the round is settled.

    Who lost their last chips in it, or went, only loses the prize. Who is the last one left has
    won: the order has no effect any more.
    """
    if not holder.is_in:
        return (orders.Disqualify(because("disqualified_when_out"), holder.entry),)
    if field.alive <= 1:
        return (no_longer_later(holder.entry),)
    return _disqualified(clock, holder, rounds, staying)


def lift_disqualification(clock: Clock, holder: Holder) -> tuple[Command, ...]:
    """Who was out already, and only lost the prize, may have it again until they have a rank.

    Raises Refused(not_running | others_out_since).
    """
    require_running(clock)
    if holder.rank is not None:
        raise Refused("others_out_since", rule=RULE, name=holder.name, rank=holder.rank)
    lifted = because("disqualification_lifted")
    return (orders.Disqualify(lifted, holder.entry, is_lifted=True),)


def _disqualified(
    clock: Clock, holder: Holder, rounds: Sequence[WonRound], staying: Mapping[int, Holder]
) -> tuple[Command, ...]:
    shares = [share for share in restitution(rounds, holder, staying) if share.back_chips]
    handed = tuple(
        orders.HandOver(
            because("restitution", chips=share.back_chips, lost=share.lost_chips, name=holder.name),
            holder.entry,
            share.entry,
            share.back_chips,
        )
        for share in shares
    )
    left = holder.stack_chips - sum(share.back_chips for share in shares)
    reason = because("disqualified", forfeited=left)
    return (
        *handed,
        orders.Disqualify(reason, holder.entry),
        *wave_of_its_own(clock, reason),
        Remove(reason, holder.entry, holder.table or 0, clock.wave, left),
    )


def reinstate(
    plan: Plan, clock: Clock, field: Field, holder: Holder, *, chips: int, heads: int
) -> tuple[Command, ...]:
    """A removal is taken back: in again, with the chips that were forfeited by it.

    Refused when a prize has been paid for the rank, or somebody else has it too, or has been out
    since and has a rank that would be this player's.
    """
    require_running(clock)
    if holder.is_in:
        raise Refused("not_out", rule=RULE)
    _require_seats_for(plan)
    _require_last_rank(field, holder)
    reason = because("reinstated", chips=chips)
    return (orders.Reinstate(reason, holder.entry, chips, heads, holder.rank is not None),)


def _require_seats_for(plan: Plan) -> None:
    """Where nobody is moved, nobody can be seated again."""
    if not FORMATS[plan.format].moves_players:
        raise Refused("not_in_this_format", rule=RULE, format=plan.format)


def _require_last_rank(field: Field, holder: Holder) -> None:
    if holder.rank is None:
        return
    if holder.paid_chips:
        raise Refused("prize_is_paid", rule=RULE, name=holder.name, chips=holder.paid_chips)
    if holder.rank != field.alive + 1 or holder.is_shared:
        raise Refused("others_out_since", rule=RULE, name=holder.name, rank=holder.rank)


def return_restitution(
    clock: Clock,
    holders: Mapping[int, Holder],
    entry: int,
    shares: Sequence[tuple[int, int]],
    name: str,
) -> tuple[Command, ...]:
    """Who had chips back of a disqualified player hands them over again."""
    for other, chips in shares:
        require_in(holders[other])
        require_quiet(clock, [holders[other]])
        require_reachable(holders[other], chips)
    return tuple(
        orders.HandOver(
            because("restitution_returned", chips=chips, name=name), other, entry, chips
        )
        for other, chips in shares
    )


def void_round(
    plan: Plan, clock: Clock, field: Field, played: WonRound, holders: Mapping[int, Holder]
) -> tuple[Command, ...]:
    """A settlement is taken back, as long as its chips can be reached.

    Who won must still have the chips and sit where no round is on. Who went out by it is in
    again.
    """
    require_running(clock)
    out: list[Holder] = []
    for entry, change in zip(played.entries, played.changes_chips, strict=True):
        holder = holders[entry]
        if change:
            require_same_stack(holder, played.out)
        if change < 0:
            require_no_bounty(plan, holder, played.out)
        if change > 0:
            require_in(holder)
            require_quiet(clock, [holder])
            require_reachable(holder, change)
        elif not holder.is_in:
            out.append(holder)
    if not any(played.changes_chips):
        moved = {"table": played.table, "number": played.number}
        raise Refused("no_chips_to_take_back", rule=RULE, **moved)
    if out:
        _require_seats_for(plan)
    for holder in out:
        _require_out_by(played, holder)
        _require_last_rank(field, holder)
    # Several went out at once: their ranks were shared or next to each other.
    if sum(holder.rank is not None for holder in out) > 1:
        raise Refused("others_out_since", rule=RULE, name=out[0].name, rank=out[0].rank)
    reason = because("settlement_taken_back", table=played.table, number=played.number)
    back = tuple(-change for change in played.changes_chips)
    again = because("reinstated", chips=0)
    return (
        orders.VoidRound(reason, played.table, played.number, played.entries, back),
        *(orders.Reinstate(again, holder.entry, 0, 0, holder.rank is not None) for holder in out),
    )


def _require_out_by(played: WonRound, holder: Holder) -> None:
    """Chips only come back to who lost the last of them in this round, not to a later loser.

    Who has lost another stack since may have lost as many chips again.
    """
    change = dict(zip(played.entries, played.changes_chips, strict=True))[holder.entry]
    later = holder.last_round not in (None, (played.table, played.number))
    if later or holder.stack_chips or holder.forfeited_chips or holder.out_chips != -change:
        raise Refused("out_since", rule=RULE, name=holder.name)
