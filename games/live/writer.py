"""The one writer of this process: all moves that arrived since the last commit become one commit.

With a single move waiting the batch is that move, so nobody waits for company. Answers and
pushes come after the commit, always.

The house's sign of life is given over this very connection: while it is given, moves can be made,
and a writer that hangs is an outage. A connection that hangs or is lost is given up. What became
of its last batch is unknown; who is told `busy` asks again with the key, and finds it or does it.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from django.conf import settings
from psycopg import AsyncConnection

from games.live.database import connect
from games.live.transactions import commit
from games.moves.batch import Batch
from games.moves.commands import Command, Failed, Outcome
from games.moves.errors import Refused
from games.moves.live import LiveTable, StateCache
from games.moves.measures import BATCH_MOVES, COMMIT_SECONDS, LOCK_SECONDS, Course
from games.moves.statements import BEAT
from games.running.outages import BEAT_SECONDS, PLAY, beat_parameters
from web import whence
from web.database.trouble import code_of

BATCH_MAX = 64
WAITING_MAX = 2_000
RETRIED = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
ATTEMPTS_MAX = 5
# A connection that was given up may still hold locks, where only the network is broken.
END_PREDECESSORS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = %s AND usename = current_user AND pid <> pg_backend_pid()
"""

log = logging.getLogger(__name__)


class Busy(Refused):
    """The table could not be had in time: send the same request, with its key, again."""

    code = "busy"


class Writer:
    """Takes commands, commits them in groups, tells `on_commit` what was written."""

    def __init__(self, on_commit: Callable[[list[LiveTable]], None]) -> None:
        self._on_commit = on_commit
        self._waiting: deque[tuple[Command, asyncio.Future[Outcome]]] = deque()
        self._news = asyncio.Event()
        self._cache = StateCache()
        self._connection: AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._committing = False
        self._name = f"jeton writer {secrets.token_hex(6)}"
        self._beat_at = 0.0
        self._sizes = BATCH_MOVES.tally()
        self._locks = LOCK_SECONDS.tally()
        self._commits = COMMIT_SECONDS.tally()
        self.backend_pid = 0

    async def start(self) -> None:
        """Begin; a database that is away is asked for again with the first move."""
        try:
            await self._connect()
        except (psycopg.Error, OSError) as error:
            log.warning("moves wait for the database: %s", error)
        self._task = asyncio.create_task(self._work(), name="move writer")

    async def _connect(self) -> AsyncConnection[Any]:
        """Ready for moves: an outage is over, and written down, before the first one is made."""
        connection = await connect(name=self._name)
        try:
            await connection.execute(END_PREDECESSORS, (self._name,))
            await self._beat(connection)
        except BaseException:
            await connection.close()
            raise
        self._connection = connection
        # A pooler tells a number of its own, which might be somebody else's.
        self.backend_pid = 0 if settings.DATABASE_LISTEN_URL else connection.info.backend_pid
        return connection

    async def _ready(self) -> AsyncConnection[Any]:
        connection = self._connection
        if connection is None or connection.closed:
            connection = await self._connect()
        return connection

    async def _beat(self, connection: AsyncConnection[Any]) -> None:
        self._beat_at = time.monotonic() + BEAT_SECONDS
        await connection.execute(BEAT, beat_parameters(PLAY))

    async def stop(self) -> None:
        """Finish what is waiting, then close."""
        while self._waiting or self._committing:
            await asyncio.sleep(0.005)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    async def submit(self, command: Command) -> Outcome:
        """The outcome of a command, after its commit.

        Raises Busy: too much is waiting. (A database that is away comes as a Failed outcome.).
        """
        if len(self._waiting) >= WAITING_MAX:
            raise Busy("busy", waiting=len(self._waiting))
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, future))
        self._news.set()
        return await future

    async def _work(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._beat_at - time.monotonic()):
                    await self._news.wait()
            self._news.clear()
            await self._give_sign_of_life()
            while self._waiting:
                self._committing = True
                await self._commit_next()
                self._committing = False
                await self._give_sign_of_life()

    async def _commit_next(self) -> None:
        """The next group; while no connection can be had, nobody who waits is kept waiting."""
        try:
            await self._ready()
        except (psycopg.Error, OSError) as error:
            log.warning("the database is away: %s", error)
            refused = [self._waiting.popleft() for _ in range(len(self._waiting))]
            for _, future in refused:
                _resolve(future, error)
            return
        group = [self._waiting.popleft() for _ in range(min(BATCH_MAX, len(self._waiting)))]
        await self._commit_group(group)

    async def _give_sign_of_life(self) -> None:
        """Every few seconds, between two commits; a database that is away cannot be told."""
        if time.monotonic() < self._beat_at:
            return
        self._beat_at = time.monotonic() + BEAT_SECONDS
        try:
            await self._beat(await self._ready())
        except (psycopg.Error, OSError) as error:
            log.warning("no sign of life could be given: %s", error)
            await self._recover(error)

    async def _commit_group(self, group: list[tuple[Command, asyncio.Future[Outcome]]]) -> None:
        try:
            outcomes = await self._commit([command for command, _ in group])
        except Exception as error:
            if len(group) > 1 and not isinstance(error, psycopg.OperationalError):
                # One of them broke the batch: each on its own, so that only that one fails.
                for single in group:
                    await self._commit_group([single])
                return
            await self._recover(error)
            for _, future in group:
                _resolve(future, error)
            return
        for (_, future), outcome in zip(group, outcomes, strict=True):
            if not future.done():
                future.set_result(outcome)

    async def _commit(self, commands: list[Command]) -> list[Outcome]:
        for attempt in range(1, ATTEMPTS_MAX + 1):
            batch = Batch(commands, self._cache)
            connection = await self._ready()
            course = Course()
            try:
                outcomes = await commit(batch.run(), connection, course)
            except RETRIED:
                if attempt == ATTEMPTS_MAX:
                    raise
                continue
            except psycopg.errors.LockNotAvailable:
                if len(commands) > 1:
                    return [await self._alone(command) for command in commands]
                raise
            batch.remember()
            self._measure(course, commands)
            self._on_commit([table for table in batch.tables.values() if table.pending])
            return outcomes
        raise AssertionError("unreachable")

    def _measure(self, course: Course, commands: list[Command]) -> None:
        self._sizes.add(len(commands))
        self._locks.add(course.locked - course.begun)
        if course.decided:  # else nothing was there to be written
            self._commits.add(course.committed - course.decided)
        tracer = whence.tracer
        if tracer is not None:
            facts: whence.Facts = {
                "jeton.batch.commands": len(commands),
                "jeton.batch.lock_ms": round(1000 * (course.locked - course.begun), 3),
            }
            times = {"begun": course.begun, "ended": course.committed}
            for command in commands:
                tracer.past("batch", command.came_from, **times, facts=facts)

    async def _alone(self, command: Command) -> Outcome:
        """One table of the group is held by somebody else: the others shall not wait for it."""
        try:
            return (await self._commit([command]))[0]
        except psycopg.errors.LockNotAvailable:
            return Failed(Busy("busy", table=command.table_id))

    async def _recover(self, error: Exception) -> None:
        if not isinstance(error, psycopg.Error):
            log.error("a table transaction failed", exc_info=error)
        connection = self._connection
        if connection is not None and connection.broken:
            await connection.close()


def _resolve(future: asyncio.Future[Outcome], error: Exception) -> None:
    """Tell the waiting request; after trouble with the database a retry with its key is safe."""
    if future.done():
        return
    if isinstance(error, psycopg.Error | OSError):
        future.set_result(Failed(Busy(code_of(error))))
    else:
        future.set_exception(error)
