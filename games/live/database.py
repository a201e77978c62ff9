"""Asynchronous connections with the settings of Django's default database."""

from typing import Any

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from web.database.patience import PatientAsyncConnection, connection_parameters

READERS_MAX = 4
# The pool waits twice as long after each attempt that failed. Whoever gives up early is asked again
# by the next who wants a connection: after an outage of hours it is there at once.
GIVES_UP_SECONDS = 3

Pool = AsyncConnectionPool[AsyncConnection[Any]]


async def connect(*, name: str) -> AsyncConnection[Any]:
    """A connection of its own, outside any pool; statements outside transactions commit at once.

    `name` says in the server's list of sessions what it is for.
    """
    parameters = connection_parameters() | {"application_name": name}
    return await PatientAsyncConnection.connect(autocommit=True, **parameters)


def reader_pool(*, most: int = READERS_MAX) -> Pool:
    """A few connections for reads that end at once; streams never hold one."""
    return AsyncConnectionPool(
        connection_class=PatientAsyncConnection,
        min_size=1,
        max_size=most,
        kwargs={"autocommit": True, **connection_parameters()},
        timeout=5,
        reconnect_timeout=GIVES_UP_SECONDS,
        open=False,
    )
