"""The tournaments' audit: entries, seats, tickets and the ledger tell the same story."""

from collections.abc import Iterator

from accounts.audit import Fault, Figure, audit_check
from tournaments.director import FORMATS
from tournaments.models import Entry, Ticket, Tournament
from web.database.sql import rows

# What the entries of a tournament hold is what the ledger says of their stacks (PLAY-23).
_STACKS = """
SELECT e.tournament_id, e.id, e.stack_chips, e.forfeited_chips, a.balance
FROM tournaments_entry e LEFT JOIN chip_account a ON a.id = e.stack_account
WHERE coalesce(a.balance, 0) <> e.stack_chips + e.forfeited_chips
"""
_POOLS = """
SELECT t.id, a.kind, a.balance
FROM tournaments_tournament t
JOIN chip_account a ON a.ref = 'tournament:' || t.id AND a.kind IN ('prize_pool', 'fee')
WHERE t.phase IN ('finished', 'cancelled') AND a.balance <> 0
"""
_RANKS = """
SELECT t.id, count(*) FILTER (WHERE e.rank IS NULL), count(*)
FROM tournaments_tournament t
JOIN tournaments_entry e ON e.tournament_id = t.id AND e.status <> 'withdrawn'
WHERE t.phase = 'finished' GROUP BY t.id HAVING count(*) FILTER (WHERE e.rank IS NULL) > 0
"""
_SIZES = """
SELECT t.tournament_id, t.number, t.size, count(e.id)
FROM tournaments_tournamenttable t
LEFT JOIN tournaments_entry e
       ON e.tournament_id = t.tournament_id AND e.table_number = t.number
WHERE t.is_open GROUP BY t.id HAVING t.size <> count(e.id)
"""
_ROUNDS = """
SELECT tournament_id, table_number, number FROM tournaments_playedround
WHERE (SELECT sum(chips) FROM unnest(changes_chips) AS chips) <> 0
"""
# At a table of a tournament, and where a format keeps its players together from stage to stage,
# the deal goes on from the game table before, as long as anybody of it is still there.
_DEALERS = """
WITH played AS (
  SELECT tournament_id, table_number, number, game_table_id FROM tournaments_playedround
  WHERE game_table_id IS NOT NULL
  UNION ALL
  SELECT t.tournament_id, 0, t.stage, t.game_table_id
  FROM tournaments_tournamenttable t JOIN tournaments_tournament m ON m.id = t.tournament_id
  WHERE m.plan ->> 'format' = ANY(%(stays_together)s) AND t.game_table_id IS NOT NULL
), following AS (
  SELECT *, lag(game_table_id) OVER (
           PARTITION BY tournament_id, table_number ORDER BY number) AS before
  FROM played)
SELECT tournament_id, game_table_id FROM following AS f
WHERE (SELECT (payload ->> 'before_table')::bigint FROM games_tableevent
       WHERE table_id = f.game_table_id AND kind = 'round_prepared' ORDER BY seq LIMIT 1)
  IS DISTINCT FROM (
    SELECT f.before WHERE EXISTS (
      SELECT FROM games_seat old JOIN games_seat now USING (player_id)
      WHERE old.table_id = f.before AND now.table_id = f.game_table_id))
"""


_CHIPS_OF_TICKETS = """
SELECT t.id, t.state, t.value_chips, coalesce(a.balance, 0)
FROM tournaments_ticket t
LEFT JOIN chip_account a ON a.kind = 'hold' AND a.ref = 'ticket:' || t.id
WHERE coalesce(a.balance, 0) <> CASE WHEN t.state = 'valid' THEN t.value_chips ELSE 0 END
"""
# By the fault: the statement that finds a tournament with it, and what else it tells.
_FAULTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "stack_differs_from_ledger": (_STACKS, ("entry", "stack", "forfeited", "balance")),
    "pool_not_empty": (_POOLS, ("kind", "left")),
    "ranks_missing": (_RANKS, ("missing", "entries")),
    "table_size_wrong": (_SIZES, ("table", "size", "seated")),
    "round_not_conserved": (_ROUNDS, ("table", "round")),
    "deal_not_passed_on": (_DEALERS, ("table",)),
}


@audit_check("tournaments")
def tournaments() -> Iterator[Figure | Fault]:
    """Conservation of tournament chips, empty pools, one rank each, seats that add up."""
    yield Figure("tournaments", Tournament.objects.count())
    yield Figure("entries", Entry.objects.count())
    together = [one.key for one in FORMATS.values() if one.stays_together]
    for code, (sql, names) in _FAULTS.items():
        for tournament, *facts in rows(sql, {"stays_together": together}):
            yield Fault(code, f"tournament {tournament}", dict(zip(names, facts, strict=True)))


@audit_check("tickets")
def tickets() -> Iterator[Figure | Fault]:
    """A valid ticket's worth lies aside, any other's is gone from there."""
    yield Figure("tickets", Ticket.objects.count())
    for ticket, state, value, held in rows(_CHIPS_OF_TICKETS):
        facts = {"state": state, "value": value, "held": held}
        yield Fault("ticket_chips_differ", f"ticket {ticket}", facts)
