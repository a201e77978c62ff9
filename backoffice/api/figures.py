"""Figures over the API: what goes on now, and reports over days, as JSON and as CSV."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.forms import Day
from accounts.api.identity import caller
from accounts.api.reading import read_query
from accounts.refusals import Refused
from backoffice import board
from backoffice.api.view import OfficeView
from backoffice.selectors.home import home
from backoffice.selectors.reports import DAYS_MAX, REPORTS, Report, rows_of
from backoffice.services.taking import take_report

Form = serializers.Serializer[Any]
Shape = serializers.Serializer[Any]
DAYS = 30
ROWS_MAX = 400


@extend_schema_field({"type": ["string", "integer", "null"]})
class CellField(serializers.JSONField):
    """A day, a word or a number."""


class SpanQuery(Form):
    since = Day(required=False, help_text=f"first day; the last {DAYS} unless given")
    until = Day(required=False, help_text=f"last day, today unless given; {DAYS_MAX} days at most")


class HomeShape(Shape):
    now = serializers.DictField(child=serializers.IntegerField(), help_text="at this moment")
    last = serializers.DictField(help_text="of the last minute that was counted")
    counted_at = serializers.DateTimeField(allow_null=True, help_text="when that was")
    corrections_waiting = serializers.IntegerField(help_text="at most 100 are counted")
    reports_waiting = serializers.IntegerField(help_text="at most 100 are counted")
    in_maintenance = serializers.BooleanField()


class OfficeReportShape(Shape):
    key = serializers.CharField()
    words = serializers.CharField()
    columns = serializers.ListField(
        child=serializers.CharField(), help_text="what each cell of a row is, by its place"
    )


class OfficeReportsShape(Shape):
    results = OfficeReportShape(many=True)


class OfficeFilledReportShape(OfficeReportShape):
    since = serializers.DateField()
    until = serializers.DateField()
    rows = serializers.ListField(
        child=serializers.ListField(child=CellField()),
        help_text=f"the newest first, at most {ROWS_MAX}; days as YYYY-MM-DD",
    )
    more = serializers.IntegerField(help_text="rows left out; the CSV has them")


@extend_schema(tags=["office"])
class OfficeHome(OfficeView):
    """The figures of the home page: what goes on, and what waits for somebody."""

    reading_right = "see_office"

    @extend_schema(responses=HomeShape)
    def get(self, request: Request) -> Response:
        found = home()
        return Response(
            {
                "now": found.now,
                "last": found.last,
                "counted_at": found.counted_at.isoformat() if found.counted_at else None,
                "corrections_waiting": found.corrections_waiting,
                "reports_waiting": found.reports_waiting,
                "in_maintenance": board.in_maintenance(),
            }
        )


@extend_schema(tags=["office"])
class OfficeReports(OfficeView):
    """The reports there are."""

    reading_right = "see_figures"

    @extend_schema(responses=OfficeReportsShape)
    def get(self, request: Request) -> Response:
        return Response({"results": [_report_json(report) for report in REPORTS.values()]})


@extend_schema(tags=["office"])
class OfficeReport(OfficeView):
    """A report over some days."""

    reading_right = "see_figures"

    @extend_schema(parameters=[SpanQuery], responses=OfficeFilledReportShape)
    def get(self, request: Request, report_key: str) -> Response:
        since, until = _span(request)
        report = _report(report_key)
        rows = rows_of(report, since=since, until=until)
        told = {
            **_report_json(report),
            "since": since.isoformat(),
            "until": until.isoformat(),
            "rows": [list(map(_cell, row)) for row in rows[:ROWS_MAX]],
            "more": max(0, len(rows) - ROWS_MAX),
        }
        return Response(told)


@extend_schema(tags=["office"])
class OfficeReportCsv(OfficeView):
    """The whole report as CSV, safe to open in a spreadsheet; that it was taken is logged."""

    reading_right = "see_figures"

    @extend_schema(
        parameters=[SpanQuery],
        responses={
            (200, "text/csv"): OpenApiResponse(
                OpenApiTypes.STR, description="the columns in the reader's language, then rows"
            )
        },
    )
    def get(self, request: Request, report_key: str) -> HttpResponse:
        since, until = _span(request)
        report = _report(report_key)
        with transaction.atomic():
            text = take_report(report=report, since=since, until=until, by=caller(request))
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="jeton-{report.key}.csv"'
        return response


def _span(request: Request) -> tuple[dt.date, dt.date]:
    query = read_query(request, SpanQuery)
    until = query.get("until", timezone.localdate())
    since = query.get("since", until - dt.timedelta(days=DAYS - 1))
    return (since, until) if since <= until else (until, since)


def _report(key: str) -> Report:
    if key not in REPORTS:
        raise Refused("not_found")
    return REPORTS[key]


def _report_json(report: Report) -> dict[str, Any]:
    columns = [str(column) for column in report.columns]
    return {"key": report.key, "words": str(report.words), "columns": columns}


def _cell(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date) else value
