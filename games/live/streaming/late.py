"""Tables that spectators see later than their players: as they were, looked up once for all.

Nothing rings when time passes, so who watches late looks every second. All watchers of a table
share one look, and each look goes on from the one before.
"""

import asyncio
import time

from games.live.database import Pool
from games.live.transactions import drive
from games.tables.reading import TableReading, read_late, read_table

LOOK_SECONDS = 1.0
KEPT_MAX = 500


class LateTables:
    """What was read of delayed tables, and when."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._latest: dict[int, tuple[float, TableReading]] = {}
        self._looking: dict[int, asyncio.Task[TableReading]] = {}

    async def table(self, table_id: int) -> TableReading:
        """The table as it was its delay ago, give or take a second."""
        known = self._latest.get(table_id)
        if known is not None and time.monotonic() - known[0] < LOOK_SECONDS / 2:
            return known[1]
        task = self._looking.get(table_id)
        if task is None:
            task = asyncio.create_task(self._look(table_id))
            self._looking[table_id] = task
            task.add_done_callback(lambda _: self._looking.pop(table_id, None))
        return await asyncio.shield(task)

    async def _look(self, table_id: int) -> TableReading:
        known = self._latest.get(table_id)
        async with self._pool.connection() as connection:
            now = await drive(read_table(table_id), connection)
            work = read_late(now, known[1] if known else None)
            reading = await drive(work, connection)
        if len(self._latest) >= KEPT_MAX:
            self._latest.clear()
        self._latest[table_id] = (time.monotonic(), reading)
        return reading
