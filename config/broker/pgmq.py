"""kombu's transport over PostgreSQL, with connections that are given up like all others of ours.

The library makes its connections from five fields of an address: neither TLS nor timeouts are
among them, and dispatcher and workers would wait without end for a server that hangs.

It also makes a queue's tables and its trigger anew whenever a process starts. They would belong to
the running role, whom `pg_dump` of the owner may not read, and replacing the trigger waits for
every reader of the table, a backup among them, with everybody else behind it. Ours are made by a
migration (`config.broker.queue.install_queue`), and a process that consumes only listens.
"""

from typing import Any

from kombu.transport import pgmq
from pgmq import PGMQueue
from psycopg.conninfo import make_conninfo
from psycopg_pool import ConnectionPool

from config.broker.acknowledging import FreesPlaces
from web.database.patience import PatientConnection


class Channel(FreesPlaces, pgmq.Channel):
    """Makes no queue, and listens where it consumes only.

    Who sends alone would never read what it hears: its backend would stand still over a full
    connection, and with it whatever waits for all backends, a `DROP DATABASE` for one.
    """

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
            self._address(),
            connection_class=PatientConnection,
            check=ConnectionPool.check_connection,  # one that was cut is noticed before it is used
            min_size=1,
            max_size=options["pool_size"],
            timeout=options["pool_timeout"],
            open=True,
        )
        return PGMQueue(
            conn_string=options["conn_string"],
            vt=options["visibility_timeout"],
            init_extension=False,
            pool=pool,
        )

    def _get_notify_waiter(self) -> Any:
        if self._notify_waiter is None:
            self._notify_waiter = pgmq._NotifyWaiter(self._address())
        return self._notify_waiter

    def close_connection(self, connection: Any) -> None:
        client = self._pgmq_client
        try:
            super().close_connection(connection)
        finally:
            if client is not None and client.pool is not None:
                client.pool.close()  # the library leaves a pool alone that it has not made

    def _address(self) -> str:
        return make_conninfo(self._options["conn_string"], **self._options["connection_options"])

    @property
    def _options(self) -> Any:
        return self.client and self.client.transport_options
