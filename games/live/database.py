"""Asynchronous connections with the settings of Django's default database."""

import asyncio
import time
from contextlib import suppress
from typing import Any

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from web.database.patience import PatientAsyncConnection, connection_parameters

LISTENER = "jeton listener"  # each play process has one, by which they are counted
READERS_MAX = 4
WAITS_SECONDS = 5
# A pool waits a second after an attempt to connect that failed, then twice as long each time, and
# tries no more once it has given up, until somebody asks. So it gives up early and is asked often:
# it is there as soon as the database is.
GIVES_UP_SECONDS = 0.2


class Pool(AsyncConnectionPool[AsyncConnection[Any]]):
    """Whoever waits for a connection asks for it again and again, until the time is up."""

    async def getconn(self, timeout: float | None = None) -> AsyncConnection[Any]:
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            left = deadline - time.monotonic()
            try:
                return await super().getconn(min(GIVES_UP_SECONDS, left))
            except PoolTimeout:
                if time.monotonic() >= deadline:
                    raise


async def connect(*, name: str, is_session: bool = False) -> AsyncConnection[Any]:
    """A connection of its own, outside any pool; statements outside transactions commit at once.

    `name` says in the server's list of sessions what it is for. Who listens wants a session.
    """
    parameters = connection_parameters(is_session=is_session) | {"application_name": name}
    return await PatientAsyncConnection.connect(autocommit=True, **parameters)


async def listen(connection: AsyncConnection[Any], *, seconds: float) -> None:
    """For so long, let the connection's notify handlers hear what it is told, as soon as it comes.

    `connection.notifies` would take a turn of the task, a timer and two changes of what the loop
    waits for with every notification, of which each process gets one for every batch of the house.
    Raises psycopg.OperationalError: the connection is lost.
    """
    pgconn = connection.pgconn
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def hear() -> None:
        try:
            pgconn.consume_input()
            while told := pgconn.notifies():
                if pgconn.notify_handler:
                    pgconn.notify_handler(told)
        except Exception as error:
            if not ended.done():
                ended.set_exception(error)

    descriptor = pgconn.socket
    loop.add_reader(descriptor, hear)
    try:
        hear()  # what came with the answer before
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await ended
    finally:
        loop.remove_reader(descriptor)


def reader_pool(*, most: int = READERS_MAX) -> Pool:
    """A few connections for reads that end at once; streams never hold one."""
    return Pool(
        connection_class=PatientAsyncConnection,
        min_size=1,
        max_size=most,
        kwargs={"autocommit": True, **connection_parameters()},
        timeout=WAITS_SECONDS,
        reconnect_timeout=GIVES_UP_SECONDS,
        open=False,
    )
