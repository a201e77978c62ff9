"""Carrying out rounds: dealt at game tables, or at real ones; settled in tournament chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection

from accounts.ledger import TransferKind, TransferPlan
from accounts.services.ledger import post_transfers
from tournaments.director import commands as order
from tournaments.models import Entry, PlayedRound, TournamentTable
from tournaments.services.game_tables import deal_at_game_tables
from tournaments.services.live import LiveTournament

_READY = """
SELECT number FROM tournaments_tournamenttable
WHERE tournament_id = %s AND is_open AND resting AND size >= %s
"""
# The entries at a table and what they have now are what the round is played and settled with.
_DEAL = """
UPDATE tournaments_tournamenttable t
SET resting = false, held = false, result = NULL, rounds = t.rounds + 1, pcr = %(pcr)s,
    dealt = sat.entries, stacks = sat.stacks
FROM (SELECT e.table_number, array_agg(e.id ORDER BY e.seat) AS entries,
             array_agg(e.stack_chips ORDER BY e.seat) AS stacks
      FROM tournaments_entry e
      WHERE e.tournament_id = %(tournament)s AND e.table_number = ANY(%(numbers)s)
      GROUP BY e.table_number) AS sat
WHERE t.tournament_id = %(tournament)s AND t.number = sat.table_number
RETURNING t.id, t.number, t.rounds, t.dealt
"""
_PAY = """
UPDATE tournaments_entry e SET stack_chips = e.stack_chips + paid.chips
FROM unnest(%s::bigint[], %s::bigint[]) AS paid (id, chips) WHERE e.id = paid.id
"""


def start_rounds(live: LiveTournament, commands: Sequence[order.StartRounds]) -> None:
    for command in commands:
        with connection.cursor() as cursor:
            cursor.execute(_READY, [live.id, command.least_players])
            numbers = [number for (number,) in cursor.fetchall()]
            cursor.execute(_DEAL, {"tournament": live.id, "numbers": numbers, "pcr": command.pcr})
            dealt = cursor.fetchall()
        sizes: dict[int, int] = {}
        for _, _, _, entries in dealt:
            sizes[len(entries)] = sizes.get(len(entries), 0) + 1
        live.count_tables((size, 0, -tables) for size, tables in sizes.items())
        if live.row.terms is not None:
            deal_at_game_tables(live, dealt)
        live.set_clock(wave_open=live.clock.together)


def settle(live: LiveTournament, commands: Sequence[order.Settle]) -> None:
    """Chips change hands in the entries, in the ledger and in the record of the round."""
    numbers = [command.table for command in commands]
    tables = {
        table.number: table
        for table in TournamentTable.objects.filter(tournament_id=live.id, number__in=numbers)
    }
    for command in commands:
        table = tables[command.table]
        if table.rounds != command.round_number or table.resting or table.result is None:
            raise AssertionError(f"{table}: round {command.round_number} is not to be settled")
    PlayedRound.objects.bulk_create(_record(live, c, tables[c.table]) for c in commands)
    paid = [
        pair for c in commands for pair in zip(c.entries, c.changes_chips, strict=True) if pair[1]
    ]
    with connection.cursor() as cursor:
        cursor.execute(_PAY, [[entry for entry, _ in paid], [chips for _, chips in paid]])
    TournamentTable.objects.filter(tournament_id=live.id, number__in=numbers).update(
        resting=True, result=None, game_table=None
    )
    live.count_tables((table.size, 0, 1) for table in tables.values())
    live.count(finished=-len(commands))
    accounts = dict(
        Entry.objects.filter(pk__in=[entry for entry, _ in paid]).values_list("pk", "stack_account")
    )
    post_transfers([plan for c in commands if (plan := _transfer(live, c, accounts))])


def _record(live: LiveTournament, command: order.Settle, table: TournamentTable) -> PlayedRound:
    facts = dict(command.reason.facts)
    return PlayedRound(
        tournament_id=live.id,
        table_number=command.table,
        number=command.round_number,
        pcr=facts["pcr"],
        entries=list(command.entries),
        stacks_chips=table.stacks,
        scores=(table.result or {})["scores"],
        changes_chips=list(command.changes_chips),
        decided_by=facts["decided_by"],
        capped=facts["capped"],
        game_table_id=table.game_table_id,
    )


def _transfer(
    live: LiveTournament, command: order.Settle, accounts: dict[int, Any]
) -> TransferPlan | None:
    postings = [
        (accounts[entry], chips)
        for entry, chips in zip(command.entries, command.changes_chips, strict=True)
        if chips
    ]
    if not postings:
        return None
    return TransferPlan.of(
        key=f"round:{live.ref}:{command.table}:{command.round_number}",
        kind=TransferKind.ROUND,
        postings=postings,
        memo={"table": command.table, "round": command.round_number},
    )


def count_rounds(live: LiveTournament, commands: Sequence[order.CountRounds]) -> None:
    for command in commands:
        live.set_clock(
            wave=command.wave,
            level_micro=command.level_micro,
            total_micro=command.total_micro,
            wave_open=command.wave_open,
        )
