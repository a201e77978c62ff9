"""Whether a table's players have it before them, as their streams tell; known to all processes.

A process says through NOTIFY who has come to one of its streams and whose last
one has ended, and names all of its own with every slow beat: so it hears of whoever came before it,
and who stayed with a process that died is forgotten soon. Only those who sit at the same table are
told, and only of people: a program may well play without a stream.

Of those alone who have a device to push to it is written down as well (`OpenTable`), for workers:
what lies open before somebody is not pushed to them.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable, Sequence

import orjson
import psycopg
from psycopg_pool import PoolTimeout

from games.live.database import Pool
from games.tables.reading import TableReading

PRESENCE_CHANNEL = "jeton_presence"
# A reload, a stream's end by age and a short tunnel are no news.
GRACE_MS = 6_000
# What another process says is good for two of its beats and a half, what polling says for three.
LEASE_MS, POLLING_MS = 40_000, 6_000
# So long after our start everybody's stream is back, and every other process has named its own.
SETTLED_MS = 20_000
REMEMBERED_MS = 6 * 3_600_000
TOLD_TOGETHER_SECONDS = 0.2
NAMED_AT_ONCE = 200  # a notification holds less than 8,000 bytes
# Spots in one order, so that two processes wait for each other and never crosswise.
WRITE_DOWN = """
INSERT INTO games_opentable (player_id, table_id, until)
SELECT d.player_id, t.id,
       clock_timestamp() + CASE WHEN told.is_here THEN make_interval(secs => %(lease)s / 1000.0)
                                ELSE interval '0' END
FROM unnest(%(tables)s::bigint[], %(players)s::bigint[], %(here)s::bool[])
     AS told (table_id, player_id, is_here)
JOIN (SELECT DISTINCT player_id FROM accounts_pushdevice WHERE player_id = ANY(%(players)s)) AS d
  ON d.player_id = told.player_id
JOIN games_table t ON t.id = told.table_id
ORDER BY d.player_id, t.id
ON CONFLICT (player_id, table_id) DO UPDATE SET until = excluded.until
"""
log = logging.getLogger(__name__)

Spot = tuple[int, int]  # a table and one of its players, by number


class Line:
    """One player's connection to one table: streams here, until when others vouch, last seen."""

    __slots__ = ("seen_ms", "streams", "until_ms")

    def __init__(self) -> None:
        self.streams = 0
        self.until_ms = 0
        self.seen_ms = 0

    def is_open(self, now_ms: int) -> bool:
        return self.streams > 0 or self.until_ms > now_ms


class Presence:
    """All lines that this process knows of."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._name = secrets.token_hex(8)
        self._lines: dict[Spot, Line] = {}
        self._news: dict[Spot, bool] = {}
        self._telling: asyncio.Task[None] | None = None
        self._settled_at = _now_ms() + SETTLED_MS

    def enter(self, spot: Spot) -> None:
        """One more stream; `leave` when it ends."""
        line = self._line(spot)
        line.streams += 1
        if line.streams == 1:
            self._tell(spot, is_here=True)

    def leave(self, spot: Spot) -> None:
        line = self._line(spot)
        line.streams -= 1
        if not line.streams:
            line.seen_ms = _now_ms()
            self._tell(spot, is_here=False)

    def saw(self, spot: Spot) -> None:
        """Somebody has asked for the view: where streams do not pass, pages ask again and again."""
        line, now = self._line(spot), _now_ms()
        was_open = line.is_open(now)
        line.seen_ms, line.until_ms = now, max(line.until_ms, now + POLLING_MS)
        if not was_open:
            self._tell(spot, is_here=True)

    def away(self, table_id: int, players: Iterable[int]) -> list[tuple[int, int | None]]:
        """Who of these has no line to the table, and since when, where that is known."""
        now = _now_ms()
        if now < self._settled_at:
            return []
        found: list[tuple[int, int | None]] = []
        for player_id in players:
            line = self._lines.get((table_id, player_id))
            if line is None:
                found.append((player_id, None))
            elif not line.is_open(now) and now - line.seen_ms >= GRACE_MS:
                found.append((player_id, line.seen_ms))
        return found

    def hear(self, payload: str, _pid: int) -> None:
        """What some process tells: its name, and spots with whether somebody is there."""
        name, spots = orjson.loads(payload)
        if name == self._name:
            return
        now = _now_ms()
        for table_id, player_id, is_here in spots:
            spot = (table_id, player_id)
            line = self._line(spot)
            line.seen_ms = now
            line.until_ms = now + LEASE_MS if is_here else now
            if not is_here and line.streams:
                self._tell(spot, is_here=True)  # they have two pages, and the other one is ours

    def beat(self) -> None:
        """Name our own again, and forget who has been gone for long."""
        now = _now_ms()
        for spot, line in list(self._lines.items()):
            if line.streams:
                self._tell(spot, is_here=True)
            elif line.is_open(now):
                line.seen_ms = now
            elif now - line.seen_ms > REMEMBERED_MS:
                del self._lines[spot]

    def _line(self, spot: Spot) -> Line:
        return self._lines.setdefault(spot, Line())

    def _tell(self, spot: Spot, *, is_here: bool) -> None:
        self._news[spot] = is_here
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_soon())

    async def _tell_soon(self) -> None:
        """Together what comes together, as when a process starts and all streams return."""
        while self._news:
            await asyncio.sleep(TOLD_TOGETHER_SECONDS)
            spots = [(*spot, is_here) for spot, is_here in self._news.items()]
            self._news.clear()
            try:
                async with self._pool.connection() as connection:
                    for at in range(0, len(spots), NAMED_AT_ONCE):
                        some = spots[at : at + NAMED_AT_ONCE]
                        told = orjson.dumps([self._name, some])
                        await connection.execute(
                            "SELECT pg_notify(%s, %s)", (PRESENCE_CHANNEL, told.decode())
                        )
                        tables, players, here = map(list, zip(*some, strict=True))
                        spots_now = {"tables": tables, "players": players, "here": here}
                        await connection.execute(WRITE_DOWN, {**spots_now, "lease": LEASE_MS})
            except (psycopg.Error, PoolTimeout, OSError) as error:
                log.warning("presence is not told, the next beat tells it: %s", error)


class Companions:
    """On the stream of one who sits at a table: which others are away, first and at changes.

    For who watches there is nothing.
    """

    def __init__(self, presence: Presence, player_id: int) -> None:
        self._presence = presence
        self._player_id = player_id
        self._spot: Spot | None = None
        self._others: Sequence[int] = ()
        self._told: list[tuple[int, int | None]] | None = None

    def sit(self, reading: TableReading, seat: int | None) -> None:
        """Whoever follows has this seat now, or none."""
        spot = None
        self._others = ()
        if seat is not None:
            spot = (reading.table_id, self._player_id)
            players = [place["player"] for place in reading.places.values()]
            people = [one["id"] for one in players if not one["is_bot"]]
            self._others = [one for one in people if one != self._player_id]
        if spot == self._spot:
            return
        self.leave()
        self._spot, self._told = spot, None
        if spot is not None:
            self._presence.enter(spot)

    async def news(self) -> tuple[str, bytes] | None:
        if self._spot is None:
            return None
        away = self._presence.away(self._spot[0], self._others)
        if away == self._told:
            return None
        self._told = away
        lines = [{"player": player_id, "since": since} for player_id, since in away]
        return "presence", orjson.dumps({"away": lines})

    def leave(self) -> None:
        if self._spot is not None:
            self._presence.leave(self._spot)
            self._spot = None


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
