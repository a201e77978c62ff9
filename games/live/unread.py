"""How many notices are new, told on the stream of a table: its page needs no second one."""

import asyncio
from typing import Any

from accounts.notices.inbox import UNREAD_SHOWN_MAX
from games.live.database import Pool
from games.live.people import People
from games.tables.reading import TableReading

# Up to a hundred, as pages count them (`accounts.notices.inbox.unread_count`).
COUNT_UNREAD = """
SELECT count(*) FROM (SELECT 1 FROM accounts_notice
                      WHERE player_id = %s AND read_at IS NULL LIMIT %s) AS found
"""


class Unread:
    """One number, told at the start and whenever it has changed."""

    def __init__(self, people: People, pool: Pool, player_id: int, news: asyncio.Event) -> None:
        self._people = people
        self._pool = pool
        self._player_id = player_id
        self._ring = news
        self._box = people.enter(player_id, news)
        self._looked = -1
        self._told: int | None = None

    def sit(self, reading: TableReading, seat: int | None) -> None:
        """Notices come wherever one sits."""

    async def news(self) -> tuple[str, bytes] | None:
        if self._looked == self._box.told:
            return None
        looked = self._box.told
        async with self._pool.connection() as connection:
            asked: tuple[Any, ...] = (self._player_id, UNREAD_SHOWN_MAX + 1)
            cursor = await connection.execute(COUNT_UNREAD, asked)
            ((unread,),) = await cursor.fetchall()
        self._looked = looked
        if unread == self._told:
            return None
        self._told = unread
        return "notices", b'{"unread":%d}' % unread

    def leave(self) -> None:
        self._people.leave(self._box, self._ring)
