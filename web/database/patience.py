"""How long an answer of the database is waited for: always with an end.

PostgreSQL itself ends statements and waits for locks that take too long. A server that hangs, or
a network that swallows what is sent, ends nothing: then the client gives its connection up, and
whoever needs the database opens another.
"""

import math
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, connections
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout
from psycopg.pq import TransactionStatus

_LOOK_SECONDS = 0.1  # how often psycopg looks up while it waits
_SPARE_SECONDS = 5.0
_SPARE_SECONDS_AT_PLAY = 3.0
_DJANGOS_OWN = ("cursor_factory", "context", "server_side_binding")


class PatientConnection(psycopg.Connection[Any]):
    """For pages, tasks and commands: waits a little longer than the server lets statements last."""

    _longest: float | None = None

    def wait_for(self, seconds: float) -> None:
        """Wait so long for each answer until the transaction ends, as `SET LOCAL` does there."""
        self._longest = seconds

    def wait(
        self, gen: PQGen[Any], interval: float = _LOOK_SECONDS, timeout: float | None = None
    ) -> Any:
        if timeout is not None:  # whoever listens knows for how long
            return super().wait(gen, interval, timeout)
        longest = self._longest or settings.STATEMENT_TIMEOUT_SECONDS + _SPARE_SECONDS
        try:
            return super().wait(gen, interval, longest)
        except _WaitTimeout:
            self.pgconn.finish()
            raise _given_up(longest) from None
        finally:
            if self._longest and self.pgconn.transaction_status == TransactionStatus.IDLE:
                self._longest = None


class PatientAsyncConnection(psycopg.AsyncConnection[Any]):
    """For the play door, where nothing lasts: waits a little longer than a lock may take."""

    async def wait(
        self, gen: PQGen[Any], interval: float = _LOOK_SECONDS, timeout: float | None = None
    ) -> Any:
        if timeout is not None:
            return await super().wait(gen, interval, timeout)
        seconds = settings.LOCK_TIMEOUT_SECONDS + _SPARE_SECONDS_AT_PLAY
        try:
            return await super().wait(gen, interval, seconds)
        except _WaitTimeout:
            self.pgconn.finish()
            raise _given_up(seconds) from None


def connection_parameters(*, is_session: bool = False) -> dict[str, Any]:
    """What psycopg needs to reach the database as the runtime role, without Django.

    A session listens, or holds a lock beyond its transactions: it goes past a pooler.
    """
    alias = settings.SESSIONS if is_session else "default"
    parameters = connections[alias].get_connection_params()
    return {key: value for key, value in parameters.items() if key not in _DJANGOS_OWN}


def let_statements_last(seconds: int) -> None:
    """Let each statement of this transaction, and pauses in it, last so long; 0: without end."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SET LOCAL statement_timeout = '{seconds}s';"
            f" SET LOCAL idle_in_transaction_session_timeout = '{seconds}s'"
        )
    if isinstance(connection.connection, PatientConnection):
        connection.connection.wait_for((seconds or math.inf) + _SPARE_SECONDS)


def _given_up(seconds: float) -> psycopg.OperationalError:
    return psycopg.OperationalError(
        f"the database has not answered for {seconds:g} s: the connection is given up"
    )
