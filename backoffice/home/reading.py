"""The home page's figures: now, over the last hours, and what stands still. All bounded."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from accounts.notices.telling import MAIL_AFTER, MAIL_AGAIN_AFTER
from backoffice.figures import metrics
from backoffice.figures.charts import Chart, chart
from backoffice.models import (
    AuditRun,
    BackupRun,
    ChipCorrection,
    MinuteFigures,
    Restitution,
    RestitutionStatus,
)
from games.models import ChatReport
from games.models.naming import table_title
from web.database import sql

HOURS = 3
STUCK_AFTER = dt.timedelta(seconds=30)
IDLE_AFTER = dt.timedelta(minutes=30)
STUCK_MAX = 100
# By then a notice has been tried twice.
MAILED = MAIL_AFTER + 2 * MAIL_AGAIN_AFTER
BACKED_UP = dt.timedelta(hours=26)
CHARTS = (
    ("players_acting", _("Players active lately")),
    ("tables_playing", _("Tables being played")),
    ("moves_last_minute", _("Moves per minute")),
    ("latency_p95_ms", _("Response time of moves in ms, 95th percentile")),
    ("messages_oldest_seconds", _("Oldest waiting message in seconds")),
    ("errors", _("Errors per minute")),
)
# When a table stands still; by this alone may staff call one off.
# The live tables have an index of their own; the last event is found by the log's primary key.
_STUCK = """
SELECT t.id, t.name, t.called_after, t.status, t.version, t.wake_at, t.stake_chips, t.created_at,
       to_timestamp(e.at_ms / 1000.0), t.terms ->> 'settlement',
       (SELECT count(*) FROM games_seat s WHERE s.table_id = t.id)
FROM games_table t
LEFT JOIN LATERAL (
  SELECT at_ms FROM games_tableevent e WHERE e.table_id = t.id ORDER BY seq DESC LIMIT 1
) e ON true
WHERE t.status IN ('open', 'playing')
  AND (%(table)s::bigint IS NULL OR t.id = %(table)s)
  AND (t.status = 'playing' AND (t.wake_at IS NULL OR t.wake_at < %(late)s)
       OR t.status = 'open' AND NOT t.is_standing AND t.created_at < %(idle)s)
ORDER BY t.status DESC, t.wake_at NULLS FIRST, t.id LIMIT %(most)s
"""


@dataclass(frozen=True, slots=True)
class StuckTable:
    """A table that stands still, since when, and what it should have done when."""

    number: int
    given_name: str
    called_after: str
    status: str
    version: int
    due_at: dt.datetime | None
    stake_chips: int
    opened_at: dt.datetime
    last_at: dt.datetime | None
    settlement: str
    seated: int

    @property
    def name(self) -> str:
        return table_title(self.given_name, self.called_after)

    @property
    def may_be_cancelled(self) -> bool:
        """A tournament's tables are its director's business."""
        return self.settlement != "tournament"


@dataclass(frozen=True, slots=True)
class Home:
    """Everything the home page shows."""

    now: dict[str, int]
    last: dict[str, Any]
    charts: tuple[tuple[str, Chart], ...]  # what it shows, and how
    corrections_waiting: int
    reports_waiting: int
    restitutions_waiting: int
    mails_waiting: int  # that the mail server has not taken in time
    counted_at: dt.datetime | None
    audit_faults: int  # of the last audit
    backup_at: dt.datetime | None  # the last one
    backup_is_due: bool  # there is none, or it is more than a day old


def home(*, now: dt.datetime | None = None) -> Home:
    """The figures of this moment and the charts of the last hours."""
    moment = now or timezone.now()
    since = moment - dt.timedelta(hours=HOURS)
    minutes = list(MinuteFigures.objects.filter(pk__gte=since).order_by("at"))
    places = [int((minute.at - since).total_seconds() // 60) for minute in minutes]
    charts = tuple(
        (str(words), chart(places, [minute.figures.get(key) for minute in minutes], HOURS * 60))
        for key, words in CHARTS
    )
    waiting = ChipCorrection.objects.filter(status="requested")
    restitutions = Restitution.objects.filter(status=RestitutionStatus.PROPOSED)
    mails = Notice.objects.filter(mail_at__isnull=False, created_at__lt=moment - MAILED)
    reports = ChatReport.objects.filter(handled_at__isnull=True)
    audit = AuditRun.objects.order_by("-id").first()
    backup = BackupRun.objects.filter(is_rehearsal=False).order_by("-id").first()
    return Home(
        now=metrics.figures(),
        last=minutes[-1].figures if minutes else {},
        charts=charts,
        corrections_waiting=len(waiting.values("pk")[:100]),
        reports_waiting=len(reports.values("pk")[:100]),
        restitutions_waiting=len(restitutions.values("pk")[:100]),
        mails_waiting=len(mails.values("pk")[:100]),
        counted_at=minutes[-1].at if minutes else None,
        audit_faults=audit.faults if audit else 0,
        backup_at=backup.at if backup else None,
        backup_is_due=backup is None or moment - backup.at > BACKED_UP,
    )


def stuck_tables(
    *, now: dt.datetime | None = None, table_id: int | None = None
) -> list[StuckTable]:
    """Tables whose hour has passed, that wait for nothing, or that nobody has filled for long.

    Of one table: whether it is one of them.
    """
    moment = now or timezone.now()
    values: dict[str, dt.datetime | int | None] = {
        "table": table_id,
        "late": moment - STUCK_AFTER,
        "idle": moment - IDLE_AFTER,
        "most": STUCK_MAX,
    }
    return [StuckTable(*row) for row in sql.rows(_STUCK, values)]
