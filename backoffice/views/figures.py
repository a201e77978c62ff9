"""Reports over days, on a page and as CSV."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date

from backoffice.access import colleague, page
from backoffice.charts import HEIGHT, WIDTH, bars
from backoffice.selectors.reports import REPORTS, Report, rows_of
from backoffice.services.taking import take_report

DAYS = 30
ROWS_SHOWN = 400


def _span(request: HttpRequest) -> tuple[dt.date, dt.date]:
    """The days asked for; the last thirty where nothing sensible is."""
    today = timezone.localdate()
    until = _day(request.GET.get("until", "")) or today
    since = _day(request.GET.get("since", "")) or until - dt.timedelta(days=DAYS - 1)
    return (since, until) if since <= until else (until, since)


def _day(text: str) -> dt.date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


def _report(key: str) -> Report:
    if key not in REPORTS:
        raise Http404
    return REPORTS[key]


@page("see_figures")
def report(request: HttpRequest, key: str = "chips") -> HttpResponse:
    wanted, (since, until) = _report(key), _span(request)
    rows = rows_of(wanted, since=since, until=until)
    context = {
        "report": wanted,
        "reports": REPORTS.values(),
        "rows": rows[:ROWS_SHOWN],
        "more": max(0, len(rows) - ROWS_SHOWN),
        "since": since,
        "until": until,
        "bars": bars(_by_day(rows)),
        "box": (WIDTH, HEIGHT),
        "step": WIDTH / max(1, len(_by_day(rows))) * 0.8,
    }
    return render(request, "backoffice/report.html", context)


def _by_day(rows: list[tuple[Any, ...]]) -> list[int]:
    """What the first column of figures says of each day, the oldest first."""
    found: dict[Any, int] = {}
    for row in rows:
        amount = next((value for value in row[2:] if isinstance(value, int)), 1)
        found[row[0]] = found.get(row[0], 0) + amount
    return [found[day] for day in sorted(found)]


@page("see_figures")
def report_csv(request: HttpRequest, key: str) -> HttpResponse:
    """The whole report as CSV; that it was taken is written down."""
    wanted, (since, until) = _report(key), _span(request)
    text = take_report(report=wanted, since=since, until=until, by=colleague(request))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="jeton-{key}.csv"'
    return response
