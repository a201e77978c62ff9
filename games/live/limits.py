"""How fast one caller may act and look, and how many streams are theirs: one limit for the house.

Each play process counts by itself, so that nobody is asked before a move. Twice a second processes
tell each other, by NOTIFY, of callers who have taken more than a share of what may be had, and
each takes off what others gave. Whoever passes a limit at n processes together has passed an n-th
of it at one of them, and so is told of; from then on all they do is. People at tables are not.
"""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import orjson
import psycopg
from django.conf import settings
from psycopg_pool import PoolTimeout

from games.live.database import LISTENER, Pool
from games.moves.errors import Conflict, Refused
from games.moves.measures import STREAMS

LIMITS_CHANNEL = "jeton_limits"
CALLERS_MAX = 50_000
ROUND_SECONDS = 0.5
# How often it is looked how many processes there are.
COUNT_SECONDS = 3.0
# After a round of ours and a round of theirs we know what others know of somebody.
CLAIM_SECONDS = 2.5 * ROUND_SECONDS
# Who was told of is told of for so long, however little they do.
WATCHED_SECONDS = 10.0
# Open streams are told again before what was told of them is forgotten, as after a death.
AGAIN_SECONDS, LEASE_SECONDS = 5.0, 12.0
STREAMS_ANYWHERE = 2
TOLD_AT_ONCE = 100  # a notification holds less than 8,000 bytes
PROCESSES = """
SELECT count(*) FROM pg_stat_activity
WHERE application_name = %s AND usename = current_user AND datname = current_database()
"""

log = logging.getLogger(__name__)

Caller = int | str  # a player's number, or the network that a visitor calls from


class Buckets:
    """One for each caller: `per_second` flow in, twice as many fit, divided among processes.

    What another process gave is taken off here, too, and may leave a bucket owing.
    """

    def __init__(self, per_second: int) -> None:
        self.processes = 1
        self._per_second = per_second
        self._levels: dict[Caller, tuple[float, float]] = {}
        self._given: Counter[Caller] = Counter()  # since the last round
        self._watched: dict[Caller, float] = {}  # until when

    def spend(self, caller: Caller, now: float | None = None) -> None:
        """Take one from the caller's bucket at `now`, in seconds; Refused when it is empty."""
        now = time.monotonic() if now is None else now
        level = self._level(caller, now)
        if level < 1:
            raise Refused("too_many_requests", retry_after_seconds=1, per_second=self._per_second)
        self._keep(caller, level - 1, now)
        if self.processes > 1:
            self._given[caller] += 1

    def tell(self, now: float) -> list[tuple[Caller, int]]:
        """What was given since the last round to those who had more than half a share."""
        half_share = self._per_second * ROUND_SECONDS / self.processes / 2
        self._watched = {one: until for one, until in self._watched.items() if until > now}
        told = [
            (caller, count)
            for caller, count in self._given.items()
            if count > half_share or caller in self._watched
        ]
        self._given.clear()
        return told

    def hear(self, other: str, caller: Caller, count: int, now: float) -> None:
        """The same from another process."""
        self._watched[caller] = now + WATCHED_SECONDS
        self._keep(caller, self._level(caller, now) - count, now)

    def _level(self, caller: Caller, now: float) -> float:
        most = max(1.0, 2.0 * self._per_second / self.processes)
        level, since = self._levels.get(caller, (most, now))
        return min(most, level + (now - since) * self._per_second)

    def _keep(self, caller: Caller, level: float, now: float) -> None:
        if len(self._levels) >= CALLERS_MAX:
            self._levels.clear()
        self._levels[caller] = (level, now)


class StreamLimits:
    """How many streams one caller may hold open, so that nobody takes them all.

    Within their share of a process callers are let in at once. Beyond it others are told first, and
    told they answer: the stream opens when none of them has as many that it were one too many.
    """

    def __init__(self) -> None:
        self.processes = 1
        self._open: Counter[Caller] = Counter()
        self._told: dict[Caller, tuple[int, float]] = {}  # what others know, and since when
        self._elsewhere: dict[Caller, dict[str, tuple[int, float]]] = {}  # and until when

    @asynccontextmanager
    async def place(self, caller: Caller) -> AsyncIterator[None]:
        self._open[caller] += 1
        try:
            self._require_room(caller)
            if self._open[caller] > self._share():
                await asyncio.sleep(CLAIM_SECONDS)
                self._require_room(caller)
            with STREAMS.one_more():
                yield
        finally:
            self._open[caller] -= 1
            if not self._open[caller]:
                del self._open[caller]

    def tell(self, now: float) -> list[tuple[Caller, int]]:
        """How many streams those have who have more than a share, or of whom others told."""
        self._forget(now)
        share = self._share()
        noticed = {caller for caller, count in self._open.items() if count > share}
        noticed |= self._elsewhere.keys() & self._open.keys()
        told = []
        for caller in noticed | self._told.keys():
            count = self._open[caller]
            known, since = self._told.get(caller, (0, 0.0))
            if count != known or (count and now - since > AGAIN_SECONDS):
                told.append((caller, count))
                self._told[caller] = (count, now)
            if not count:
                self._told.pop(caller, None)
        return told

    def hear(self, other: str, caller: Caller, count: int, now: float) -> None:
        self._elsewhere.setdefault(caller, {})[other] = (count, now + LEASE_SECONDS)

    def _share(self) -> int:
        most: int = settings.STREAMS_PER_CALLER_MAX
        return most if self.processes == 1 else max(STREAMS_ANYWHERE, most // self.processes)

    def _require_room(self, caller: Caller) -> None:
        most: int = settings.STREAMS_PER_CALLER_MAX
        now = time.monotonic()
        others = self._elsewhere.get(caller, {}).values()
        if self._open[caller] + sum(count for count, until in others if until > now) > most:
            raise Conflict("too_many_streams", most=most)

    def _forget(self, now: float) -> None:
        for caller, others in list(self._elsewhere.items()):
            for name in [name for name, (_, until) in others.items() if until <= now]:
                del others[name]
            if not others:
                del self._elsewhere[caller]


class House:
    """Tells other processes what these limits have to tell, and them what others tell."""

    def __init__(self, pool: Pool, shared: Iterable[Buckets | StreamLimits]) -> None:
        self._pool = pool
        self._name = secrets.token_hex(4)
        self._shared = tuple(shared)

    async def run(self) -> None:
        """Until cancelled. While the database is away, nobody hears and each counts alone."""
        counted_at = 0.0
        while True:
            try:
                if time.monotonic() - counted_at > COUNT_SECONDS:
                    await self._count()
                    counted_at = time.monotonic()
                await self._tell()
            except (psycopg.Error, PoolTimeout, OSError) as error:
                log.warning("other processes are not told of limits: %s", error)
            await asyncio.sleep(ROUND_SECONDS)

    def hear(self, payload: str, _pid: int) -> None:
        name, told = orjson.loads(payload)
        if name == self._name:
            return
        now = time.monotonic()
        for number, caller, count in told:
            self._shared[number].hear(name, caller, count, now)

    async def _count(self) -> None:
        """Each play process holds one connection that listens."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(PROCESSES, (LISTENER,))
            row = await cursor.fetchone()
        for one in self._shared:
            one.processes = max(1, row[0]) if row else 1

    async def _tell(self) -> None:
        if self._shared[0].processes == 1:
            return
        now = time.monotonic()
        told = [(number, *one) for number, of in enumerate(self._shared) for one in of.tell(now)]
        for at in range(0, len(told), TOLD_AT_ONCE):
            text = orjson.dumps([self._name, told[at : at + TOLD_AT_ONCE]]).decode()
            async with self._pool.connection() as connection:
                await connection.execute("SELECT pg_notify(%s, %s)", (LIMITS_CHANNEL, text))
