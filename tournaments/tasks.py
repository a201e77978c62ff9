"""Celery tasks: the bell and the sweep. Ids in, look at the row; harmless never, twice, late."""

from __future__ import annotations

from celery import shared_task

from games.services import admission
from tournaments.services import directing

SWEEP_MAX = 50


@shared_task
def look_after_tournament(tournament: int) -> None:
    """Something has happened in this tournament."""
    if admission.is_open():
        directing.wake_tournament(tournament_id=tournament)


@shared_task
def round_over(table: int) -> None:
    """The round at this game table is over: its tournament goes on at once."""
    tournament_id = directing.tournament_waiting_for(game_table_id=table)
    if tournament_id is not None and admission.is_open():
        directing.wake_tournament(tournament_id=tournament_id)


@shared_task
def sweep_tournaments() -> None:
    """Find tournaments whose hour has come or whose tables have finished. Sweeps share the work."""
    if admission.is_open():  # closed for maintenance, rounds end and none begins
        directing.look_after_due(most=SWEEP_MAX)
