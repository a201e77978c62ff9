"""How many processes a worker has: one, and up to the most of them while tasks wait.

A house where nothing happens need not keep what each of them has loaded and read.
"""

import time
from typing import Any

from celery.worker.autoscale import Autoscaler

WAITS_SECONDS = 0.1  # to fork a process takes as long, and most tasks are over sooner
REST_SECONDS = 30.0  # a new process has to connect, and to read anew what the old one knew


class Hands(Autoscaler):
    """Celery's own takes a process for each task at once, and would let none go as long as tasks
    come: the clock sends some always.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._all_busy_at = time.monotonic()
        self._is_looking_again = False

    def _maybe_scale(self, req: Any = None) -> bool:
        """Called with a message that came, and without one now and then."""
        if self.qty >= self.processes:
            self._all_busy_at = time.monotonic()
        if req is None or self.processes >= self.max_concurrency:
            return bool(super()._maybe_scale(req))  # type: ignore[misc]
        if self.qty > self.processes and not self._is_looking_again:
            self._is_looking_again = True
            self.worker.hub.call_later(WAITS_SECONDS, self._look_again)
        return False

    def _look_again(self) -> None:
        self._is_looking_again = False
        self.maybe_scale()

    def scale_down(self, n: int) -> None:
        """Only while no task is anywhere: one may be on its way to a process that looks idle."""
        if not self.qty and time.monotonic() - self._all_busy_at >= REST_SECONDS:
            self._shrink(n)  # type: ignore[attr-defined]
