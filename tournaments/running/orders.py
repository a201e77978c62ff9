"""Carrying out what a human director orders: tables, time, people, chips by correcting transfer.

Every movement of chips is a transfer under a key of its own: the tournament and its version, which
rises with each order.
"""

from collections.abc import Iterable, Sequence

from django.db.models import F

from accounts.books.posting import account_id_of, post_transfers
from accounts.ledger import AccountKind, TransferKind, TransferPlan
from games.moves.acting import run_batch
from games.moves.commands import GiveTime
from tournaments.director.desk import commands as order
from tournaments.models import Entry, EntryStatus, PlayedRound, TournamentTable
from tournaments.running.live import LiveTournament
from tournaments.running.unsigned_sheets import ask_again


def pause_table(live: LiveTournament, command: order.PauseTable) -> None:
    """A table that rests counts as in use from now on, so the director leaves it alone."""
    table = open_table(live, command.table)
    if table.resting:
        live.count_tables([(table.size, 0, -1)])
        table.dealt, table.stacks = [], []
    table.resting, table.paused = False, True
    table.save(update_fields=("resting", "paused", "dealt", "stacks"))


def resume_table(live: LiveTournament, command: order.ResumeTable) -> None:
    table = open_table(live, command.table)
    if is_quiet(table):
        table.resting = True
        live.count_tables([(table.size, 0, 1)])
    table.paused = False
    table.save(update_fields=("resting", "paused"))


def is_quiet(table: TournamentTable) -> bool:
    """No round is on: the table rests, or it is paused and its round is settled."""
    return table.resting or (table.paused and not table.dealt)


def give_time(live: LiveTournament, command: order.GiveTime) -> None:
    table = open_table(live, command.table)
    if table.game_table_id is not None:
        run_batch([GiveTime(table_id=table.game_table_id, ms=command.ms)])


def substitute(live: LiveTournament, command: order.Substitute) -> None:
    """The stack moves to an account of the new player's; entry, seat and rounds stay."""
    entry = Entry.objects.get(pk=command.entry)
    held = entry.stack_chips + entry.forfeited_chips
    if entry.stack_account is not None:
        account = account_id_of(
            kind=AccountKind.TOURNAMENT_STACK, ref=live.ref, player_id=command.player
        )
        _post(live, f"substitute:{entry.pk}", [(entry.stack_account, -held), (account, held)])
        entry.stack_account = account
    entry.player_id = command.player
    entry.absent_rounds = 0
    entry.save(update_fields=("player", "stack_account", "absent_rounds"))
    live.record("substituted", entry=entry.pk, player=command.player)
    ask_again(live, entry.pk)


def forfeit(live: LiveTournament, command: order.Forfeit) -> None:
    """Within the player's own account of tournament chips: no stack any more, and yet not gone."""
    Entry.objects.filter(pk=command.entry).update(
        stack_chips=F("stack_chips") - command.chips,
        forfeited_chips=F("forfeited_chips") + command.chips,
    )


def deduct(live: LiveTournament, command: order.Deduct) -> None:
    Entry.objects.filter(pk=command.entry).update(
        points=F("points") - command.points, score=F("score") - command.score
    )


def hand_over(live: LiveTournament, commands: Sequence[order.HandOver]) -> None:
    entries = Entry.objects.in_bulk(
        [entry for command in commands for entry in (command.from_entry, command.to_entry)]
    )
    for place, command in enumerate(commands):
        giver, taker = entries[command.from_entry], entries[command.to_entry]
        _post(
            live,
            f"correction:{giver.pk}:{taker.pk}:{place}",
            [(_account(giver), -command.chips), (_account(taker), command.chips)],
        )
        _change_stacks([(giver.pk, -command.chips), (taker.pk, command.chips)])
        live.note(command, entry=taker.pk)
        live.note(command, entry=giver.pk)


def disqualify(live: LiveTournament, command: order.Disqualify) -> None:
    Entry.objects.filter(pk=command.entry).update(disqualified=not command.is_lifted)


def name_team(live: LiveTournament, command: order.NameTeam) -> None:
    entered = Entry.objects.filter(tournament_id=live.id).entered()
    entered.filter(team=entered.get(pk=command.entry).team).update(team=command.team)


def reinstate(live: LiveTournament, command: order.Reinstate) -> None:
    Entry.objects.filter(pk=command.entry).update(
        status=EntryStatus.IN,
        rank=None,
        left_early=False,
        absent_rounds=0,
        stack_chips=F("stack_chips") + command.chips,
        forfeited_chips=F("forfeited_chips") - command.chips,
        heads=F("heads") + command.heads,
    )
    live.record("back", entry=command.entry)


def void_rounds(live: LiveTournament, commands: Sequence[order.VoidRound]) -> None:
    for command in commands:
        changed = move_chips(
            live,
            f"void:{command.table}:{command.round_number}",
            zip(command.entries, command.changes_chips, strict=True),
        )
        PlayedRound.objects.filter(
            tournament_id=live.id, table_number=command.table, number=command.round_number
        ).update(voided=True)
        for entry, _ in changed:
            live.note(command, entry=entry, table=command.table)


def move_chips(
    live: LiveTournament, what: str, changes: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """A correcting transfer between stacks, `what` in its key; the changes that are not nothing."""
    changed = [(entry, change) for entry, change in changes if change]
    entries = Entry.objects.in_bulk([entry for entry, _ in changed])
    _post(live, what, [(_account(entries[entry]), change) for entry, change in changed])
    _change_stacks(changed)
    return changed


def open_table(live: LiveTournament, number: int) -> TournamentTable:
    return TournamentTable.objects.get(tournament_id=live.id, number=number, is_open=True)


def _account(entry: Entry) -> int:
    if entry.stack_account is None:
        raise AssertionError(f"{entry} has no stack")
    return entry.stack_account


def _change_stacks(changes: Sequence[tuple[int, int]]) -> None:
    for entry, chips in changes:
        Entry.objects.filter(pk=entry).update(stack_chips=F("stack_chips") + chips)


def _post(live: LiveTournament, what: str, postings: list[tuple[int, int]]) -> None:
    postings = [(account, chips) for account, chips in postings if chips]
    if not postings:
        return
    plan = TransferPlan.of(
        key=f"desk:{live.ref}:{live.row.version}:{what}",
        kind=TransferKind.CORRECTION,
        postings=postings,
        memo={"tournament": live.id},
    )
    post_transfers([plan])
