"""`manage.py dispatcher`: run the process that tells Celery what is due."""

import logging
import signal
import threading
import time
from functools import partial
from typing import Any

from celery import current_app
from celery.utils.imports import symbol_by_name
from django.core.management.base import BaseCommand

from games import tasks
from games.replay.thoughts import ASKED
from games.running import pulse
from games.running.dispatcher import FOLLOWS, Dispatcher
from games.running.outages import make_all_good
from games.running.understudy import Understudy
from web.time import clock

_CLOCK_REST_SECONDS = 1.0
# Handing over may have to wait for a broker that is away.
_PATIENCE_SECONDS = 120.0

log = logging.getLogger(__name__)

FOLLOWS |= {
    "match_finished": tasks.book_results,
    "standing_table_filled": tasks.open_successor,
    "standing_seat_free": tasks.serve_waitlist,
    "your_turn": tasks.tell_turn,
    ASKED: tasks.think,
}


class Command(BaseCommand):
    help = (
        "Tell Celery what is due, at tables and by the clock, and carry the outbox, until stopped."
    )
    requires_system_checks = []  # they would make a copy of all that is loaded

    def handle(self, *args: Any, **options: Any) -> None:
        stopping = False

        def stop(*_: object) -> None:
            nonlocal stopping
            stopping = True

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)

        def should_stop() -> bool:
            if clock.goes(patience_seconds=_PATIENCE_SECONDS):
                pulse.turn()  # a process whose clock stands still has to be started anew
            return stopping

        pulse.begin(patience_seconds=_PATIENCE_SECONDS)
        by_the_clock = _by_the_clock()
        clock.tick()
        threading.Thread(target=_keep_the_clock, name="clock", daemon=True).start()
        Understudy(wake=_wake, follow=_follow, by_the_clock=by_the_clock).start()
        Dispatcher(
            ring=_ring,
            carry=lambda topic, payload: FOLLOWS[topic].apply_async(kwargs=payload),
            recover=make_all_good,
        ).run(should_stop)


def _keep_the_clock() -> None:
    """Celery's beat: what is due by the clock is sent from here, whatever becomes of a message."""
    while True:
        try:
            beat = symbol_by_name(current_app.conf.beat_scheduler)(app=current_app)
            while True:
                time.sleep(max(beat.tick(), 0.0))
        except Exception:
            log.exception("the clock stopped, and is wound up again")
        time.sleep(_CLOCK_REST_SECONDS)


def _ring(table_id: int, seconds: float) -> None:
    tasks.wake_table.apply_async((table_id,), expires=seconds)


def _wake(table_id: int) -> None:
    tasks.wake_table.apply((table_id,), throw=True)


def _follow(topic: str, payload: dict[str, Any]) -> None:
    FOLLOWS[topic].apply(kwargs=payload, throw=True)


def _by_the_clock() -> dict[str, Any]:
    """What the clock sends, to be done here and now."""
    current_app.loader.import_default_modules()  # every app's tasks, as a worker does
    return {
        name: (seconds, partial(current_app.tasks[name].apply, throw=True))
        for name, seconds in clock.EVERY.items()
    }
