"""The SQL of table work. One statement reads and locks, one writes; both take whole batches.

Every statement is asked for as a `Query`, so that the synchronous services and the
asynchronous play process run the very same transaction through their own driver.
"""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson

T = TypeVar("T")

# Listeners are told (table, version); they read and redact the events themselves.
TABLE_CHANNEL = "jeton_tables"
# Apart from that, (table, number of the latest message) of what is said at tables; never words.
CHAT_CHANNEL = "jeton_chat"
# And that somebody waits for what a message of the outbox asks for: nothing is told but that.
OUTBOX_CHANNEL = "jeton_outbox"


@dataclass(frozen=True, slots=True)
class Query:
    sql: str
    params: tuple[Any, ...]


def numbers(values: Iterable[int]) -> str:
    """An array of PostgreSQL as text: psycopg would look at each value, for each move."""
    return f"{{{','.join(map(str, values))}}}"


def printable(values: Iterable[str]) -> str:
    """The same of ASCII texts that can be printed: of these JSON's quotes are the array's."""
    return f"{{{orjson.dumps([*values]).decode()[1:-1]}}}"


Rows = list[tuple[Any, ...]]


class Last(list[Query]):
    """A transaction's last queries. It returns whatever they answer, so COMMIT may go with them."""


# A transaction asks for lists of queries and is sent their rows; what it returns is its result.
Transaction = Generator[Sequence[Query], list[Rows], T]

# Rows in id order, so that two batches cannot wait for each other. A state the process
# already holds at the right version is not sent again.
LOCK_TABLES = """
SELECT t.id, t.version, t.status,
       CASE WHEN t.version = known.version THEN NULL ELSE t.state END,
       CASE WHEN t.version = known.version THEN NULL ELSE t.sheet END,
       CASE WHEN t.version = known.version THEN NULL ELSE t.terms::text END,
       (extract(epoch FROM clock_timestamp()) * 1000)::bigint
FROM unnest(%s::bigint[], %s::bigint[]) AS known (id, version)
JOIN games_table t ON t.id = known.id
ORDER BY t.id
FOR NO KEY UPDATE OF t
"""

FIND_RECEIPTS = """
SELECT r.player_id, r.key, r.table_id, r.fingerprint, r.first_event, r.last_event
FROM unnest(%s::bigint[], %s::text[]) AS asked (player_id, key)
JOIN games_actionreceipt r ON r.player_id = asked.player_id AND r.key = asked.key
"""

READ_EVENTS = """
SELECT seq, kind, payload::text, at_ms FROM games_tableevent
WHERE table_id = %s AND seq BETWEEN %s AND %s ORDER BY seq
"""

READ_SECRETS = """
SELECT table_id, number, sealed_seed FROM games_roundsecret WHERE table_id = ANY(%s)
"""

READ_SHARED_SECRETS = """
SELECT t.id, t.number, d.sealed_seed
FROM unnest(%s::bigint[], %s::int[], %s::bigint[]) AS t (id, number, deal)
JOIN games_shareddeal d ON d.id = t.deal
WHERE d.sealed_seed IS NOT NULL
"""

# Each kind of row travels as one JSON document: as arrays, psycopg would escape each snapshot and
# payload with regular expressions, which took a fifth of the play process's time. One document
# for all three would be read three times over by PostgreSQL. States and sheets are values of these
# documents as they stand, of which a column of text gets the very letters: as texts in them every
# quote would be escaped twice over.
WRITE_BATCH = """
WITH moved AS (
  UPDATE games_table t
  SET version = m.version, state = m.state, sheet = coalesce(m.sheet, t.sheet), status = m.status,
      wake_at = to_timestamp(m.wake_ms / 1000.0), came_from = m.came_from,
      started_at = CASE WHEN m.status IN ('playing', 'finished')
                        THEN coalesce(t.started_at, clock_timestamp()) END,
      finished_at = CASE WHEN m.status = 'finished' THEN clock_timestamp() ELSE t.finished_at END
  FROM json_to_recordset(%s::json) AS m (
       id bigint, version_before bigint, version bigint, state text, sheet text, status text,
       wake_ms bigint, came_from text)
  WHERE t.id = m.id AND t.version = m.version_before
  RETURNING t.id
), logged AS (
  INSERT INTO games_tableevent (table_id, seq, kind, payload, at_ms)
  SELECT e.* FROM json_to_recordset(%s::json) AS e (
       table_id bigint, seq bigint, kind text, payload jsonb, at_ms bigint)
), kept AS (
  INSERT INTO games_actionreceipt
         (player_id, key, table_id, fingerprint, first_event, last_event, created_at)
  SELECT r.*, clock_timestamp() FROM json_to_recordset(%s::json) AS r (
       player_id bigint, key text, table_id bigint, fingerprint text,
       first_event bigint, last_event bigint)
)
SELECT games_require_moved((SELECT count(*) FROM moved), %s), pg_notify('jeton_tables', %s)
"""

# The seed of a shared deal lies with that deal.
PREPARE_ROUNDS = """
WITH prepared AS (
  SELECT * FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::text[], %s::bytea[], %s::bigint[])
                AS r (table_id, number, dealer, commitment, sealed_seed, shared_deal)
), rounds AS (
  INSERT INTO games_round
         (table_id, number, dealer, commitment, server_seed, shared_deal_id, prepared_at)
  SELECT table_id, number, dealer, commitment, '', shared_deal, clock_timestamp() FROM prepared
)
INSERT INTO games_roundsecret (table_id, number, sealed_seed)
SELECT table_id, number, sealed_seed FROM prepared WHERE sealed_seed IS NOT NULL
"""

START_ROUNDS = """
UPDATE games_round r
SET client_seeds = s.client_seeds::jsonb, first_event = s.first_event, dealer = s.dealer
FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::bigint[], %s::int[])
     AS s (table_id, number, client_seeds, first_event, dealer)
WHERE r.table_id = s.table_id AND r.number = s.number
"""

END_ROUNDS = """
WITH opened AS (
  UPDATE games_round r
  SET server_seed = e.server_seed, score = e.score::jsonb, last_event = e.last_event,
      ended_at = clock_timestamp()
  FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::text[], %s::bigint[])
       AS e (table_id, number, server_seed, score, last_event)
  WHERE r.table_id = e.table_id AND r.number = e.number
  RETURNING r.table_id, r.number
)
DELETE FROM games_roundsecret s USING opened o
WHERE s.table_id = o.table_id AND s.number = o.number
"""

# Seats drawn for are taken anew; in two steps, because no two players share one in between.
CLEAR_SEATS = """
UPDATE games_seat SET number = number + 100 WHERE table_id = ANY(%s::bigint[])
"""
TAKE_DRAWN_SEATS = """
UPDATE games_seat s SET number = d.number
FROM unnest(%s::bigint[], %s::int[], %s::int[]) AS d (table_id, came_from, number)
WHERE s.table_id = d.table_id AND s.number = d.came_from + 100
"""

PAY_SEATS = """
UPDATE games_seat s SET payout_chips = p.payout
FROM unnest(%s::bigint[], %s::int[], %s::bigint[]) AS p (table_id, number, payout)
WHERE s.table_id = p.table_id AND s.number = p.number
"""

# Topics of the outbox: a match is over; a round whose settlement is left to a director is.
MATCH_FINISHED = "match_finished"
DIRECTED_ROUND_OVER = "directed_round_over"

# What follows for people's careers, and for whoever settles what the table does not, is told in the
# transaction that ends the match.
TELL_RESULTS = """
INSERT INTO games_outboxmessage (topic, payload, created_at, attempts, came_from)
SELECT topic, jsonb_build_object('table', id), clock_timestamp(), 0, came_from
FROM unnest(%s::text[], %s::bigint[], %s::text[]) AS finished (topic, id, came_from)
"""

TELL_TURNS = """
INSERT INTO games_outboxmessage (topic, payload, created_at, attempts, came_from)
SELECT 'your_turn', jsonb_build_object('table', t.id, 'player', t.player), clock_timestamp(), 0,
       t.came_from
FROM unnest(%s::bigint[], %s::bigint[], %s::text[]) AS t (id, player, came_from)
"""

# A sign of life. Whoever gives the first after a gap writes the gap down; the row is the lock, and
# nobody waits for it: who holds it is giving a sign of life.
BEAT = """
WITH before AS (
  SELECT service, beat_at FROM games_heartbeat WHERE service = %s FOR UPDATE SKIP LOCKED
), lost AS (
  INSERT INTO games_outage (service, began_at, ended_at)
  SELECT service, beat_at, clock_timestamp() FROM before
  WHERE beat_at < clock_timestamp() - make_interval(secs => %s)
), again AS (
  UPDATE games_heartbeat h SET beat_at = clock_timestamp()
  FROM before WHERE h.service = before.service
)
INSERT INTO games_heartbeat (service, beat_at)
SELECT asked.service, clock_timestamp() FROM (VALUES (%s)) AS asked (service)
WHERE NOT EXISTS (SELECT FROM games_heartbeat h WHERE h.service = asked.service)
ON CONFLICT (service) DO NOTHING
"""

SETTLE_ACCOUNTS = """
SELECT s.table_id, s.number, s.player_id, s.stake_chips,
       ledger_account('wallet', s.player_id, ''),
       ledger_account('hold', NULL, 'table:' || s.table_id),
       CASE WHEN coalesce((t.terms->>'fee_chips')::bigint, 0) > 0
            THEN ledger_account('fee', NULL, 'tables') END
FROM games_seat s JOIN games_table t ON t.id = s.table_id
WHERE s.table_id = ANY(%s) ORDER BY s.table_id, s.number
"""
