"""Counting the play door's answers for next to nothing; see `web.measures`."""

import threading

from backoffice.figures.metrics import REQUESTS, SECONDS
from web.measures import Taken, Tally, carried_by

KINDS = 6  # of status: none, 1xx … 5xx


class Answers:
    """Answers of one door, by kind of status and by bucket of time."""

    def __init__(self, door: str) -> None:
        self.door = door
        self.statuses = [0] * KINDS
        self._carried = list(self.statuses)
        self._lock = threading.Lock()
        carried_by(self.carry)
        self._seconds = Tally(self._into)  # is carried after the statuses

    def add(self, status: int, seconds: float) -> None:
        """One answer more; called by the event loop's thread alone."""
        self.statuses[status // 100] += 1
        self._seconds.add(seconds)

    def carry(self) -> None:
        """Carry the statuses since the last time over to Prometheus; any thread may."""
        with self._lock:
            before, self._carried = self._carried, list(self.statuses)
            for kind, (old, new) in enumerate(zip(before, self._carried, strict=True)):
                if new > old:
                    REQUESTS.labels(self.door, f"{kind}xx").inc(new - old)

    def _into(self) -> Taken:
        return SECONDS.labels(self.door)


PLAY = Answers("play")
