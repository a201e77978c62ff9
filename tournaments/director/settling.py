"""Finished rounds: chips change hands, who has none left is out, bounties are won (PLAY-13, 20)."""

from accounts.ledger import split_evenly
from games.settlement import RoundSettlement, ScoredRound, settle_round
from tournaments.director.commands import Command, CountRounds, Out, PayBounty, Remove, Settle
from tournaments.director.plan import Absent
from tournaments.director.reasons import because
from tournaments.director.schedule import share_of_round
from tournaments.director.snapshot import RoundResult, Snapshot, TableAtHand


def settle(snapshot: Snapshot) -> tuple[Command, ...]:
    """Settle the finished rounds at hand; each is a wave while tables are independent."""
    clock, plan = snapshot.clock, snapshot.plan
    commands: list[Command] = []
    wave, leavers = clock.wave, 0
    for table in snapshot.finished:
        result = table.result
        if result is None:
            raise AssertionError(f"table {table.number} has no result")
        commands += _settle_table(snapshot, table, result, wave)
        if plan.absent is Absent.REMOVED:
            removed = _absent(snapshot, table, result, commands, wave, leavers)
            leavers += len(removed)
            commands += removed
        if not clock.together:
            wave += 1
    if commands:
        share = share_of_round(snapshot.field.tables) * len(snapshot.finished)
        commands.append(
            CountRounds(
                because("rounds_counted", tables=len(snapshot.finished)),
                wave,
                clock.level_micro + share,
                clock.total_micro + share,
                clock.wave_open,
            )
        )
    return tuple(commands)


def _settle_table(
    snapshot: Snapshot, table: TableAtHand, result: RoundResult, wave: int
) -> list[Command]:
    settled = settle_round(
        ScoredRound(result.stacks_chips, result.scores, result.pcr, result.dealer)
    )
    reason = because(
        "round_settled",
        pcr=result.pcr,
        decided_by=settled.decided_by.value,
        capped=sum(payment.is_capped for payment in settled.payments),
    )
    winners = tuple(result.entries[place] for place in settled.winners)
    commands: list[Command] = [
        Settle(reason, table.number, result.number, result.entries, settled.changes_chips, winners)
    ]
    for sitting in table.sittings:
        if _stack_after(sitting.entry, sitting.stack_chips, result, settled) > 0:
            continue
        before = result.stacks_chips[result.entries.index(sitting.entry)]
        out = because("out_of_chips", chips=before, wave=wave)
        commands.append(Out(out, sitting.entry, table.number, wave, before))
        commands += _bounty(snapshot, winners, sitting.entry, sitting.heads)
    return commands


def _stack_after(entry: int, stack: int, result: RoundResult, settled: RoundSettlement) -> int:
    """The stack with what was bought meanwhile; who did not play has it unchanged."""
    if entry not in result.entries:
        return stack
    return stack + settled.changes_chips[result.entries.index(entry)]


def _bounty(snapshot: Snapshot, winners: tuple[int, ...], out: int, heads: int) -> list[Command]:
    shares = split_evenly(heads * snapshot.plan.bounty_chips, len(winners))
    return [
        PayBounty(because("bounty_won", out=out), winner, out, chips)
        for winner, chips in zip(winners, shares, strict=True)
        if chips
    ]


def _absent(
    snapshot: Snapshot,
    table: TableAtHand,
    result: RoundResult,
    commands: list[Command],
    wave: int,
    leavers: int,
) -> list[Command]:
    """Players nobody has seen for `absent_rounds` rounds; somebody always stays (PLAY-45)."""
    settled = next(c for c in reversed(commands) if isinstance(c, Settle))
    out = {command.entry for command in commands if isinstance(command, Out)}
    rounds = snapshot.plan.absent_rounds
    found: list[Command] = []
    staying = snapshot.field.alive - len(out) - leavers
    for sitting in table.sittings:
        if sitting.entry in out or sitting.absent_rounds < rounds or staying <= 1:
            continue
        chips = sitting.stack_chips
        if sitting.entry in settled.entries:
            chips += settled.changes_chips[settled.entries.index(sitting.entry)]
        reason = because("absent_too_long", rounds=sitting.absent_rounds)
        found.append(Remove(reason, sitting.entry, table.number, wave, chips))
        staying -= 1
    return found
