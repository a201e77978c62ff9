"""Celery tasks of the planner: a draft's forecast. Harmless never, twice or late."""

from __future__ import annotations

from celery import shared_task

from tournaments.services import forecasting


@shared_task
def forecast_draft(draft: int) -> None:
    """Work out what was asked for, unless it is known."""
    forecasting.forecast_draft(draft_id=draft)
