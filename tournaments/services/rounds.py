"""Carrying out rounds: dealt at game tables, or at real ones; settled in tournament chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from django.db import connection

from accounts.ledger import TransferKind, TransferPlan
from accounts.services.ledger import post_transfers
from tournaments.director import commands as order
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
FROM (SELECT * FROM unnest(%s::bigint[], %s::bigint[]) AS told (id, chips) ORDER BY id) AS paid
WHERE e.id = paid.id
RETURNING e.id, e.stack_account
"""
# Stacks and scores are taken from the table's row: what was dealt is what is settled.
_RECORD = """
INSERT INTO tournaments_playedround (tournament_id, table_number, number, pcr, entries,
       stacks_chips, scores, changes_chips, decided_by, capped, game_table_id, settled_at)
SELECT t.tournament_id, t.number, t.rounds, told.pcr, told.entries::bigint[], t.stacks,
       t.result -> 'scores', told.changes::bigint[], told.decided_by, told.capped,
       t.game_table_id, clock_timestamp()
FROM json_to_recordset(%(told)s::json) AS told (
     number int, round int, pcr int, entries text, changes text, decided_by text, capped int)
JOIN tournaments_tournamenttable t
  ON t.tournament_id = %(tournament)s AND t.number = told.number AND t.rounds = told.round
WHERE NOT t.resting AND t.result IS NOT NULL
"""
_REST = """
WITH rested AS (
  UPDATE tournaments_tournamenttable SET resting = true, result = NULL, game_table_id = NULL
  WHERE tournament_id = %s AND number = ANY(%s) RETURNING size)
SELECT size, count(*) FROM rested GROUP BY size
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
    told = orjson.dumps([_told(command) for command in commands]).decode()
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, {"tournament": live.id, "told": told})
        if cursor.rowcount != len(commands):
            raise AssertionError(f"tournament {live.id}: a round is settled that is not due")
        cursor.execute(_REST, [live.id, [command.table for command in commands]])
        live.count_tables((size, 0, tables) for size, tables in cursor.fetchall())
        paid = [
            pair
            for command in commands
            for pair in zip(command.entries, command.changes_chips, strict=True)
            if pair[1]
        ]
        cursor.execute(_PAY, [[entry for entry, _ in paid], [chips for _, chips in paid]])
        accounts = dict(cursor.fetchall())
    live.count(finished=-len(commands))
    post_transfers([plan for c in commands if (plan := _transfer(live, c, accounts))])


def _told(command: order.Settle) -> dict[str, Any]:
    """A settled round as its record takes it; arrays in PostgreSQL's own spelling."""
    return {
        "number": command.table,
        "round": command.round_number,
        "entries": _array(command.entries),
        "changes": _array(command.changes_chips),
        **dict(command.reason.facts),
    }


def _array(numbers: Sequence[int]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


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
