"""What is counted where it arises, for Prometheus; no label holds a name, an id or a card.

A histogram of Prometheus costs a lock and a write into a shared file, several times over for each
value, and moves are too many for that. An event loop adds to plain numbers of its own instead
(`Tally`), which only ever grow; they are carried over once a second, and before anybody reads.
"""

import os
import socket
import threading
from asyncio import AbstractEventLoop, get_running_loop
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from django.conf import settings
from prometheus_client import Gauge, Histogram, values

EVERY_SECONDS = 1.0
BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

# Processes are told apart by their host as well: of containers that share the folder of numbers
# each has a process 2.
HOST = socket.gethostname().replace("_", "-")
if settings.METRICS_DIR:
    one_process = values.MultiProcessValue(lambda: f"{HOST}-{os.getpid()}")  # type: ignore[no-untyped-call]
    values.ValueClass = one_process

# Every measure that was made, for whoever reads them all.
MEASURES: "list[Measure | Level]" = []
_carriers: list[Callable[[], None]] = []
_due_in: AbstractEventLoop | None = None  # the loop that will carry soon


class Taken(Histogram):
    """A histogram that also takes what somebody has counted already."""

    def add(self, counts: Sequence[int], amount: float) -> None:
        """So many more in each bucket and beyond the last, coming to so much together."""
        for bucket, count in zip(self._buckets, counts, strict=True):
            if count:
                bucket.inc(count)
        if amount > 0:
            self._sum.inc(amount)


class Tally:
    """Values of one thread, an event loop's, on their way `into` a histogram."""

    def __init__(self, into: Callable[[], Taken], bounds: Sequence[float] = BUCKETS) -> None:
        self._into = into
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        self._carried: tuple[list[int], float] = (list(self._counts), 0.0)
        self._lock = threading.Lock()
        carried_by(self.carry)

    def add(self, value: float) -> None:
        """One more; called by the event loop's thread alone."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value
        loop = get_running_loop()
        if _due_in is not loop:
            _carry_soon(loop)

    def carry(self) -> None:
        """Carry what has been added since the last time over to Prometheus; any thread may."""
        with self._lock:
            (counts, amount), now = self._carried, (list(self._counts), self._sum)
            self._carried = now
            added = [new - old for old, new in zip(counts, now[0], strict=True)]
            if any(added):
                self._into().add(added, now[1] - amount)


class Measure:
    """A histogram that is made when it is first needed: making one writes a file."""

    def __init__(self, name: str, words: str, bounds: Sequence[float] = BUCKETS) -> None:
        self.name, self._words, self._bounds = name, words, bounds
        MEASURES.append(self)

    @cached_property
    def collector(self) -> Taken:
        return Taken(self.name, self._words, buckets=self._bounds)

    def note(self, value: float) -> None:
        """One more, from any thread; for what does not happen thousands of times a second."""
        self.collector.observe(value)

    def tally(self) -> Tally:
        """For an event loop that has many."""
        return Tally(lambda: self.collector, self._bounds)


class Level:
    """How many there are now, of all processes that live."""

    def __init__(self, name: str, words: str) -> None:
        self.name, self._words = name, words
        MEASURES.append(self)

    @cached_property
    def collector(self) -> Gauge:
        return Gauge(self.name, self._words, multiprocess_mode="livesum")

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """It is one higher within."""
        self.collector.inc()
        try:
            yield
        finally:
            self.collector.dec()


def carried_by(carry: Callable[[], None]) -> None:
    """Have this called before anybody reads the numbers of this process."""
    _carriers.append(carry)


def carry_all() -> None:
    """Bring the numbers of this process up to date; any thread may."""
    for carry in _carriers:
        carry()


def _carry_soon(loop: AbstractEventLoop) -> None:
    global _due_in
    _due_in = loop
    loop.call_later(EVERY_SECONDS, _carry_when_due)


def _carry_when_due() -> None:
    global _due_in
    _due_in = None
    carry_all()
