"""Many who ask for a table at once share a query, and nobody gets one begun before they asked."""

import asyncio
from typing import Any

import pytest

from games.live.streaming.readers import Readers


class CountedReaders(Readers):
    """A reading tells the number of its query; each waits until it is let go."""

    def __init__(self) -> None:
        super().__init__(pool=None)  # type: ignore[arg-type]
        self.begun = 0
        self.let_go = asyncio.Semaphore(0)
        self.broken = False

    async def _read(self, table_id: int) -> Any:
        self.begun += 1
        number = self.begun
        await self.let_go.acquire()
        if self.broken:
            raise ConnectionError("away")
        return number


async def _number(readers: CountedReaders, table_id: int = 7) -> int:
    found: Any = await readers.table(table_id)
    return int(found)


async def _turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_thousand_who_ask_while_one_query_runs_share_the_next() -> None:
    async def play() -> None:
        readers = CountedReaders()
        first = asyncio.create_task(_number(readers))
        await _turns()
        many = [asyncio.create_task(_number(readers)) for _ in range(1_000)]
        other = asyncio.create_task(_number(readers, 8))
        await _turns()
        assert readers.begun == 2  # one of each table
        for _ in range(3):
            readers.let_go.release()
        assert (await first, await other) == (1, 2)
        assert set(await asyncio.gather(*many)) == {3}

    asyncio.run(play())


def test_who_goes_away_takes_the_query_from_nobody() -> None:
    async def play() -> None:
        readers = CountedReaders()
        impatient, patient = (asyncio.create_task(_number(readers)) for _ in range(2))
        await _turns()
        impatient.cancel()
        await _turns()
        readers.let_go.release()
        assert await patient == 1

    asyncio.run(play())


def test_a_query_that_fails_fails_for_those_who_waited_only() -> None:
    async def play() -> None:
        readers = CountedReaders()
        readers.broken = True
        waiting = [asyncio.create_task(_number(readers)) for _ in range(3)]
        await _turns()
        later = asyncio.create_task(_number(readers))
        await _turns()
        readers.let_go.release()
        for task in waiting:
            with pytest.raises(ConnectionError):
                await task
        readers.broken = False
        readers.let_go.release()
        assert await later == 2

    asyncio.run(play())
