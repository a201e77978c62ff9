"""What other processes commit reaches watchers here: all of it, in order, in few reads."""

import asyncio

import orjson
import pytest

from games.live.streaming.hub import Channel, Hub
from games.moves.commands import StoredEvent

TABLE, OTHERS = 7, 4711


class Log(Hub):
    """A hub whose database is a list; a read goes on when it is let."""

    def __init__(self) -> None:
        super().__init__(readers=None, own_pid=lambda: 0)  # type: ignore[arg-type]
        self.reads: list[tuple[int, int]] = []
        self.goes_on = asyncio.Event()

    async def log_of(self, table_id: int, after: int, until: int) -> tuple[StoredEvent, ...]:
        self.reads.append((after, until))
        await self.goes_on.wait()
        return events(after + 1, until)

    def hear(self, version: int) -> None:
        self._hear_tables(orjson.dumps([[TABLE, version]]).decode(), OTHERS)


def events(first: int, last: int) -> tuple[StoredEvent, ...]:
    return tuple(StoredEvent(seq, "note", {}, 0) for seq in range(first, last + 1))


async def watched(log: Log, *, version: int) -> Channel:
    channel = log.enter(TABLE, asyncio.Event())
    channel.publish(version, events(1, version))
    return channel


async def settled(log: Log) -> None:
    log.goes_on.set()
    while log._tasks:
        await asyncio.sleep(0)


def numbers(channel: Channel, after: int) -> list[int]:
    return [event.seq for event in channel.since(after) or ()]


def test_a_run_of_versions_is_read_twice_whatever_its_length() -> None:
    async def run() -> None:
        log = Log()
        channel = await watched(log, version=3)
        for version in range(4, 20):
            log.hear(version)
            await asyncio.sleep(0)
        await settled(log)
        assert log.reads == [(3, 4), (4, 19)]
        assert numbers(channel, 3) == list(range(4, 20))

    asyncio.run(run())


@pytest.mark.parametrize("ours", [5, 6, 7])
def test_what_was_read_is_told_though_this_process_committed_meanwhile(ours: int) -> None:
    async def run() -> None:
        log = Log()
        channel = await watched(log, version=3)
        log.hear(6)
        await asyncio.sleep(0)
        channel.publish(ours, events(4, ours))
        await settled(log)
        assert log.reads == [(3, 6)]
        assert numbers(channel, 3) == list(range(4, max(6, ours) + 1))

    asyncio.run(run())


def test_a_read_that_fails_keeps_no_later_one_from_coming() -> None:
    async def run() -> None:
        log = Log()
        channel = await watched(log, version=3)
        found = log.log_of

        async def away(*_: int) -> tuple[StoredEvent, ...]:
            raise OSError("the database is away")

        log.log_of = away  # type: ignore[method-assign, assignment]
        log.hear(4)
        task = log._tasks[0]
        with pytest.raises(OSError, match="away"):
            await task
        log.log_of = found  # type: ignore[method-assign]
        log.hear(5)
        await settled(log)
        assert numbers(channel, 3) == [4, 5]

    asyncio.run(run())
