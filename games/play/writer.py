"""The one writer of this process: all moves that arrived since the last commit become one commit.

With a single move waiting the batch is that move, so nobody waits for company. Answers and
pushes come after the commit, always.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import AsyncConnection

from games.play.database import connect
from games.play.transactions import commit
from games.services.batch import Batch
from games.services.commands import Command, Failed, Outcome
from games.services.errors import Refused
from games.services.live import LiveTable, StateCache

BATCH_MAX = 64
WAITING_MAX = 2_000
RETRIED = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
ATTEMPTS_MAX = 5

log = logging.getLogger(__name__)


class Busy(Refused):
    """The table could not be had in time: send the same request, with its key, again."""

    code = "busy"


class Writer:
    """Takes commands, commits them in groups, tells `on_commit` what was written."""

    def __init__(self, on_commit: Callable[[list[LiveTable]], None]) -> None:
        self._on_commit = on_commit
        self._waiting: deque[tuple[Command, asyncio.Future[Outcome]]] = deque()
        self._bell = asyncio.Event()
        self._cache = StateCache()
        self._connection: AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._committing = False
        self.backend_pid = 0

    async def start(self) -> None:
        await self._connect()
        self._task = asyncio.create_task(self._work(), name="move writer")

    async def _connect(self) -> AsyncConnection[Any]:
        self._connection = connection = await connect()
        self.backend_pid = connection.info.backend_pid
        return connection

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

        Raises:
            Busy: too much is waiting. (A database that is away comes as a Failed outcome.)
        """
        if len(self._waiting) >= WAITING_MAX:
            raise Busy("busy", waiting=len(self._waiting))
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, future))
        self._bell.set()
        return await future

    async def _work(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            while self._waiting:
                group = [self._waiting.popleft() for _ in range(min(BATCH_MAX, len(self._waiting)))]
                self._committing = True
                await self._commit_group(group)
                self._committing = False

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
            connection = self._connection
            if connection is None or connection.closed:
                connection = await self._connect()
            try:
                outcomes = await commit(batch.run(), connection)
            except RETRIED:
                if attempt == ATTEMPTS_MAX:
                    raise
                continue
            except psycopg.errors.LockNotAvailable:
                if len(commands) > 1:
                    return [await self._alone(command) for command in commands]
                raise
            batch.remember()
            self._on_commit([table for table in batch.tables.values() if table.pending])
            return outcomes
        raise AssertionError("unreachable")

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
    """Tell the waiting request; database trouble is `busy`, since a retry with the key is safe."""
    if future.done():
        return
    if isinstance(error, psycopg.Error | OSError):
        future.set_result(Failed(Busy("busy")))
    else:
        future.set_exception(error)
