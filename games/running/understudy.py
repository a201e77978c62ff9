"""Doing without workers: while none of them gives a sign of life, their work is done here.

A dead broker, dead workers, a dead clock: whichever it is, the sweep that comes every two seconds
comes no more, and a worker's sign of life hangs on that sweep. Then the threads of this process do
what it would have done, straight from the database: wake tables that are due, do what messages of
the outbox ask for, and run the tasks of the clock. Every one of these may run twice and beside
workers, since it locks and looks again; so nothing has to be handed over when they come back.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from queue import SimpleQueue
from typing import Any

from django.db import close_old_connections, connections
from django.db.models import F
from django.db.models.functions import Now

from games.models import OutboxMessage
from games.running.dispatcher import ATTEMPTS_MAX, DUE, WAITING
from games.running.outages import WORK, is_silent
from web.database import sql
from web.time.clock import Rota
from web.whence import following

# Shorter than a player's patience, longer than a sweep that waits for a busy worker.
WORKERS_AWAY_SECONDS = 5
LOOK_SECONDS = 1.0
# One slow task of each kind at a time leaves hands for the tables.
HANDS = 6
BATCH = 50

log = logging.getLogger(__name__)

Job = Callable[[], object]


class Understudy:
    """`wake(table id)` and `follow(topic, payload)` do at once what a worker would do.

    `by_the_clock` are the tasks of the clock: name → (every so many seconds, the task).
    """

    def __init__(
        self,
        *,
        wake: Callable[[int], object],
        follow: Callable[[str, dict[str, Any]], object],
        by_the_clock: Mapping[str, tuple[float, Job]],
    ) -> None:
        self._wake = wake
        self._follow = follow
        self._by_the_clock = {name: job for name, (_, job) in by_the_clock.items()}
        self._rota = Rota({name: seconds for name, (seconds, _) in by_the_clock.items()})
        self._jobs: SimpleQueue[tuple[str, Job]] = SimpleQueue()
        self._under_way: set[str] = set()

    def start(self) -> None:
        """Its threads last as long as the process, and end with it, whatever they are doing."""
        threading.Thread(target=self._watch, name="understudy", daemon=True).start()
        for _ in range(HANDS):
            threading.Thread(target=self._work, name="understudy's hand", daemon=True).start()

    def look(self) -> bool:
        """Ask for all that is to be done now, if workers are away; whether they are."""
        if not is_silent(WORK, seconds=WORKERS_AWAY_SECONDS):
            self._rota.clear()
            return False
        for name in self._rota.due(time.monotonic()):
            self._ask(name, self._by_the_clock[name])
        for table_id, _wake_ms in sql.rows(DUE, (BATCH,)):
            self._ask(f"table {table_id}", partial(self._wake, table_id))
        for message in OutboxMessage.objects.raw(WAITING, [ATTEMPTS_MAX, BATCH]):
            self._ask(f"message {message.pk}", partial(self._do_message, message))
        return True

    def _ask(self, name: str, job: Job) -> None:
        """Have it done by the next free hand, unless it is waiting or being done already."""
        if name not in self._under_way:
            self._under_way.add(name)
            self._jobs.put((name, job))

    def _do_message(self, message: OutboxMessage) -> None:
        """Once, unless it fails or we die over it; then again, as the dispatcher would."""
        row = OutboxMessage.objects.filter(pk=message.pk, done_at=None)
        if row.filter(attempts=message.attempts).update(attempts=F("attempts") + 1):
            with following(message.came_from, message.topic):
                self._follow(message.topic, message.payload)
            row.update(done_at=Now())

    def _watch(self) -> None:
        time.sleep(WORKERS_AWAY_SECONDS)  # who has just been started may not have heard them yet
        away = False
        while True:
            try:
                close_old_connections()
                was, away = away, self.look()
                if was != away:
                    log.warning(
                        "workers are %s", "away: their work is done here" if away else "back"
                    )
            except Exception as error:
                log.warning("no look at what is to be done: %s", error)
            time.sleep(LOOK_SECONDS)

    def _work(self) -> None:
        while True:
            self.do_next()
            if self._jobs.empty():
                connections.close_all()

    def do_next(self) -> None:
        """Wait until something is asked for, and do it."""
        name, job = self._jobs.get()
        try:
            close_old_connections()
            job()
        except Exception:
            log.exception("%s could not be done without workers", name)
        finally:
            self._under_way.discard(name)

    @property
    def waiting(self) -> int:
        """How much has been asked for that nobody has begun with."""
        return self._jobs.qsize()
