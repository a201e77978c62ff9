"""Celery tasks: one more interface to the services. Ids in, look at the row, safe to run twice."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.db import transaction

from games.services import house, waking

OVERDUE_SECONDS = 2.0
SWEEP_MAX = 50


@shared_task
def wake_table(table_id: int) -> None:
    """The bell rang for this table."""
    waking.wake_table(table_id=table_id)


@shared_task
def sweep_tables() -> None:
    """Find what a lost message left behind. Several sweeps at once share the work."""
    with transaction.atomic():
        overdue = waking.overdue_tables(seconds=OVERDUE_SECONDS, most=SWEEP_MAX)
    for table_id in overdue:
        waking.wake_table(table_id=table_id)


@shared_task
def open_successor(table: int) -> None:
    """A standing ring table has filled."""
    house.open_successor(table_id=table)


@shared_task
def look_after_house() -> None:
    """Bots at play for visitors to watch; idle tables closed."""
    house.keep_show_tables(tables=settings.SHOW_TABLES)
    house.close_idle_tables()


@shared_task
def forget_old_receipts() -> None:
    house.forget_old_receipts()
