"""Celery tasks: the bell and the sweep. Ids in, look at the row; harmless never, twice, late."""

from __future__ import annotations

from celery import shared_task

from tournaments.services import directing

SWEEP_MAX = 50


@shared_task
def look_after_tournament(tournament_id: int) -> None:
    """Something has happened in this tournament."""
    directing.look_after(tournament_id=tournament_id, wait=False)


@shared_task
def sweep_tournaments() -> None:
    """Find tournaments whose hour has come or whose tables have finished. Sweeps share the work."""
    directing.look_after_due(most=SWEEP_MAX)
