"""Who of a table's players is away: by streams, over several processes, for the others only."""

import asyncio
import json
from collections.abc import Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from games.live import presence
from games.live.presence import (
    GRACE_MS,
    LEASE_MS,
    POLLING_MS,
    SETTLED_MS,
    WRITE_DOWN,
    Companions,
    Presence,
)

TABLE, ANNA, BERT = 5, 1, 2


class Time:
    """Milliseconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def goes_on(self, ms: int) -> None:
        self.now += ms


class House:
    """Processes that hear each other's notifications."""

    def __init__(self) -> None:
        self.processes: list[Presence] = []
        self.told = 0

    def process(self) -> Presence:
        self.processes.append(Presence(self))  # type: ignore[arg-type]
        return self.processes[-1]

    @asynccontextmanager
    async def connection(self) -> Any:
        yield SimpleNamespace(execute=self._execute)

    async def _execute(self, sql: str, told: tuple[str, str]) -> None:
        if sql == WRITE_DOWN:  # tests/play/test_open_tables.py
            return
        self.told += 1
        for process in self.processes:
            process.hear(told[1], 0)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(presence, "_now_ms", lambda: clock.now)
    monkeypatch.setattr(presence, "TOLD_TOGETHER_SECONDS", 0)
    return clock


def away(process: Presence) -> list[tuple[int, int | None]]:
    return process.away(TABLE, [BERT])


def live(story: Callable[[], Any]) -> None:
    asyncio.run(story())


async def heard() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_who_has_gone_is_away_after_a_moment_and_since_when_is_known(time: Time) -> None:
    async def story() -> None:
        house = House().process()
        time.goes_on(SETTLED_MS)
        house.enter((TABLE, BERT))
        assert away(house) == []
        gone_at = time.now
        house.leave((TABLE, BERT))
        time.goes_on(GRACE_MS - 1)
        assert away(house) == []
        time.goes_on(1)
        assert away(house) == [(BERT, gone_at)]
        house.enter((TABLE, BERT))
        assert away(house) == []

    live(story)


def test_nobody_is_called_away_before_all_streams_have_had_time_to_return(time: Time) -> None:
    async def story() -> None:
        house = House().process()
        assert away(house) == []
        time.goes_on(SETTLED_MS)
        assert away(house) == [(BERT, None)]

    live(story)


def test_processes_tell_each_other_and_forget_one_that_died(time: Time) -> None:
    async def story() -> None:
        house = House()
        here, there = house.process(), house.process()
        time.goes_on(SETTLED_MS)
        there.enter((TABLE, BERT))
        await heard()
        assert away(here) == []
        time.goes_on(LEASE_MS - 1)
        there.beat()
        await heard()
        time.goes_on(LEASE_MS - 1)
        assert away(here) == []
        time.goes_on(1)  # no beat came
        assert away(here) != []

    live(story)


def test_a_second_page_at_another_process_keeps_somebody_here(time: Time) -> None:
    async def story() -> None:
        house = House()
        here, there = house.process(), house.process()
        time.goes_on(SETTLED_MS)
        for process in (here, there):
            process.enter((TABLE, BERT))
        await heard()
        there.leave((TABLE, BERT))
        await heard()
        time.goes_on(GRACE_MS)
        assert [away(process) for process in (here, there)] == [[], []]

    live(story)


def test_who_asks_for_the_view_again_and_again_is_here(time: Time) -> None:
    async def story() -> None:
        house = House().process()
        time.goes_on(SETTLED_MS)
        for _ in range(9):
            house.saw((TABLE, BERT))
            time.goes_on(POLLING_MS // 3)
            assert away(house) == []
        time.goes_on(POLLING_MS + GRACE_MS)
        assert away(house) != []

    live(story)


def test_many_who_come_at_once_cost_one_notification(time: Time) -> None:
    async def story() -> None:
        house = House()
        process = house.process()
        for player in range(150):
            process.enter((TABLE, player))
        await heard()
        assert house.told == 1

    live(story)


def test_only_who_sits_there_is_told_and_of_people_only(time: Time) -> None:
    async def story() -> None:
        house = House().process()
        time.goes_on(SETTLED_MS)
        people = {ANNA: False, BERT: False, 3: True}
        places = {
            seat: {"player": {"id": number, "is_bot": is_bot}}
            for seat, (number, is_bot) in enumerate(people.items())
        }
        reading: Any = SimpleNamespace(table_id=TABLE, places=places)
        seated, watching = Companions(house, ANNA), Companions(house, 9)
        seated.sit(reading, 0)
        watching.sit(reading, None)
        assert await watching.news() is None
        told = await seated.news()
        assert told is not None
        assert (told[0], json.loads(told[1])) == (
            "presence",
            {"away": [{"player": BERT, "since": None}]},
        )
        assert await seated.news() is None
        house.enter((TABLE, BERT))
        assert await seated.news() == ("presence", b'{"away":[]}')

    live(story)
