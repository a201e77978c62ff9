"""Celery tasks of the planner: a draft's forecast. Harmless never, twice or late."""

from __future__ import annotations

from celery import shared_task

from tournaments.planner.forecasts import forecasting


@shared_task
def forecast_draft(draft: int) -> None:
    """Somebody asked for this draft's forecast: the longest waiting comes first."""
    forecasting.forecast_next()
