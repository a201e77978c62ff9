"""Twenty tables at an even pace, with and without finished rounds waiting to be judged.

Worker and dispatcher run beside them all the time, as in any house; in the measured slices the
worker has more to judge than it can, in the others next to nothing. Both in turns, until ten
thousand rounds are judged: p99 of all moves with judging, as a multiple of that without, and how
many minutes the rounds took.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvloop

from benchmarks.place import place, set_up_django
from benchmarks.playing import Chair, Match, background, seat_players, web
from benchmarks.report import Result
from benchmarks.sizes import sized
from benchmarks.stubborn import TABLES, p99, play_paced
from tests.browser.api_player import chosen

ROUNDS = sized(10_000, 20)
ALONE_SECONDS, BESIDE_SECONDS = sized((20.0, 60.0), (2.0, 15.0))
WARM_UP_SECONDS = sized(60.0, 4.0)  # as fast as it goes: the rounds to judge come from it
LOOKS_SECONDS = 0.5
# In the database alone: the process that measures must have nothing else to think of.
FILL = """
INSERT INTO games_roundtojudge (round_id) SELECT id FROM games_round WHERE ended_at IS NOT NULL
ON CONFLICT DO NOTHING
"""


class Queue:
    """Keeps rounds waiting for their judge, the same ones again and again, and counts them."""

    def __init__(self) -> None:
        self.judged = 0

    @contextmanager
    def filled(self) -> Iterator[None]:
        over = threading.Event()
        filling = threading.Thread(target=self._fill, args=(over,))
        self.empty()
        filling.start()
        try:
            yield
        finally:
            over.set()
            filling.join()
            self.judged += self.empty()

    def empty(self) -> int:
        """Take away what waits and what was judged; how many rounds that were."""
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM games_roundtojudge")
            cursor.execute("SELECT count(DISTINCT round_id) FROM games_roundskill")
            (done,) = cursor.fetchone()
            cursor.execute("DELETE FROM games_roundskill")
            cursor.execute("DELETE FROM games_mistake")
        return int(done)

    def _fill(self, over: threading.Event) -> None:
        from django.db import connection

        while not over.is_set():
            with connection.cursor() as cursor:
                cursor.execute("SELECT EXISTS (SELECT FROM games_roundtojudge)")
                if cursor.fetchone() == (False,):
                    self.judged += self.empty()
                    cursor.execute(FILL)
            over.wait(LOOKS_SECONDS)
        connection.close()


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        with web(here) as (port, _), background(here):
            return _slices(port)


class Sensible(Match):
    """Two guests who throw what is worth most and knock when they may."""

    async def go_on(self) -> None:
        for seat, chair in enumerate(self.chairs):
            _, view = await self.connections[seat].request("GET", f"{self.path}view/", chair.token)
            if action := chosen(view):
                self.version = view["version"]
                await self._act(seat, action, refusable=True)


async def _play_fast(port: int, pairs: list[tuple[Chair, Chair]]) -> None:
    matches = [Sensible(port, pair) for pair in pairs]
    await asyncio.gather(*(match.open() for match in matches))
    until = time.monotonic() + WARM_UP_SECONDS
    await asyncio.gather(*(match.play(until) for match in matches))
    await asyncio.gather(*(match.close() for match in matches))


def _slices(port: int) -> list[Result]:
    uvloop.run(_play_fast(port, seat_players(TABLES)))
    queue, alone, beside, seconds = Queue(), list[float](), list[float](), 0.0
    while queue.judged < ROUNDS:
        queue.empty()
        alone += uvloop.run(play_paced(port, seat_players(TABLES), seconds=ALONE_SECONDS))
        pairs, before = seat_players(TABLES), queue.judged
        began = time.monotonic()
        with queue.filled():
            beside += uvloop.run(play_paced(port, pairs, seconds=BESIDE_SECONDS))
        seconds += time.monotonic() - began
        if queue.judged == before:
            raise AssertionError("no round was judged")
    with_judging, without = p99(beside), p99(alone)
    ratio = with_judging / without
    return [
        Result("judging.moves.p99", round(with_judging, 1), "ms", "nothing to judge", ratio),
        Result("judging.moves.p99.reference", round(without, 1), "ms"),
        Result("judging.pace", round(queue.judged / seconds, 1), "rounds a second"),
        Result("judging.ten_thousand", round(ROUNDS * seconds / queue.judged / 60, 1), "minutes"),
    ]
