"""Calling a tournament off: who gets what back (PLAY-46).

Before the first elimination everything, the fee too. Later half of the pool in equal parts and
half by chips. In the money the smallest unpaid prize each, and the rest by chips.
"""

from collections.abc import Sequence

from rummy.settlement.division import split_by_weight, split_evenly
from tournaments.director.clock.clockwork import close_entries
from tournaments.director.commands import Cancel, Command, Rank, Refund
from tournaments.director.prizes import ladder
from tournaments.director.ranking import final_ladder_of, keep_heads, rank_the_fallen, ranked
from tournaments.director.reasons import Reason, because
from tournaments.director.seating.moving_up import in_order, move_up
from tournaments.director.snapshot import Placed, Snapshot, Standing


def call_off(snapshot: Snapshot, reason: Reason) -> tuple[Command, ...]:
    """End it here. `unranked` must hold all entries without a rank; chips are those of the last
    settled rounds, rounds in play count for nothing."""
    if not snapshot.field.eliminations:
        refunds = tuple(
            Refund(
                because(
                    "refund_in_full", paid_chips=standing.paid_chips, fee_chips=standing.fee_chips
                ),
                *(standing.entry, standing.paid_chips, standing.fee_chips),
            )
            for standing in snapshot.unranked
            if standing.paid_chips or standing.fee_chips
        )
        return (*refunds, Cancel(reason))
    staying = [standing for standing in snapshot.unranked if standing.is_in]
    ranked = () if snapshot.clock.entries_open else rank_the_fallen(snapshot)
    moved, left = _move_up(snapshot, ranked)
    return (
        *close_entries(snapshot.clock),
        *ranked,
        *moved,
        *_share_pool(snapshot, staying, left),
        *_bounties(snapshot, staying),
        Cancel(reason),
    )


def call_off_stages(snapshot: Snapshot, reason: Reason) -> tuple[Command, ...]:
    """The same in a tournament of stages, once somebody has lost a bracket or was taken out.

    No chips tell those who are in apart: what is left of the pool is theirs in equal parts. Who is
    out has the rank that was reached, and its prize if there is one. `records` must be there too.
    """
    barred = snapshot.clock.disqualified
    out = [
        record
        for record in snapshot.records
        if record.lost_stage is not None or record.withdrawn or record.entry in barred
    ]
    left = {record.entry for record in out}
    staying = [standing.entry for standing in snapshot.unranked if standing.entry not in left]
    final = final_ladder_of(snapshot)
    ranks = ranked(
        final,
        out,
        len(staying) + 1,
        # Who lost later is ahead; behind them who was taken out, and then the disqualified.
        lambda one: (one.entry in barred, one.withdrawn, -(one.lost_stage or 0)),
        lambda _, rank, tied: because("rank_when_called_off", rank=rank, tied=tied),
        barred,
    )
    unpaid = sum(final.prizes_chips[: len(staying)])
    facts = {"players": len(staying), "pool_chips": unpaid}
    refunds = tuple(
        Refund(because("refund_equal_shares", refund_chips=chips, **facts), entry, chips, 0)
        for entry, chips in zip(staying, split_evenly(unpaid, len(staying)), strict=True)
        if chips
    )
    return (*close_entries(snapshot.clock), *ranks, *refunds, Cancel(reason))


def _move_up(snapshot: Snapshot, ranked: Sequence[Command]) -> tuple[tuple[Command, ...], int]:
    """Who was out behind a disqualified player, those ranked just now among them."""
    numbers = {standing.entry: standing.number for standing in snapshot.unranked}
    now = [Placed(c.entry, numbers[c.entry], c.rank) for c in ranked if isinstance(c, Rank)]
    field = snapshot.field
    moved, left = move_up(
        ladder(snapshot.plan.prizes, field.contenders, field.pool_chips(snapshot.plan)),
        field.entries,
        (*snapshot.placed, *now),
        snapshot.clock.disqualified,
    )
    return in_order(moved), left


def _share_pool(snapshot: Snapshot, staying: Sequence[Standing], left: int) -> tuple[Command, ...]:
    plan, field = snapshot.plan, snapshot.field
    prizes = ladder(plan.prizes, field.contenders, field.pool_chips(plan)).prizes_chips
    staying = sorted(staying, key=lambda standing: (-standing.chips, standing.number))
    count = len(staying)
    chips = [standing.chips for standing in staying]
    if not snapshot.clock.entries_open and count <= len(prizes):
        smallest = prizes[count - 1]
        by_chips = _by_chips(sum(prizes[:count]) + left - count * smallest, chips)
        code, equal = "refund_smallest_prize_rest_by_chips", (smallest,) * count
    else:
        pool = field.pool_chips(plan)
        equal = split_evenly(pool // 2, count)
        by_chips = _by_chips(pool - pool // 2, chips)
        code = "refund_half_equal_half_by_chips"
    facts = {"players": count, "all": sum(chips), "rest_chips": sum(by_chips)}
    return tuple(
        Refund(
            because(
                code,
                chips=standing.chips,
                refund_chips=even + share,
                even_chips=even,
                share_chips=share,
                **facts,
            ),
            *(standing.entry, even + share, 0),
        )
        for standing, even, share in zip(staying, equal, by_chips, strict=True)
        if even + share
    )


def _by_chips(total: int, chips: Sequence[int]) -> tuple[int, ...]:
    return split_by_weight(total, chips) if any(chips) else split_evenly(total, len(chips))


def _bounties(snapshot: Snapshot, staying: Sequence[Standing]) -> tuple[Command, ...]:
    """Everybody keeps their own head; heads nobody took go in equal parts."""
    bounty = snapshot.plan.bounty_chips
    if not bounty or not staying:
        return ()
    unclaimed = split_evenly(snapshot.field.unclaimed_heads * bounty, len(staying))
    return tuple(
        kept
        for standing, odd in zip(staying, unclaimed, strict=True)
        for kept in keep_heads(standing, bounty, odd)
    )
