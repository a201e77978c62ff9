"""Reports over days, on a page and as CSV."""

import datetime as dt
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date

from backoffice.figures.charts import HEIGHT, WIDTH, bars
from backoffice.figures.reports import REPORTS, ROWS_MAX, Report, rows_of, take_report
from backoffice.figures.speed import speed
from backoffice.team.access import colleague, page
from web.routes import at

ROWS_SHOWN = 400
YEARS = (2000, 2999)
Row = tuple[Any, ...]


def _span(request: HttpRequest, report: Report) -> tuple[dt.date, dt.date]:
    """The days asked for, as if none were where that is nothing sensible."""
    return report.span(_day(request.GET.get("since", "")), _day(request.GET.get("until", "")))


def _day(text: str) -> dt.date | None:
    """A day that one can reckon with, or None."""
    try:
        day = parse_date(text)
    except ValueError:
        return None
    return day if day and YEARS[0] <= day.year <= YEARS[1] else None


def _report(key: str) -> Report:
    if key not in REPORTS:
        raise Http404
    return REPORTS[key]


@page("see_tables", "office/speed/", "office-speed")
def speed_page(request: HttpRequest) -> HttpResponse:
    """Where time goes: the last minutes, doors, tasks, and who waits in the database."""
    return render(request, "backoffice/speed.html", {"speed": speed()})


@at("office/figures/", "office-figures")
@page("see_figures", "office/figures/<slug:key>/", "office-report")
def report(request: HttpRequest, key: str = "chips") -> HttpResponse:
    wanted = _report(key)
    since, until = _span(request, wanted)
    cuts = wanted.cut(request.GET.dict())
    rows = rows_of(wanted, since=since, until=until, cuts=cuts, most=ROWS_MAX)
    is_whole = len(rows) < ROWS_MAX
    drawn = _by_day(rows, since, until, wanted.measure) if is_whole else []
    days = {"since": since.isoformat(), "until": until.isoformat()}
    context = {
        "report": wanted,
        "reports": REPORTS.values(),
        "rows": _rows_in_words(wanted, rows[:ROWS_SHOWN]),
        "more": max(0, len(rows) - ROWS_SHOWN),
        "is_whole": is_whole,
        "since": since,
        "until": until,
        "cuts": [(column, list(column.choices()), cuts[column.name]) for column in wanted.cuts],
        "days": urlencode(days) if request.GET.keys() & days.keys() else "",
        "query": urlencode({**days, **{name: value for name, value in cuts.items() if value}}),
        "measure": wanted.columns[wanted.measure],
        "bars": bars(drawn),
        "box": (WIDTH, HEIGHT),
        "step": WIDTH / max(1, len(drawn)) * 0.8,
    }
    return render(request, "backoffice/report.html", context)


def _rows_in_words(report: Report, rows: Sequence[Row]) -> list[list[tuple[str, Any]]]:
    """Each cell with its kind, in the reader's words."""
    words = [dict(column.choices()) for column in report.cells]
    kinds = [column.kind for column in report.cells]
    return [
        [
            (kind, known.get(value, value))
            for kind, known, value in zip(kinds, words, row, strict=True)
        ]
        for row in rows
    ]


def _by_day(rows: Sequence[Row], since: dt.date, until: dt.date, measure: int) -> list[int]:
    """The sum of one column for every day of the span, the oldest first."""
    found = dict.fromkeys(
        (since + dt.timedelta(days=day) for day in range((until - since).days + 1)), 0
    )
    for row in rows:
        found[row[0]] += row[measure] or 0
    return list(found.values())


@page("see_figures", "office/figures/<slug:key>/csv/", "office-report-csv")
def report_csv(request: HttpRequest, key: str) -> HttpResponse:
    """The whole report as CSV; that it was taken is written down."""
    wanted = _report(key)
    since, until = _span(request, wanted)
    cuts = wanted.cut(request.GET.dict())
    text = take_report(report=wanted, since=since, until=until, by=colleague(request), cuts=cuts)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="jeton-{key}.csv"'
    return response
