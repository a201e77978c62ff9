"""Twenty tables at an even pace, with and without ten thousand finished rounds to be judged.

Worker and dispatcher run beside them all the time, as in any house; in the measured slices the
worker has more to judge than it can, in the others nothing. Both in turns: p99 of a move with
judging, as a multiple of that without. From how many rounds were judged meanwhile follows how long
ten thousand take.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

import uvloop

from benchmarks.place import place, set_up_django
from benchmarks.playing import Match, background, seat_players, web
from benchmarks.report import Result
from benchmarks.stubborn import TABLES, p99, play_paced

SLICES = 5
ROUNDS = 10_000
WARM_UP_SECONDS = 30.0  # as fast as it goes: the rounds to judge come from it
LOOKS_SECONDS = 0.5


class Queue:
    """Keeps rounds waiting for their judge, the same ones again and again, and counts them."""

    def __init__(self) -> None:
        self.left = 0

    @contextmanager
    def filled(self) -> Iterator[None]:
        over = threading.Event()
        filling = threading.Thread(target=self._fill, args=(over,))
        filling.start()
        try:
            yield
        finally:
            over.set()
            filling.join()

    def _fill(self, over: threading.Event) -> None:
        from django.db import connection

        from games.models import Round, RoundSkill, RoundToJudge

        ended = list(Round.objects.filter(ended_at__isnull=False).values_list("pk", flat=True))
        while not over.wait(LOOKS_SECONDS):
            waiting = set(RoundToJudge.objects.values_list("round_id", flat=True))
            again = [number for number in ended if number not in waiting]
            RoundSkill.objects.filter(round__in=again).delete()
            due = [RoundToJudge(round_id=number) for number in again]
            RoundToJudge.objects.bulk_create(due, ignore_conflicts=True)
            self.left += len(again)
        self.left -= RoundToJudge.objects.all().delete()[0]
        connection.close()


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        with web(here) as (port, _), background(here):
            return _slices(port)


async def _play_fast(port: int) -> None:
    matches = [Match(port, pair) for pair in seat_players(TABLES)]
    await asyncio.gather(*(match.open() for match in matches))
    until = time.monotonic() + WARM_UP_SECONDS
    await asyncio.gather(*(match.play(until) for match in matches))
    await asyncio.gather(*(match.close() for match in matches))


def _slices(port: int) -> list[Result]:
    from games.models import RoundToJudge

    uvloop.run(_play_fast(port))
    queue, alone, beside, seconds = Queue(), list[float](), list[float](), 0.0
    for _ in range(SLICES):
        RoundToJudge.objects.all().delete()
        alone.append(p99(uvloop.run(play_paced(port, seat_players(TABLES)))))
        began = time.monotonic()
        with queue.filled():
            beside.append(p99(uvloop.run(play_paced(port, seat_players(TABLES)))))
        seconds += time.monotonic() - began
    ratio = median(one / other for one, other in zip(beside, alone, strict=True))
    minutes = ROUNDS * seconds / max(1, queue.left) / 60
    return [
        Result("judging.moves.p99", round(median(beside), 1), "ms", "nothing to judge", ratio),
        Result("judging.moves.p99.reference", round(median(alone), 1), "ms"),
        Result("judging.pace", round(queue.left / seconds, 1), "rounds a second"),
        Result("judging.ten_thousand", round(minutes, 1), "minutes"),
    ]
