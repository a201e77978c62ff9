"""The planner's list of recurring tournaments, with when each comes next."""

import datetime as dt

from django.utils import timezone

from tournaments.director.codec import from_json
from tournaments.models import RecurringTournament, Tournament
from tournaments.recurring.recurrence import Recurrence, starts


def recurring_rows() -> list[tuple[RecurringTournament, dt.datetime | None]]:
    """Active rules first; no hour for what is stopped, and for what starts when it is full."""
    found = []
    for recurring in RecurringTournament.objects.order_by("-is_active", "name", "pk"):
        rule = from_json(Recurrence, recurring.recurrence)
        due = starts(rule, after=timezone.now(), count=1) if recurring.is_active else []
        found.append((recurring, due[0] if due else None))
    return found


def open_of(recurring: RecurringTournament, *, most: int) -> list[tuple[Tournament, dt.datetime]]:
    """What a rule has published and is not over, with its hour."""
    found = Tournament.objects.filter(recurring=recurring, finished_at__isnull=True).order_by("pk")
    return [
        (row, dt.datetime.fromtimestamp(row.clock["starts_at_ms"] / 1000, tz=dt.UTC))
        for row in found[:most]
    ]
