"""Finished rounds: chips change hands, who has none left is out, bounties are won (PLAY-13, 20)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rummy.settlement import DecidedBy, ScoredRound, settle_round
from rummy.settlement.division import split_evenly
from tournaments.director.clock.schedule import share_of_round
from tournaments.director.commands import Command, CountRounds, Out, PayBounty, Remove, Settle
from tournaments.director.desk.commands import Forfeit
from tournaments.director.plan import Absent
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import Clock, RoundResult, Sitting, Snapshot, TableAtHand


def settle(snapshot: Snapshot) -> tuple[Command, ...]:
    """Settle the finished rounds at hand; each is a wave while tables are independent."""
    clock, plan = snapshot.clock, snapshot.plan
    settles: list[Command] = []
    penalties: list[Forfeit] = []
    leaving: list[Command] = []
    bounties: list[Command] = []
    wave, idle = clock.wave, clock.idle
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
        idle = idle + 1 if _is_idle(table, order) else 0
        stacks = _stacks(table, order, {out.entry for out in outs})
        penalties += _penalties(clock, stacks)
        staying = snapshot.field.alive - len(leaving)
        deserted = _is_deserted(snapshot, table, order, staying)
        leaving += _going(snapshot, table, stacks, wave, staying, deserted=deserted)
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
        idle,
    )
    return (*settles, *penalties, *leaving, *bounties, counted)


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


def _is_idle(table: TableAtHand, settled: Settle) -> bool:
    """The table played for everybody, and nobody has a chip more or less than before."""
    nobody = all(sitting.absent_rounds for sitting in table.sittings)
    return nobody and not any(settled.changes_chips)


def _is_deserted(snapshot: Snapshot, table: TableAtHand, settled: Settle, staying: int) -> bool:
    """Cards by themselves move no chip here for good, while others are there to be waited for.

    Twice as long as a whole field may be gone, so that a tournament without players ends first.
    """
    patience = 2 * snapshot.plan.absent_rounds
    return (
        not snapshot.clock.entries_open
        and staying > len(table.sittings)
        and _is_idle(table, settled)
        and all(sitting.absent_rounds >= patience for sitting in table.sittings)
    )


def _stacks(table: TableAtHand, settled: Settle, out: set[int]) -> dict[int, int]:
    """What everybody at the table who is not out has after the round."""
    changes = dict(zip(settled.entries, settled.changes_chips, strict=True))
    return {
        sitting.entry: sitting.stack_chips + changes.get(sitting.entry, 0)
        for sitting in table.sittings
        if sitting.entry not in out
    }


def _penalties(clock: Clock, stacks: dict[int, int]) -> list[Forfeit]:
    """What was owed until the round was over, as far as the stack reaches; one chip stays.

    The penalty given first takes first. `stacks` are what is left after all of them.
    """
    taken = []
    for debt in clock.owed:
        if debt.entry not in stacks:
            continue
        chips = min(debt.chips, stacks[debt.entry] - 1)
        stacks[debt.entry] -= chips
        reason = because("owed_penalty", chips=chips, number=debt.chips, penalty=debt.penalty)
        taken.append(Forfeit(reason, debt.entry, chips, debt.penalty))
    return taken


def _going(
    snapshot: Snapshot,
    table: TableAtHand,
    stacks: Mapping[int, int],
    wave: int,
    staying: int,
    *,
    deserted: bool,
) -> list[Command]:
    """Who wished to go, and whom nobody has seen for too long; somebody always stays (PLAY-45).

    Who has the most chips is the last to go, and stays where nobody is at the table any more.
    Whom an order of the director takes out after this round does not go by themselves before it.
    """
    later = dict(snapshot.clock.out_later)
    here = [one for one in table.sittings if one.entry in stacks and one.entry not in later]
    here.sort(key=lambda sitting: stacks[sitting.entry])
    gone = [(sitting, reason) for sitting in here if (reason := _why_gone(snapshot, sitting))]
    if deserted:
        going = {sitting.entry for sitting, _ in gone}
        left = [sitting for sitting in here if sitting.entry not in going]
        gone += [
            (sitting, because("nobody_at_table", rounds=sitting.absent_rounds))
            for sitting in left[:-1]
        ]
    return [
        Remove(reason, sitting.entry, table.number, wave, stacks[sitting.entry])
        for sitting, reason in gone[: max(0, staying - 1)]
    ]


def _why_gone(snapshot: Snapshot, sitting: Sitting) -> Reason | None:
    plan = snapshot.plan
    if sitting.entry in snapshot.clock.leaving:
        return because("left_by_wish")
    if plan.absent is Absent.REMOVED and sitting.absent_rounds >= plan.absent_rounds:
        return because("absent_too_long", rounds=sitting.absent_rounds)
    return None
