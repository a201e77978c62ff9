"""Ranks and the prizes that go with them (PLAY-43, PLAY-44, PLAY-47).

Out in a later round is better; in the same round, more chips at its start; equal ones share the
prizes of their places. Ranks are given once nobody can enter or come back any more.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Protocol, TypeVar

from tournaments.director.commands import Command, PayBounty, PayPrize, Rank
from tournaments.director.prizes import Ladder, ladder
from tournaments.director.reasons import Reason, because
from tournaments.director.seating.moving_up import for_so_many, in_order, move_up, with_first
from tournaments.director.snapshot import Record, Snapshot, Standing


class Ranked(Protocol):
    """What has a place: an entry, or several of them together. `number` is the order of entry."""

    @property
    def number(self) -> int: ...


One = TypeVar("One", Standing, Record)
Placeable = TypeVar("Placeable", bound=Ranked)


def ladder_of(snapshot: Snapshot) -> Ladder:
    plan, field = snapshot.plan, snapshot.field
    return ladder(plan.prizes, field.contenders, field.pool_chips(plan))


def final_ladder_of(snapshot: Snapshot) -> Ladder:
    """Where all ranks are given at once: the disqualified are behind everybody."""
    left = snapshot.field.entries - len(snapshot.clock.disqualified)
    return for_so_many(ladder_of(snapshot), left)


def rank_the_fallen(snapshot: Snapshot) -> tuple[Command, ...]:
    """Ranks behind everybody who is still in, for those who are out."""
    fallen = [standing for standing in snapshot.unranked if not standing.is_in]
    first = snapshot.field.alive + 1
    barred = snapshot.clock.disqualified
    return ranked(
        ladder_of(snapshot),
        fallen,
        first,
        lambda standing: (-standing.wave, -standing.chips),
        _because_out,
        barred,
    )


def rank_survivors(snapshot: Snapshot) -> tuple[Command, ...]:
    """Ranks from first down for those who are in at the end; bounties left are theirs.

    A large field is ranked in portions: `snapshot.unranked` are the best who have no rank yet.
    """
    staying = [standing for standing in snapshot.unranked if standing.is_in]
    first = 1 + snapshot.field.ranked
    if snapshot.field.alive == 1:
        entries = snapshot.field.entries
        why: Callable[[Standing, int, int], Reason] = lambda *_: because(  # noqa: E731
            "last_with_chips", entries=entries
        )
    else:
        why = _because_chips
    moved, left = move_up(
        ladder_of(snapshot), snapshot.field.entries, snapshot.placed, snapshot.clock.disqualified
    )
    ladder = replace(with_first(ladder_of(snapshot), left), again_chips=left)
    ranks = ranked(ladder, staying, first, lambda standing: -standing.chips, why)
    return (*in_order(moved), *ranks, *_heads_kept(snapshot, staying))


def ranked(
    ladder: Ladder,
    entries: Sequence[One],
    first_rank: int,
    order: Callable[[One], Any],
    why: Callable[[One, int, int], Reason],
    barred: Collection[int] = (),
) -> tuple[Command, ...]:
    """Ranks from `first_rank` down, then their prizes; `why` is told rank and number of the tied.

    `order` is least for the best; who is `barred` takes no prize for now.
    """
    ranks: list[Command] = []
    prizes: list[Command] = []
    for first, tied in tied_groups(entries, first_rank, order):
        ranks += [Rank(why(one, first, len(tied)), one.entry, first) for one in tied]
        prizes += prizes_for(ladder, first, [one.entry for one in tied], barred)
    return (*ranks, *prizes)


def tied_groups(
    entries: Sequence[Placeable], first_rank: int, order: Callable[[Placeable], Any]
) -> Iterator[tuple[int, list[Placeable]]]:
    """(rank, those that share it), best first; the tied in the order of entry."""
    best_first = sorted((order(one), one.number, one) for one in entries)
    rank = first_rank
    for _, group in groupby(best_first, key=itemgetter(0)):
        tied = [one for _, _, one in group]
        yield rank, tied
        rank += len(tied)


def prizes_for(
    ladder: Ladder, rank: int, entries: Sequence[int], barred: Collection[int] = ()
) -> list[Command]:
    """The prizes of entries that share the places from `rank` on; odd chips in their order.

    Who is `barred` takes none for now: it is shared out at the end.
    """
    last = rank + len(entries) - 1
    if rank > ladder.places:
        return []
    ticket, shares = ladder.is_ticket(rank, last), ladder.shared(rank, last)
    return [
        PayPrize(because_paid(ladder, rank, shares, chips), entry, rank, chips, ticket)
        for entry, chips in zip(entries, shares, strict=True)
        if chips and entry not in barred
    ]


def because_paid(ladder: Ladder, rank: int, shares: Sequence[int], chips: int) -> Reason:
    """The amount, and how it comes about."""
    if ladder.is_ticket(rank, rank + len(shares) - 1):
        return because("ticket_won", rank=rank, tickets=ladder.tickets, prize_chips=chips)
    facts = {"rank": rank, "places": ladder.places, "prize_chips": chips}
    if len(shares) > 1:
        return because("prize_shared", tied=len(shares), sum_chips=sum(shares), **facts)
    facts["pool_chips"] = ladder.pool_chips
    if rank <= len(ladder.percentages):
        return because("prize_by_percentage", percent=ladder.percentages[rank - 1], **facts)
    return because("prize_of_rank", **facts)


def _heads_kept(snapshot: Snapshot, staying: Sequence[Standing]) -> tuple[Command, ...]:
    """Who is in at the end keeps the bounty on their own head; the first also what nobody won."""
    bounty = snapshot.plan.bounty_chips
    if not bounty:
        return ()
    best_first = sorted(staying, key=lambda standing: (-standing.chips, standing.number))
    unclaimed = 0 if snapshot.field.ranked else snapshot.field.unclaimed_heads
    commands: list[Command] = []
    for place, standing in enumerate(best_first):
        others = bounty * unclaimed if place == 0 else 0
        commands += keep_heads(standing, bounty, others)
    return tuple(commands)


def keep_heads(standing: Standing, bounty: int, others_chips: int) -> tuple[Command, ...]:
    """What nobody won of an entry's own heads, and `others_chips` of those who left."""
    own = bounty * standing.heads
    if not own + others_chips:
        return ()
    facts = {"heads": standing.heads, "bounty_chips": bounty, "prize_chips": own + others_chips}
    reason = because("bounty_kept", **facts)
    if others_chips:
        reason = because("bounties_kept", others_chips=others_chips, **facts)
    return (PayBounty(reason, standing.entry, standing.entry, own + others_chips),)


def _because_out(standing: Standing, rank: int, tied: int) -> Reason:
    facts = {"rank": rank, "wave": standing.wave, "chips": standing.chips}
    if tied > 1:
        return because("rank_shared", tied=tied, **facts)
    return because("rank_by_round", **facts)


def _because_chips(standing: Standing, rank: int, tied: int) -> Reason:
    # By hand, for 100,000 of them; facts come in the order of their names.
    return Reason("rank_by_chips", (("chips", standing.chips), ("rank", rank), ("tied", tied)))
