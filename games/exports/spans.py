"""A stretch of days, of which somebody wants to read or take away something."""

import datetime as dt
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone

Rows = TypeVar("Rows", bound=Model)


@dataclass(frozen=True, slots=True)
class Span:
    """Days, both included; None leaves that side open."""

    since: dt.date | None = None
    until: dt.date | None = None

    def of(self, rows: QuerySet[Rows], moment: str) -> QuerySet[Rows]:
        """Those of the rows whose `moment`, a field by its path, lies in these days."""
        if self.since is not None:
            rows = rows.filter(**{f"{moment}__gte": _midnight(self.since)})
        if self.until is not None:
            after = _midnight(self.until + dt.timedelta(days=1))
            rows = rows.filter(**{f"{moment}__lt": after})
        return rows


def _midnight(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time.min))
