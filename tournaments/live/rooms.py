"""Tournaments that somebody of this process follows, each read once for all who do.

A tournament changes with every finished round; whatever happens, it is read at most once in
`seconds_between`, so that neither watchers nor a field of thousands make it slower.
"""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import orjson
from psycopg import AsyncConnection

from games.live.database import Pool
from games.moves.errors import NotFound
from tournaments.director import Clock, Field, Plan, wake_at
from tournaments.director.codec import from_json
from tournaments.selectors.seen import hidden_from

TOURNAMENT_CHANNEL = "jeton_tournaments"
LEADERS = 20
ENTRIES_PER_SECOND = 20_000
DECISIONS_AT_ONCE = 200
# What is told of one player to everybody; the rest is said to whom it concerns.
PUBLIC_KINDS = ("Enter", "Out", "PayPrize", "Rank", "ReEnter", "Remove", "Withdraw")

READ_ROW = """
SELECT t.version, t.phase, t.name, t.plan::text, t.clock::text, t.field::text,
       t.club_id IS NULL,
       coalesce((SELECT d.id FROM tournaments_decision d WHERE d.tournament_id = t.id
                 ORDER BY d.id DESC LIMIT 1), 0)
FROM tournaments_tournament t WHERE t.id = %s
"""
READ_LEADERS = """
SELECT e.player_id, p.username, e.status, e.rank, e.stack_chips, e.points, e.table_number
FROM tournaments_entry e JOIN accounts_player p ON p.id = e.player_id
WHERE e.tournament_id = %s AND e.status <> 'withdrawn'
ORDER BY e.rank NULLS FIRST, e.status, e.stack_chips DESC, e.points DESC, e.number LIMIT %s
"""
READ_OWN = """
SELECT e.player_id, e.id, e.status, e.rank, e.stack_chips, e.points, e.table_number, e.seat,
       e.won_chips,
       CASE WHEN t.is_open AND NOT t.resting THEN t.game_table_id END
FROM tournaments_entry e
LEFT JOIN tournaments_tournamenttable t
       ON t.tournament_id = e.tournament_id AND t.number = e.table_number
WHERE e.tournament_id = %s AND e.player_id = ANY(%s) AND e.status <> 'withdrawn'
"""
READ_DECISIONS = """
SELECT id, kind, code, facts::text, entry_id, table_number, at FROM tournaments_decision
WHERE tournament_id = %(tournament)s AND id > %(after)s AND id <= %(until)s
  AND (entry_id = %(entry)s OR kind = 'Announce'
       OR (%(all)s AND (entry_id IS NULL OR kind = ANY(%(kinds)s))))
ORDER BY id LIMIT %(most)s
"""

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A tournament at one moment: the same for all (`public`), and each watcher's own entry.

    One that is not `is_for_all` is a club's.
    """

    version: int
    last_decision: int
    is_over: bool
    is_for_all: bool
    public: dict[str, Any]
    leaders: list[dict[str, Any]]
    own: dict[int, dict[str, Any]]


@dataclass(slots=True, eq=False)
class Room:
    """One followed tournament: its latest reading, whether more has happened, its watchers."""

    tournament_id: int
    is_stale: bool = True
    listeners: set[asyncio.Event] = field(default_factory=set)
    players: Counter[int] = field(default_factory=Counter)
    latest: Reading | None = None
    read_at: float = 0.0
    under_way: asyncio.Task[Reading] | None = None

    def wake(self) -> None:
        for news in self.listeners:
            news.set()


class Rooms:
    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._rooms: dict[int, Room] = {}

    def enter(self, tournament_id: int, news: asyncio.Event, player_id: int | None) -> Room:
        room = self._rooms.setdefault(tournament_id, Room(tournament_id))
        room.listeners.add(news)
        if player_id is not None:
            room.players[player_id] += 1
            if room.latest is not None and player_id not in room.latest.own:
                room.is_stale = True  # their entry has not been read yet
        return room

    async def require_seen(self, tournament_id: int, player_id: int | None) -> None:
        """Raises NotFound(tournament_not_found) to who may not know of it."""
        hidden, values = hidden_from(tournament_id, player_id)
        async with self.pool.connection() as connection:
            found = await (await connection.execute(hidden, values)).fetchone()
        if found is not None:
            raise NotFound("tournament_not_found", tournament=tournament_id)

    def leave(self, room: Room, news: asyncio.Event, player_id: int | None) -> None:
        room.listeners.discard(news)
        if player_id is not None:
            room.players[player_id] -= 1
            room.players += Counter()  # who has left altogether is not read any more
        if not room.listeners:
            self._rooms.pop(room.tournament_id, None)

    def hear(self, payload: str, _pid: int) -> None:
        tournament_id, version = orjson.loads(payload)
        room = self._rooms.get(tournament_id)
        if room is not None and (room.latest is None or version > room.latest.version):
            room.is_stale = True
            room.wake()

    def beat(self) -> None:
        """The heartbeat reads anew as well: a notification may have been lost."""
        for room in list(self._rooms.values()):
            room.is_stale = True
            room.wake()

    async def reading(self, room: Room) -> Reading:
        """The tournament now, or as it was read for somebody else a moment ago."""
        if room.latest is not None and not room.is_stale:
            return room.latest
        if room.under_way is None:
            room.under_way = asyncio.create_task(self._read(room))
        return await asyncio.shield(room.under_way)

    async def _read(self, room: Room) -> Reading:
        try:
            entries = room.latest.public["entries"] if room.latest else 0
            pause = 1.0 + entries / ENTRIES_PER_SECOND - (time.monotonic() - room.read_at)
            if room.latest is not None and pause > 0:
                await asyncio.sleep(pause)
            room.is_stale = False  # what is heard from now on may not be in it
            async with self.pool.connection() as connection:
                reading = await read_room(connection, room.tournament_id, list(room.players))
            room.latest, room.read_at = reading, time.monotonic()
            return reading
        except BaseException:
            room.is_stale = True
            raise
        finally:
            room.under_way = None

    async def decisions(
        self, reading: Reading, room: Room, *, after: int, entry: int | None, everything: bool
    ) -> list[Row]:
        """What was decided since, up to this reading."""
        async with self.pool.connection() as connection:
            cursor = await connection.execute(
                READ_DECISIONS,
                {
                    "tournament": room.tournament_id,
                    "after": after,
                    "until": reading.last_decision,
                    "entry": entry,
                    "all": everything,
                    "kinds": list(PUBLIC_KINDS),
                    "most": DECISIONS_AT_ONCE,
                },
            )
            return await cursor.fetchall()


async def read_room(
    connection: AsyncConnection[Any], tournament_id: int, players: list[int]
) -> Reading:
    """Raises NotFound(tournament_not_found)."""
    cursor = await connection.execute(READ_ROW, (tournament_id,))
    row = await cursor.fetchone()
    if row is None:
        raise NotFound("tournament_not_found", tournament=tournament_id)
    version, phase, name, plan_json, clock_json, field_json, is_for_all, last_decision = row
    plan = from_json(Plan, orjson.loads(plan_json))
    clock = from_json(Clock, orjson.loads(clock_json))
    numbers = from_json(Field, orjson.loads(field_json))
    leaders = await connection.execute(READ_LEADERS, (tournament_id, LEADERS))
    own = await connection.execute(READ_OWN, (tournament_id, players))
    return Reading(
        version=version,
        last_decision=last_decision,
        is_over=clock.phase.is_over,
        is_for_all=is_for_all,
        public={
            "tournament": tournament_id,
            "name": name,
            "version": version,
            "phase": phase,
            "is_paused": clock.paused_at_ms is not None,
            "level": clock.level + 1,
            "chips_per_point": plan.schedule.pcr(clock.level),
            "next_at": wake_at(plan, clock),
            "round": clock.wave,
            "entries": numbers.entries,
            "alive": numbers.alive,
            "tables": numbers.tables,
        },
        leaders=[dict(zip(_OF_A_LEADER, one, strict=True)) for one in await leaders.fetchall()],
        own={one[0]: dict(zip(_OWN, one[1:], strict=True)) for one in await own.fetchall()},
    )


_OF_A_LEADER = ("player", "name", "status", "rank", "stack_chips", "points", "table")
_OWN = (
    *("entry", "status", "rank", "stack_chips", "points", "table", "seat", "won_chips"),
    "game_table",
)
