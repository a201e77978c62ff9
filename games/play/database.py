"""Asynchronous connections with the settings of Django's default database."""

from __future__ import annotations

from typing import Any

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from games.services.connecting import connection_parameters

READERS_MAX = 4

Pool = AsyncConnectionPool[AsyncConnection[Any]]


async def connect() -> AsyncConnection[Any]:
    """A connection of its own, outside any pool; statements outside transactions commit at once."""
    return await AsyncConnection.connect(autocommit=True, **connection_parameters())


def reader_pool(*, most: int = READERS_MAX) -> Pool:
    """A few connections for reads that end at once; streams never hold one."""
    return AsyncConnectionPool(
        min_size=1,
        max_size=most,
        kwargs={"autocommit": True, **connection_parameters()},
        timeout=5,
        open=False,
    )
