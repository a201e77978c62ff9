"""The planner's list of recurring tournaments, with when each comes next."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import Series, Tournament
from tournaments.series.recurrence import Recurrence, starts


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A rule in the planner's list; `next_at` is empty for what starts when it is full."""

    id: int
    name: str
    is_active: bool
    kind: str
    next_at: dt.datetime | None


def series_rows() -> list[SeriesRow]:
    """Active rules first."""
    now, rows = timezone.now(), []
    for series in Series.objects.order_by("-is_active", "name", "pk"):
        rule = Recurrence.from_json(series.recurrence)
        due = starts(rule, after=now, count=1) if series.is_active else []
        next_at = due[0] if due else None
        rows.append(SeriesRow(series.pk, series.name, series.is_active, rule.kind.value, next_at))
    return rows


def open_of(series: Series, *, most: int) -> list[tuple[Tournament, dt.datetime]]:
    """What a rule has published and is not over, with its hour."""
    found = Tournament.objects.filter(series=series, finished_at__isnull=True).order_by("pk")
    return [
        (row, dt.datetime.fromtimestamp(row.clock["starts_at_ms"] / 1000, tz=dt.UTC))
        for row in found[:most]
    ]
