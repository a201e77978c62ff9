"""The dispatcher: tells Celery which tables are due and which messages wait, and remembers nothing.

It reads what is true from the rows. If a message is lost, the sweep finds the table two seconds
later; if it dies, whoever replaces it finds everything in the rows. If the broker or the workers
are away, the understudy does their work.
"""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import psycopg
from django.db import close_old_connections

from games.moves.statements import BEAT, OUTBOX_CHANNEL, TABLE_CHANNEL
from games.running.outages import BEAT_SECONDS, DISPATCHER, beat_parameters
from web.database.patience import PatientConnection, connection_parameters
from web.whence import following

REST_SECONDS = 1.0
# A table that nobody woken has looked at is rung for again after so long, then after twice as
# long, and so on: where workers cannot keep up, more messages only keep them busier.
AGAIN_SECONDS = 5.0
AGAIN_MAX_SECONDS = 60.0
# A table that was rung for a moment ago is being worked at, and may be due again in between.
BUSY_SECONDS = 0.25
# While so many tables that were rung for still wait, workers are behind: more messages would only
# make everything else wait behind them.
WAITING_MAX = 40
# However busy the tables, it looks so often at most: each move somewhere is a notification.
LOOK_SECONDS = 0.02
# A broker that is away is not asked again before so much time has passed: asking may take seconds.
BROKER_REST_SECONDS = 3.0
# With the pauses below a message is tried for more than an hour before it is parked.
ATTEMPTS_MAX = 12
BATCH = 200

DUE = """
SELECT id, (extract(epoch FROM wake_at) * 1000)::bigint FROM games_table
WHERE status = 'playing' AND wake_at <= clock_timestamp() ORDER BY wake_at LIMIT %s
"""
WAITING = """
SELECT id, topic, payload, attempts, came_from FROM games_outboxmessage
WHERE done_at IS NULL AND attempts < %s
  AND created_at + make_interval(secs => power(2, attempts) - 1) <= clock_timestamp()
ORDER BY id LIMIT %s
"""
PENDING = f"{WAITING} FOR UPDATE SKIP LOCKED"
# All that a look asks, in one answer: there are fifty looks a second where much is played.
LOOK = f"""
WITH due (id, wake_ms) AS MATERIALIZED ({DUE})
SELECT
  ARRAY(SELECT id FROM due ORDER BY wake_ms), ARRAY(SELECT wake_ms FROM due ORDER BY wake_ms),
  EXISTS ({WAITING}),
  (SELECT extract(epoch FROM min(wake_at) - clock_timestamp())::float8
   FROM games_table WHERE status = 'playing' AND wake_at > clock_timestamp())
"""  # noqa: S608 - of constants
TRIED = "UPDATE games_outboxmessage SET attempts = attempts + 1 WHERE id = %s"
CARRIED = "UPDATE games_outboxmessage SET done_at = clock_timestamp() WHERE id = ANY(%s)"

log = logging.getLogger(__name__)

Ring = Callable[[int, float], None]
Carry = Callable[[str, dict[str, Any]], None]

# The task that follows a message of the outbox, by topic. Apps above add theirs when ready.
FOLLOWS: dict[str, Any] = {}


class _Notified(NamedTuple):
    """That a table is due at `wake_ms` was told `at`; nobody is told again for `patience`."""

    wake_ms: int
    at: float
    patience: float


class Dispatcher:
    """`ring(table id, seconds)` and `carry(topic, payload)` hand work to Celery.

    What they raise means that the broker is away; a LookupError, that nobody knows the topic.
    A message that has not been looked at after these seconds is worth nothing: there are others.
    Each outlives the next one's sending, so that late workers do not find only what has expired.
    `recover` makes outages good that came to light with somebody's sign of life.
    """

    def __init__(
        self, *, ring: Ring, carry: Carry, recover: Callable[[], object] | None = None
    ) -> None:
        self._ring = ring
        self._carry = carry
        self._recover = recover
        self._rung: dict[int, _Notified] = {}
        self._beaten = 0.0
        self._asks_again = 0.0

    def run(self, should_stop: Callable[[], bool]) -> None:
        """Ring until told to stop; a lost database connection is waited for."""
        while not should_stop():
            try:
                with _connect() as connection:
                    connection.execute(f"LISTEN {TABLE_CHANNEL}")
                    connection.execute(f"LISTEN {OUTBOX_CHANNEL}")
                    while not should_stop():
                        looked = time.monotonic()
                        rest_until = looked + self.once(connection)
                        for _ in connection.notifies(
                            timeout=max(0.0, rest_until - time.monotonic()), stop_after=1
                        ):
                            pass
                        time.sleep(max(0.0, looked + LOOK_SECONDS - time.monotonic()))
            except (psycopg.Error, OSError) as error:
                log.warning("the dispatcher lost its connection: %s", error)
                time.sleep(REST_SECONDS)

    def once(self, connection: psycopg.Connection[Any]) -> float:
        """Ring for every table that is due, carry every message that waits.

        After so many seconds there is something to look for, whether or not anything is heard.
        """
        now = time.monotonic()
        if now - self._beaten >= BEAT_SECONDS:
            self._give_sign_of_life(connection)
            self._beaten = now
        rows = connection.execute(LOOK, (BATCH, ATTEMPTS_MAX, 1)).fetchall()
        [(ids, wakes, is_anything_waiting, next_seconds)] = rows
        self._forget(set(ids), now - BUSY_SECONDS)
        if now >= self._asks_again:
            try:
                for table_id, last in self._to_ring(zip(ids, wakes, strict=True), now):
                    self._ring(table_id, 2 * last.patience)
                    self._rung[table_id] = last
                if is_anything_waiting:
                    self._carry_messages(connection)
            except psycopg.Error:
                raise
            except Exception as error:
                log.warning("the broker is away: %s", error)
                self._asks_again = time.monotonic() + BROKER_REST_SECONDS
        rest = BUSY_SECONDS if ids else REST_SECONDS
        return min(rest, next_seconds or rest)

    def _to_ring(self, due: Iterable[tuple[int, int]], now: float) -> list[tuple[int, _Notified]]:
        """Due tables for which nobody was told, the longest due first; fewer while many wait."""
        found, waiting = [], 0
        for table_id, wake_ms in due:
            last = self._rung.get(table_id, _Notified(0, now - AGAIN_SECONDS, AGAIN_SECONDS))
            is_told = last.wake_ms == wake_ms
            if now - last.at < (last.patience if is_told else BUSY_SECONDS):
                waiting += is_told
                continue
            patience = min(2 * last.patience, AGAIN_MAX_SECONDS) if is_told else AGAIN_SECONDS
            found.append((table_id, _Notified(wake_ms, now, patience)))
        return found[: max(0, WAITING_MAX - waiting)]

    def _give_sign_of_life(self, connection: psycopg.Connection[Any]) -> None:
        """Before any table is rung for: no clock shall end that an outage has held up."""
        connection.execute(BEAT, beat_parameters(DISPATCHER))
        if self._recover is None:
            return
        close_old_connections()  # one that was lost would stay lost
        try:
            self._recover()
        except Exception:
            log.exception("an outage could not be made good; each table will be when it is woken")

    def _forget(self, due: set[int], past: float) -> None:
        rung = self._rung.items()
        self._rung = {key: last for key, last in rung if key in due or last.at > past}

    def _carry_messages(self, connection: psycopg.Connection[Any]) -> None:
        """What was handed over is remembered, also when the broker goes away in between."""
        carried: list[int] = []
        away: Exception | None = None
        with connection.transaction():
            waiting = connection.execute(PENDING, (ATTEMPTS_MAX, BATCH)).fetchall()
            for message_id, topic, payload, _attempts, came_from in waiting:
                try:
                    with following(came_from, "carry"):
                        self._carry(topic, payload)
                except LookupError:
                    log.exception("message %s (%s) was not carried", message_id, topic)
                    connection.execute(TRIED, (message_id,))
                    continue
                except Exception as error:
                    away = error
                    break
                carried.append(message_id)
            if carried:
                connection.execute(CARRIED, (carried,))
        if away is not None:
            raise away


def _connect() -> psycopg.Connection[Any]:
    parameters = connection_parameters(is_session=True) | {"application_name": "jeton dispatcher"}
    connection = PatientConnection.connect(autocommit=True, **parameters)
    connection.prepare_threshold = 0
    return connection
