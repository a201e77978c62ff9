"""Finished rounds: chips change hands, who has none left is out, bounties are won (PLAY-13, 20)."""

from collections.abc import Sequence
from functools import lru_cache

from rummy.settlement import DecidedBy, ScoredRound, settle_round
from rummy.settlement.division import split_evenly
from tournaments.director.clock.schedule import share_of_round
from tournaments.director.commands import Command, CountRounds, Out, PayBounty, Remove, Settle
from tournaments.director.plan import Absent
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import RoundResult, Snapshot, TableAtHand


def settle(snapshot: Snapshot) -> tuple[Command, ...]:
    """Settle the finished rounds at hand; each is a wave while tables are independent."""
    clock, plan = snapshot.clock, snapshot.plan
    settles: list[Command] = []
    leaving: list[Command] = []
    bounties: list[Command] = []
    wave = clock.wave
    for table in snapshot.finished:
        result = table.result
        if result is None:
            raise AssertionError(f"table {table.number} has no result")
        order = _settle_table(table, result)
        settles.append(order)
        outs = _outs(table, result, order.changes_chips, wave)
        leaving += outs
        if outs and plan.bounty_chips:
            heads = {sitting.entry: sitting.heads for sitting in table.sittings}
            for out in outs:
                bounties += _bounty(snapshot, order.winners, out.entry, heads[out.entry])
        if plan.absent is Absent.REMOVED:
            staying = snapshot.field.alive - len(leaving)
            leaving += _absent(snapshot, table, order, {out.entry for out in outs}, wave, staying)
        if not clock.together:
            wave += 1
    if not settles:
        return ()
    share = share_of_round(snapshot.field.tables_with_two) * len(settles)
    counted = CountRounds(
        because("rounds_counted", tables=len(settles)),
        wave,
        clock.total_micro + share,
        clock.wave_open,
    )
    return (*settles, *leaving, *bounties, counted)


def _settle_table(table: TableAtHand, result: RoundResult) -> Settle:
    settled = settle_round(
        ScoredRound(result.stacks_chips, result.scores, result.pcr, result.dealer)
    )
    capped = sum(payment.is_capped for payment in settled.payments)
    reason = _because_settled(result.pcr, settled.decided_by, capped)
    winners = tuple(result.entries[place] for place in settled.winners)
    changes = settled.changes_chips
    return Settle(reason, table.number, result.number, result.entries, changes, winners)


@lru_cache(maxsize=1_024)
def _because_settled(pcr: int, decided_by: DecidedBy, capped: int) -> Reason:
    """Most rounds of a level have one of a few reasons."""
    return because("round_settled", pcr=pcr, decided_by=decided_by.value, capped=capped)


def _outs(
    table: TableAtHand, result: RoundResult, changes_chips: Sequence[int], wave: int
) -> list[Out]:
    """Who has nothing left, chips bought meanwhile included."""
    found = []
    changes = dict(zip(result.entries, changes_chips, strict=True))
    for sitting in table.sittings:
        # The stack with what was bought meanwhile; who did not play has it unchanged.
        if sitting.stack_chips + changes.get(sitting.entry, 0) > 0:
            continue
        before = result.stacks_chips[result.entries.index(sitting.entry)]
        reason = because("out_of_chips", chips=before, wave=wave)
        found.append(Out(reason, sitting.entry, table.number, wave, before))
    return found


def _bounty(snapshot: Snapshot, winners: tuple[int, ...], out: int, heads: int) -> list[Command]:
    bounty = snapshot.plan.bounty_chips
    shares = split_evenly(heads * bounty, len(winners))
    facts = {"out": out, "heads": heads, "bounty_chips": bounty, "winners": len(winners)}
    return [
        PayBounty(because("bounty_won", prize_chips=chips, **facts), winner, out, chips)
        for winner, chips in zip(winners, shares, strict=True)
        if chips
    ]


def _absent(
    snapshot: Snapshot, table: TableAtHand, settled: Settle, out: set[int], wave: int, staying: int
) -> list[Command]:
    """Players nobody has seen for `absent_rounds` rounds; somebody always stays (PLAY-45).

    Who has the most chips is the last to go.
    """
    changes = dict(zip(settled.entries, settled.changes_chips, strict=True))
    absent = [
        (sitting.stack_chips + changes.get(sitting.entry, 0), sitting)
        for sitting in table.sittings
        if sitting.entry not in out and sitting.absent_rounds >= snapshot.plan.absent_rounds
    ]
    fewest_first = sorted(absent, key=lambda found: found[0])
    return [
        Remove(
            because("absent_too_long", rounds=sitting.absent_rounds),
            sitting.entry,
            table.number,
            wave,
            chips,
        )
        for chips, sitting in fewest_first[: max(0, staying - 1)]
    ]
