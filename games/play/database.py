"""Asynchronous connections with the settings of Django's default database."""

from __future__ import annotations

from typing import Any

from django.db import connections
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

READERS_MAX = 4
_DJANGOS_OWN = ("cursor_factory", "context", "server_side_binding")


def connection_parameters() -> dict[str, Any]:
    """What psycopg needs to reach the database as the runtime role."""
    parameters = connections["default"].get_connection_params()
    return {key: value for key, value in parameters.items() if key not in _DJANGOS_OWN}


async def connect() -> AsyncConnection[Any]:
    """A connection of its own, outside any pool; statements outside transactions commit at once."""
    return await AsyncConnection.connect(autocommit=True, **connection_parameters())


def reader_pool() -> AsyncConnectionPool[AsyncConnection[Any]]:
    """A few connections for reads that end at once; streams never hold one."""
    return AsyncConnectionPool(
        min_size=1,
        max_size=READERS_MAX,
        kwargs={"autocommit": True, **connection_parameters()},
        timeout=5,
        open=False,
    )
