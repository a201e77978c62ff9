"""Reading tables in the play process; several who ask for the same version share one query."""

from __future__ import annotations

import asyncio
from typing import Any

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from games.play.transactions import drive
from games.selectors.tables import TableReading, read_table


class Readers:
    """Table readings over a small pool."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool
        self._under_way: dict[int, asyncio.Task[TableReading]] = {}
        self._latest: dict[int, TableReading] = {}

    async def table(self, table_id: int, *, at_least: int | None = None) -> TableReading:
        """The table now, or a reading made for somebody else if it is recent enough."""
        if at_least is not None:
            latest = self._latest.get(table_id)
            if latest is not None and latest.version >= at_least:
                return latest
            task = self._under_way.get(table_id)
            if task is not None:
                reading = await asyncio.shield(task)
                if reading.version >= at_least:
                    return reading
        return await self._start(table_id)

    async def _start(self, table_id: int) -> TableReading:
        task = asyncio.create_task(self._read(table_id))
        self._under_way[table_id] = task
        try:
            return await task
        finally:
            if self._under_way.get(table_id) is task:
                del self._under_way[table_id]

    async def _read(self, table_id: int) -> TableReading:
        async with self._pool.connection() as connection:
            reading = await drive(read_table(table_id), connection)
        if len(self._latest) > 1_000:
            self._latest.clear()
        self._latest[table_id] = reading
        return reading
