"""kombu's transport over PostgreSQL, with connections that are given up like all others of ours.

The library makes its connections from five fields of an address: neither TLS nor timeouts are
among them, and dispatcher and workers would wait without end for a server that hangs.

It also makes a queue's tables and its trigger anew whenever a process starts. They would belong to
the running role, whom `pg_dump` of the owner may not read, and replacing the trigger waits for
every reader of the table, a backup among them, with everybody else behind it. Ours are made by a
migration (`config.broker.queue.install_queue`), and a process that consumes only listens.
"""

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from celery.signals import worker_shutting_down
from kombu.transport import pgmq
from pgmq import PGMQueue
from psycopg.conninfo import make_conninfo
from psycopg_pool import ConnectionPool

from config.broker.acknowledging import FreesPlaces
from web.database.patience import PatientConnection


class Waiter(pgmq._NotifyWaiter):
    """Waits for news of a message, for a free place to put one, or for the worker's end.

    The library's hears of new messages alone: what came while all hands were busy would lie until
    the next look, so it would have to look ten times a second, and a worker would end late.
    """

    def __init__(self, dsn: str) -> None:
        super().__init__(dsn)
        self._heard, self._called = socket.socketpair()
        self._heard.setblocking(False)
        self._called.setblocking(False)
        self._is_ending = False
        worker_shutting_down.connect(self._end)

    def wake(self) -> None:
        """From any thread: somebody has a place free."""
        with suppress(OSError):  # it was called often enough already, or is closed
            self._called.send(b"!")

    def wait(self, timeout: float | None) -> bool:
        """Whether there may be something to take. Raises TimeoutError when the worker ends."""
        with self._lock:
            if self._closed or not self._channels:
                return False
            self._ensure_conn()
            connection: Any = self._conn
        try:
            ready, _, _ = select.select([connection, self._heard], [], [], timeout)
            if connection in ready:
                list(connection.notifies(timeout=0))
        except (OSError, psycopg.Error):
            self._drop_conn(connection)
            return False
        if self._heard in ready:
            self._heard.recv(4096)
        if self._is_ending:
            raise TimeoutError
        return bool(ready)

    def close(self) -> None:
        super().close()
        self._called.close()
        self._heard.close()

    def _end(self, **_: object) -> None:
        self._is_ending = True
        self.wake()


class Channel(FreesPlaces, pgmq.Channel):
    """Makes no queue, and listens where it consumes only.

    Who sends alone would never read what it hears: its backend would stand still over a full
    connection, and with it whatever waits for all backends, a `DROP DATABASE` for one.
    """

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        with self._told_of_a_free_place():
            super().basic_ack(delivery_tag, multiple)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        with self._told_of_a_free_place():
            super().basic_reject(delivery_tag, requeue)

    @contextmanager
    def _told_of_a_free_place(self) -> Iterator[None]:
        """Whoever waits, if no place was free before."""
        was_full = not self.qos.can_consume()
        try:
            yield
        finally:
            if was_full:
                connection: Any = self.connection
                connection._get_notify_waiter().wake()

    def _new_queue(self, queue: str, **_: Any) -> None:
        pass

    def _maybe_enable_notify(self, queue: str, queue_name: str | None = None) -> None:
        connection: Any = self.connection
        connection._register_notify_queue(queue_name or self._queue_name(queue))


class Transport(pgmq.Transport):
    """Takes `connection_options` beside `conn_string`: whatever libpq understands."""

    Channel = Channel

    def _create_pgmq_client(self) -> PGMQueue:
        options = self._options
        pool: ConnectionPool[Any] = ConnectionPool(
            make_conninfo(options["conn_string"], **options["connection_options"]),
            connection_class=PatientConnection,
            kwargs={"prepare_threshold": None},  # the next transaction may be another session's
            check=ConnectionPool.check_connection,  # one that was cut is noticed before it is used
            min_size=1,
            max_size=options["pool_size"],
            timeout=options["pool_timeout"],
            open=True,
        )
        pool.wait(options["pool_timeout"])  # who asks before the first one is there gets a second
        return PGMQueue(
            conn_string=options["conn_string"],
            vt=options["visibility_timeout"],
            init_extension=False,
            pool=pool,
        )

    def _get_notify_waiter(self) -> Any:
        if self._notify_waiter is None:
            self._notify_waiter = Waiter(self._options["listens_at"])
        return self._notify_waiter

    def verify_connection(self, connection: Any) -> bool:
        """The pool looks for itself; the library would list all queues twice for each message."""
        return True

    def close_connection(self, connection: Any) -> None:
        client = self._pgmq_client
        try:
            super().close_connection(connection)
        finally:
            if client is not None and client.pool is not None:
                client.pool.close()  # the library leaves a pool alone that it has not made

    @property
    def _options(self) -> Any:
        return self.client and self.client.transport_options
