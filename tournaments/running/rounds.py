"""Carrying out rounds: dealt at game tables, begun at real ones; settled in tournament chips."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import orjson

from accounts.books.posting import post_named
from accounts.ledger import TransferKind
from tournaments.director import commands as order
from tournaments.running.game_tables.dealing import deal_at_game_tables
from tournaments.running.live import LiveTournament, array_text
from tournaments.running.score_sheets import open_sheets
from web.database.sql import rows

# The entries at a table and what they have now are what the round is played and settled with. The
# game table of the round before says who deals.
# Here and below each table is looked up singly, by index (LATERAL with an aggregate or OFFSET 0
# keeps it so): thousands have just been opened, of which the planner's statistics know nothing,
# and joined as sets each would be held against all others.
_DEAL = """
UPDATE tournaments_tournamenttable t
SET resting = false, held = false, result = NULL, rounds = t.rounds + 1, pcr = %(pcr)s,
    dealt = sat.entries, stacks = sat.stacks
FROM (SELECT ready.id, sitting.entries, sitting.stacks, before.game_table_id
      FROM tournaments_tournamenttable ready,
           LATERAL (
             SELECT array_agg(e.id ORDER BY e.seat) AS entries,
                    array_agg(e.stack_chips ORDER BY e.seat) AS stacks
             FROM tournaments_entry e
             WHERE e.tournament_id = %(tournament)s AND e.table_number = ready.number) AS sitting,
           LATERAL (
             SELECT max(game_table_id) AS game_table_id FROM tournaments_playedround
             WHERE tournament_id = %(tournament)s AND table_number = ready.number
               AND number = ready.rounds) AS before
      WHERE ready.tournament_id = %(tournament)s AND ready.is_open AND ready.resting
        AND ready.size >= %(least)s) AS sat
WHERE t.id = sat.id
RETURNING t.id, t.number, t.rounds, t.dealt, sat.game_table_id
"""
_COUNT_DEALT = "SELECT cardinality(dealt), count(*) FROM dealt_to GROUP BY 1"
_DEAL_AND_COUNT = f"WITH dealt_to AS ({_DEAL}) {_COUNT_DEALT}"
# Stacks and scores are taken from the table's row: what was dealt is what is settled.
_RECORD = """
WITH due AS MATERIALIZED (
  SELECT decided.pcr, decided.entries, decided.changes, decided.decided_by, decided.capped, t.*
  FROM json_to_recordset(%(decided)s::json) AS decided (
       number int, round int, pcr int, entries text, changes text, decided_by text, capped int),
       LATERAL (
         SELECT id, number, rounds, stacks, result -> 'scores' AS scores, game_table_id
         FROM tournaments_tournamenttable
         WHERE tournament_id = %(tournament)s AND number = decided.number AND rounds = decided.round
           AND NOT resting AND result IS NOT NULL
         OFFSET 0) AS t
), recorded AS (
  INSERT INTO tournaments_playedround (tournament_id, table_number, number, pcr, entries,
         stacks_chips, scores, changes_chips, decided_by, capped, game_table_id, settled_at)
  SELECT %(tournament)s, number, rounds, pcr, entries::bigint[], stacks, scores,
         changes::bigint[], decided_by, capped, game_table_id, clock_timestamp()
  FROM due
), rested AS (
  UPDATE tournaments_tournamenttable t
  SET resting = NOT t.paused, result = NULL, game_table_id = NULL,
      dealt = CASE WHEN t.paused THEN '{}' ELSE t.dealt END
  FROM due WHERE t.id = due.id
  RETURNING t.size, t.resting)
SELECT size, count(*), count(*) FILTER (WHERE resting) FROM rested GROUP BY size
"""
# A stack and the account behind it change by the same line.
_PAY = """
WITH lines AS (
  SELECT decided.number, decided.round, line.entry, line.chips
  FROM json_to_recordset(%(decided)s::json) AS decided (
       number int, round int, entries text, changes text),
       unnest(decided.entries::bigint[], decided.changes::bigint[]) AS line (entry, chips)
  WHERE line.chips <> 0
), paid AS (
  UPDATE tournaments_entry e SET stack_chips = e.stack_chips + given.chips
  FROM (SELECT entry, sum(chips) AS chips FROM lines GROUP BY entry ORDER BY entry) AS given
  WHERE e.id = given.entry
  RETURNING e.id, e.stack_account
), named AS (
  SELECT lines.number AS place, %(key)s || lines.number || ':' || lines.round AS key,
         %(kind)s::text AS kind,
         jsonb_build_object('table', lines.number, 'round', lines.round) AS memo,
         array_agg(paid.stack_account) AS accounts, array_agg(lines.chips) AS amounts
  FROM lines JOIN paid ON paid.id = lines.entry
  GROUP BY lines.number, lines.round)
"""


def start_rounds(live: LiveTournament, commands: Sequence[order.StartRounds]) -> None:
    for command in commands:
        facts = {"tournament": live.id, "pcr": command.pcr, "least": command.least_players}
        if live.has_game_tables or live.plan.real_tables:
            dealt = rows(_DEAL, facts)
            begin = deal_at_game_tables if live.has_game_tables else open_sheets
            begin(live, dealt)
            sizes = [*Counter(len(entries) for _, _, _, entries, _ in dealt).items()]
        else:  # a trial
            sizes = rows(_DEAL_AND_COUNT, facts)
        live.count_tables((size, 0, -tables) for size, tables in sizes)


def settle(live: LiveTournament, commands: Sequence[order.Settle]) -> None:
    """Chips change hands in the entries, in the ledger and in the record of the round."""
    settlements = orjson.dumps([_settlement_json(command) for command in commands]).decode()
    rested = rows(_RECORD, {"tournament": live.id, "decided": settlements})
    if sum(tables for _, tables, _ in rested) != len(commands):
        raise AssertionError(f"tournament {live.id}: a round is settled that is not due")
    live.count_tables((size, 0, resting) for size, _, resting in rested)
    live.count(finished=-len(commands))
    kind = TransferKind.ROUND.value
    post_named(_PAY, {"decided": settlements, "key": f"{kind}:{live.ref}:", "kind": kind})


def _settlement_json(command: order.Settle) -> dict[str, Any]:
    """A settled round as its record takes it; arrays in PostgreSQL's own spelling."""
    return {
        "number": command.table,
        "round": command.round_number,
        "entries": array_text(command.entries),
        "changes": array_text(command.changes_chips),
        **dict(command.reason.facts),
    }
