"""How many processes a worker has: one, and up to the most of them while tasks wait.

A house where nothing happens need not keep what each of them has loaded and read.
"""

import time
from typing import Any

from celery.worker.autoscale import Autoscaler

# What waits is looked at so often; most tasks that do are taken before the second look.
LOOK_SECONDS = 0.25
LOOKS = 2
REST_SECONDS = 30.0  # a new process has to connect, and to read anew what the old one knew


class PatientAutoscaler(Autoscaler):
    """Celery's own takes a process for each task at once, and would let none go as long as tasks
    come, of which the clock sends some always. Besides, where the broker's messages are waited for
    by a thread, it and the pool's own thread would both start processes, and stumble over it.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options | {"keepalive": LOOK_SECONDS})
        self._busy_looks = 0
        self._all_busy_at = time.monotonic()

    def body(self) -> None:
        """One turn of the thread, where there is one."""
        self._look()  # the pool's thread starts what is missing
        time.sleep(LOOK_SECONDS)

    def maybe_scale(self, req: Any = None) -> None:
        """For a worker without threads: every LOOK_SECONDS, and with each message."""
        if req is None and self._look():
            self.pool.maintain_pool()

    def _look(self) -> bool:
        """Whether the number was changed."""
        self._busy_looks = self._busy_looks + 1 if self.qty >= self.processes else 0
        now = time.monotonic()
        if self._busy_looks >= LOOKS:
            self._all_busy_at = now
            if min(self.qty, self.max_concurrency) > self.processes:
                self.scale_up(1)
                return True
        # Only while no task is anywhere: one may be on its way to a process that looks idle.
        if (
            self.processes > self.min_concurrency
            and not self.qty
            and now - self._all_busy_at >= REST_SECONDS
        ):
            self.scale_down(1)
            return True
        return False

    def scale_down(self, n: int) -> None:
        self._shrink(n)  # type: ignore[attr-defined]
