"""Who follows their inbox, and ringing for them: a notice, a seat taken or left.

Triggers of the database tell whose inbox has changed, whatever changed it; nothing of what it
says. A look every few seconds finds what was told while nobody listened.
"""

import asyncio
import logging
from collections.abc import Sequence

import orjson
import psycopg
from psycopg_pool import PoolTimeout

from games.live.database import Pool

PEOPLE_CHANNEL = "jeton_people"
READ_LATEST = """
SELECT asked.id,
       (SELECT coalesce(max(n.id), 0) FROM accounts_notice n WHERE n.player_id = asked.id),
       (SELECT coalesce(max(s.id), 0) FROM games_seat s WHERE s.player_id = asked.id)
FROM unnest(%(players)s::bigint[]) AS asked (id)
"""

log = logging.getLogger(__name__)


class Mailbox:
    """One player's: how often something was told, and the listeners of their streams."""

    __slots__ = ("latest", "listeners", "player_id", "told")

    def __init__(self, player_id: int) -> None:
        self.player_id = player_id
        self.told = 0
        self.latest: tuple[int, int] | None = None  # of their notices and seats, when looked
        self.listeners: set[asyncio.Event] = set()

    def ring(self) -> None:
        self.told += 1
        self.wake()

    def wake(self) -> None:
        for news in self.listeners:
            news.set()


class People:
    """All mailboxes that somebody of this process follows."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._boxes: dict[int, Mailbox] = {}
        self._look: asyncio.Task[None] | None = None

    def enter(self, player_id: int, news: asyncio.Event) -> Mailbox:
        box = self._boxes.get(player_id)
        if box is None:
            box = self._boxes[player_id] = Mailbox(player_id)
        box.listeners.add(news)
        return box

    def leave(self, box: Mailbox, news: asyncio.Event) -> None:
        box.listeners.discard(news)
        if not box.listeners:
            self._boxes.pop(box.player_id, None)

    def hear(self, payload: str, _pid: int) -> None:
        """Players by id; nobody named means that they were too many to name."""
        players: Sequence[int] = orjson.loads(payload)
        named = [self._boxes[one] for one in players if one in self._boxes]
        for box in named if players else self.all():
            box.ring()

    def all(self) -> list[Mailbox]:
        return list(self._boxes.values())

    def beat(self) -> None:
        """The heartbeat of the streams; and a look, since a notification may have been lost."""
        for box in self.all():
            box.wake()
        if self._boxes and (self._look is None or self._look.done()):
            self._look = asyncio.create_task(self._look_once())

    async def _look_once(self) -> None:
        players = list(self._boxes)
        try:
            async with self._pool.connection() as connection:
                cursor = await connection.execute(READ_LATEST, {"players": players})
                rows = await cursor.fetchall()
        except (psycopg.Error, PoolTimeout, OSError) as error:
            log.warning("no look at the inboxes: %s", error)
            return
        for player_id, notice, seat in rows:
            box = self._boxes.get(player_id)
            if box is not None and box.latest != (notice, seat):
                box.latest = (notice, seat)
                box.ring()
