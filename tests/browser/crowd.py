"""Two hundred people at once: most are phones at the API, ten hold a browser and tap.

The API's people live in one thread with an event loop; each follows its own inbox and plays as the
example bot does. Who taps is asked in turn for the next thing to do.
"""

import asyncio
import re
from collections.abc import Awaitable
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, TypeVar

from jeton_client import AsyncClient
from playwright.sync_api import Error, Page, expect

from tests.browser.table_page import TablePage
from tests.clients.example import choose

AT_ONCE = 10
# What has not come by then was answered by the clock; nobody waits for one phone.
TAP_MS = 4_000
TABLE = re.compile(r"/tables/\d+/")
T = TypeVar("T")


class Crowd:
    """People at the API, by number; `play` lets them all play until they are out."""

    def __init__(self, server: str, tournament: int) -> None:
        self.server, self.tournament = server, tournament
        self.clients: list[AsyncClient] = []
        self.places: dict[int, Any] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._tasks: list[Any] = []

    def come(self, count: int) -> None:
        """So many guests more, entered."""
        self.clients += self._done(self._all([self._arrive() for _ in range(count)]))

    async def _arrive(self) -> AsyncClient:
        client = await AsyncClient.as_guest(self.server)
        await client.enter_tournament(self.tournament)
        return client

    def check_in(self, numbers: range) -> None:
        self._done(self._all([self.clients[at].check_in(self.tournament) for at in numbers]))

    def withdraw(self, number: int) -> None:
        self._done(self.clients[number].withdraw(self.tournament))

    def name(self, number: int) -> str:
        return str(self._done(self.clients[number].me())["player"]["name"])

    def play(self, numbers: range) -> None:
        """From now on, in the background."""
        self._tasks += [
            asyncio.run_coroutine_threadsafe(self._play(at), self._loop) for at in numbers
        ]

    async def _play(self, at: int) -> None:
        self.places[at] = await self.clients[at].play_tournament(self.tournament, choose)

    def require_all_went_home(self, seconds: float = 120) -> None:
        """Nobody's client has broken off with an error."""
        for task in self._tasks:
            task.result(seconds)

    def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._done(self._all([client.close() for client in self.clients]))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)

    async def _all(self, acts: list[Awaitable[T]]) -> list[T]:
        async def one(act: Awaitable[T]) -> T:
            async with self._gate:
                return await act

        return list(await asyncio.gather(*map(one, acts)))

    def _done(self, act: Awaitable[T]) -> T:
        async def done() -> T:
            return await act

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(300)


@dataclass(slots=True)
class Phone:
    """Somebody with a browser; `taps` counts the turns that they took by hand."""

    page: Page
    home: str
    tournament: int
    taps: int = 0
    broken: list[str] = field(default_factory=list)

    def arrive(self) -> None:
        self._open()
        self.page.locator('[data-action="enter"]').first.click()
        self.page.locator('[data-action="confirm"]').click()
        expect(self.page.locator("#place")).to_have_attribute("data-state", "not_started")

    def check_in(self) -> None:
        self.page.locator('[data-action="check-in"]').first.click()
        self.page.locator('[data-action="confirm"]').click()
        expect(self.page.locator("#place")).to_be_visible()
        self.page.set_default_timeout(TAP_MS)

    def step(self) -> None:
        """The next thing to do, if there is one. The page leads to the table and back by itself."""
        try:
            if not TABLE.search(self.page.url):
                return
            onwards = self.page.locator("#next-table a.button.main:visible")
            if onwards.count():
                onwards.first.click()
                return
            if TablePage(self.page).take_turn():
                self.taps += 1
        except (Error, AssertionError) as missed:
            # The clock was quicker, or the page was being replaced; how often is looked at later.
            self.broken.append(str(missed).splitlines()[0])

    def _open(self) -> None:
        self.page.goto(f"{self.home}tournaments/{self.tournament}/")
