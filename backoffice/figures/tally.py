"""Counting the play door's answers for next to nothing: plain numbers, carried over once a second.

A counter of Prometheus costs a lock and a write into a shared file, several times over for each
answer. Moves are too many for that. Here one thread, the event loop's, adds to its own numbers,
which only ever grow; whoever carries them over takes the difference to what was carried before.
"""

import threading
from asyncio import get_running_loop
from bisect import bisect_left

from backoffice.figures.metrics import BUCKETS, REQUESTS, SECONDS, carried_by

EVERY_SECONDS = 1.0
KINDS = 6  # of status: none, 1xx … 5xx


class Tally:
    """Answers of one door, by kind of status and by bucket of time."""

    def __init__(self, door: str) -> None:
        self.door = door
        self.statuses = [0] * KINDS
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self._is_due = False
        self._lock = threading.Lock()
        self._carried = (list(self.statuses), list(self.buckets), 0.0)

    def add(self, status: int, seconds: float) -> None:
        """One answer more; called by the event loop's thread alone."""
        self.statuses[status // 100] += 1
        self.buckets[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds
        if not self._is_due:
            self._is_due = True
            get_running_loop().call_later(EVERY_SECONDS, self._carry_when_due)

    def carry(self) -> None:
        """Carry what has been added since the last time over to Prometheus; any thread may."""
        with self._lock:
            statuses, buckets, seconds = self._carried
            now = (list(self.statuses), list(self.buckets), self.seconds)
            self._carried = now
            for kind, count in enumerate(_added(statuses, now[0])):
                if count:
                    REQUESTS.labels(self.door, f"{kind}xx").inc(count)
            SECONDS.labels(self.door).add(_added(buckets, now[1]), now[2] - seconds)

    def _carry_when_due(self) -> None:
        self._is_due = False
        self.carry()


def _added(before: list[int], now: list[int]) -> list[int]:
    return [new - old for old, new in zip(before, now, strict=True)]


PLAY = Tally("play")
carried_by(PLAY.carry)
