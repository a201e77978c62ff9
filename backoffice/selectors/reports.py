"""Reports over days: chips issued and taken back, fees, tournaments, activity. Rows for CSV too."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DAYS_MAX = 366

_CHIPS = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date AS day, t.kind,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint, count(*)
FROM chip_transfer t
JOIN chip_posting p ON p.transfer_id = t.id
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
  AND t.kind IN ('grant', 'refill', 'bonus', 'issue', 'correction')
  AND p.account_id = (SELECT id FROM chip_account WHERE kind = 'mint' AND ref = '')
GROUP BY 1, 2 ORDER BY 1 DESC, 2
"""
_HOUSE = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, t.kind,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint, count(*)
FROM chip_account a JOIN chip_posting p ON p.account_id = a.id
JOIN chip_transfer t ON t.id = p.transfer_id
WHERE a.kind = 'house' AND t.created_at >= %(since)s AND t.created_at < %(until)s
GROUP BY 1, 2 ORDER BY 1 DESC, 2
"""
_TOURNAMENTS = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, t.id, t.name, t.phase, count(e.id),
       coalesce(sum(e.paid_chips), 0)::bigint, coalesce(sum(e.fee_chips), 0)::bigint,
       coalesce(sum(e.won_chips), 0)::bigint
FROM tournaments_tournament t
LEFT JOIN tournaments_entry e ON e.tournament_id = t.id AND e.status <> 'withdrawn'
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
GROUP BY t.id ORDER BY t.id DESC LIMIT 1000
"""
_ACTIVITY = """
SELECT (t.finished_at AT TIME ZONE %(zone)s)::date, t.preset, count(*),
       count(*) FILTER (WHERE t.stake_chips > 0), sum(t.stake_chips * t.seats_max)::bigint
FROM games_table t
WHERE t.finished_at >= %(since)s AND t.finished_at < %(until)s
GROUP BY 1, 2 ORDER BY 1 DESC, 2
"""
_PLAYERS = """
SELECT (date_joined AT TIME ZONE %(zone)s)::date, count(*) FILTER (WHERE NOT is_guest),
       count(*) FILTER (WHERE is_guest)
FROM accounts_player
WHERE NOT is_bot AND date_joined >= %(since)s AND date_joined < %(until)s
GROUP BY 1 ORDER BY 1 DESC
"""


@dataclass(frozen=True, slots=True)
class Report:
    """A report: its name, what each column holds, and the question to the database."""

    key: str
    words: str | Promise
    columns: tuple[str | Promise, ...]
    sql: str


_ALL = (
    Report(
        "chips",
        _("Chips issued and taken back"),
        (_("Day"), _("Reason"), _("Issued"), _("Taken back"), _("Transfers")),
        _CHIPS,
    ),
    Report(
        "house",
        _("What the house earned"),
        (_("Day"), _("Reason"), _("Earned"), _("Spent"), _("Transfers")),
        _HOUSE,
    ),
    Report(
        "tournaments",
        _("Tournaments"),
        (
            _("Day"),
            _("Number"),
            _("Name"),
            _("Phase"),
            _("Entries"),
            _("Paid in"),
            _("Fees"),
            _("Won"),
        ),
        _TOURNAMENTS,
    ),
    Report(
        "activity",
        _("Tables played"),
        (_("Day"), _("Game"), _("Tables"), _("With a stake"), _("Chips staked")),
        _ACTIVITY,
    ),
    Report("players", _("New players"), (_("Day"), _("Members"), _("Guests")), _PLAYERS),
)
REPORTS = {report.key: report for report in _ALL}


def rows_of(report: Report, *, since: dt.date, until: dt.date) -> list[tuple[Any, ...]]:
    """The report over the days from `since` to `until`, both included; at most a year of them."""
    since = max(since, until - dt.timedelta(days=DAYS_MAX))
    values: dict[str, dt.datetime | str] = {
        "since": _midnight(since),
        "until": _midnight(until + dt.timedelta(days=1)),
        "zone": timezone.get_current_timezone_name(),
    }
    with connection.cursor() as cursor:
        cursor.execute(report.sql, values)
        return list(cursor.fetchall())


def _midnight(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time.min))
