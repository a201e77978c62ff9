"""`manage.py bell`: run the process that tells Celery what is due."""

from __future__ import annotations

import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import tasks
from games.services.bell import FOLLOWS, Bell
from games.services.outages import make_all_good

FOLLOWS |= {
    "match_finished": tasks.book_results.delay,
    "standing_table_filled": tasks.open_successor.delay,
    "standing_seat_free": tasks.serve_line.delay,
    "your_turn": tasks.tell_turn.delay,
}


class Command(BaseCommand):
    help = "Tell Celery which tables are due and carry the outbox, until stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        stopping = False

        def stop(*_: object) -> None:
            nonlocal stopping
            stopping = True

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        Bell(ring=_ring, carry=_carry, recover=make_all_good).run(lambda: stopping)


def _ring(table_id: int, seconds: float) -> None:
    tasks.wake_table.apply_async((table_id,), expires=seconds)


def _carry(topic: str, payload: dict[str, Any]) -> None:
    FOLLOWS[topic](**payload)
