"""The planner's list of recurring tournaments, with when each comes next."""

import datetime as dt

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player
from tournaments.director.codec import from_json
from tournaments.models import RecurringTournament, Tournament
from tournaments.planner.planning import planned_by
from tournaments.recurring.recurrence import Recurrence, starts
from web.database.by_name import by_name


def rules_of(player: Player) -> QuerySet[RecurringTournament]:
    """Those that this player may read and change: the house's, and those of clubs they organise."""
    return RecurringTournament.objects.filter(planned_by(player))


def recurring_rows(club_id: int | None) -> list[tuple[RecurringTournament, dt.datetime | None]]:
    """The house's, or a club's: active rules first.

    No hour for what is stopped, and for what starts when it is full.
    """
    found = []
    rules = RecurringTournament.objects.filter(club=club_id)
    for recurring in rules.order_by("-is_active", by_name("name"), "pk"):
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
