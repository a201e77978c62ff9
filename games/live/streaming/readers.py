"""Reading tables in the play process; many who ask for the same table at once share one query."""

import asyncio

from games.live.database import Pool
from games.live.transactions import drive
from games.tables.reading import TableReading, read_table


class Readers:
    """Table readings over a small pool: of each table one is under way and one waits for it."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._under_way: dict[int, asyncio.Task[TableReading]] = {}
        self._next: dict[int, asyncio.Task[TableReading]] = {}
        self._latest: dict[int, TableReading] = {}

    async def table(self, table_id: int, *, at_least: int | None = None) -> TableReading:
        """The table as it is now, or, if that is enough, as it was at version `at_least`."""
        if at_least is not None:
            latest = self._latest.get(table_id)
            if latest is not None and latest.version >= at_least:
                return latest
            task = self._under_way.get(table_id)
            if task is not None:
                reading = await asyncio.shield(task)
                if reading.version >= at_least:
                    return reading
        return await self._fresh(table_id)

    async def _fresh(self, table_id: int) -> TableReading:
        """A reading that begins after this call, and serves all who have called by then."""
        task = self._next.get(table_id)
        if task is None:
            before = self._under_way.get(table_id)
            task = self._next[table_id] = asyncio.create_task(self._read_after(before, table_id))
            task.add_done_callback(_note_error)
        return await asyncio.shield(task)  # who goes away must not take it from the others

    async def _read_after(
        self, before: asyncio.Task[TableReading] | None, table_id: int
    ) -> TableReading:
        if before is not None:
            await asyncio.wait([before])
        task = self._under_way[table_id] = self._next.pop(table_id)
        try:
            return await self._read(table_id)
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


def _note_error(task: asyncio.Task[TableReading]) -> None:
    """Everybody may have gone meanwhile: then nobody else asks what went wrong."""
    if not task.cancelled():
        task.exception()
