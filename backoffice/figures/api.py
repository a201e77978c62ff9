"""Figures over the API: what goes on now, and reports over days, as JSON and as CSV."""

import datetime as dt
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.forms import Day
from accounts.api.identity import caller
from backoffice.api.view import OfficeView
from backoffice.figures.reports import DAYS_MAX, REPORTS, ROWS_MAX, Report, rows_of, take_report
from backoffice.figures.speed import Speed, speed
from web.api.operations import Answer, answers
from web.api.payloads import Shape, Whole, With, Word, Words, list_of
from web.api.reading import Form, read_query
from web.api.records import shape_of
from web.refusals import Refused

ROWS_SHOWN = 400
SpeedShape = shape_of(Speed)
# A cut that only other reports have is refused.
FOREIGN_CUT: dict[Any, Any] = {422: None}


@extend_schema_field({"type": ["string", "integer", "null"]})
class CellField(serializers.JSONField):
    """A day, a word or a number."""

    def to_representation(self, value: Any) -> Any:
        return value.isoformat() if isinstance(value, dt.date) else value


class OfficeSpeed(OfficeView, at="office/speed/", reading_right="see_tables"):
    """Where time goes: the last minutes, doors, tasks, and who waits in the database."""

    @answers(SpeedShape)
    def get(self, request: Request) -> Answer:
        return speed()


class ReportQuery(Form):
    since = Day(required=False, help_text="first day; as many as the report's `days` unless given")
    until = Day(
        required=False, help_text=f"last day, today unless given; {DAYS_MAX} before it at most"
    )

    def get_fields(self) -> dict[str, Any]:
        """The days, and whatever a report may be cut by."""
        cuts = {column.name: column for report in REPORTS.values() for column in report.cuts}
        return super().get_fields() | {
            name: serializers.ChoiceField(
                [value for value, _words in column.choices()], required=False, help_text=column.only
            )
            for name, column in cuts.items()
        }


class OfficeReportShape(Shape):
    key = Word()
    words = Word()
    columns = Words(help_text="what each cell of a row is, by its place")
    cuts = serializers.ListField(
        source="cut_names", child=Word(), help_text="what else it may be cut to, besides its days"
    )
    days = Whole(help_text="shown unless others are asked for")


class OfficeFilledReportShape(OfficeReportShape):
    since = serializers.DateField(help_text="the first day of its rows")
    until = serializers.DateField()
    cut_to = serializers.DictField(child=Word(), help_text="what was chosen, by its name in `cuts`")
    rows = serializers.ListField(
        child=serializers.ListField(child=CellField()),
        help_text=f"the newest first, at most {ROWS_SHOWN}; days as YYYY-MM-DD",
    )
    more = Whole(help_text=f"rows left out, of the newest {ROWS_MAX}; the CSV has all")


class OfficeReports(OfficeView, at="office/figures/", reading_right="see_figures"):
    """The reports there are."""

    @answers(list_of(OfficeReportShape, "OfficeReportsShape"))
    def get(self, request: Request) -> Answer:
        return With(results=REPORTS.values())


class OfficeReport(OfficeView, at="office/figures/<slug:report_key>/", reading_right="see_figures"):
    """A report over some days, cut to what is chosen of its `cuts`; any other is refused."""

    @extend_schema(
        parameters=[ReportQuery], responses={200: OfficeFilledReportShape, **FOREIGN_CUT}
    )
    def get(self, request: Request, report_key: str) -> Response:
        report = _report(report_key)
        since, until, cuts = _asked(request, report)
        rows = rows_of(report, since=since, until=until, cuts=cuts)
        answer = OfficeFilledReportShape.of(
            report,
            since=since,
            until=until,
            cut_to=cuts,
            rows=rows[:ROWS_SHOWN],
            more=max(0, len(rows) - ROWS_SHOWN),
        )
        return Response(answer)


class OfficeReportCsv(
    OfficeView, at="office/figures/<slug:report_key>/csv/", reading_right="see_figures"
):
    """The whole report as CSV, safe to open in a spreadsheet; that it was taken is logged."""

    @extend_schema(
        parameters=[ReportQuery],
        responses={
            (200, "text/csv"): OpenApiResponse(
                OpenApiTypes.STR, description="the columns in the reader's language, then rows"
            ),
            **FOREIGN_CUT,
        },
    )
    def get(self, request: Request, report_key: str) -> HttpResponse:
        report = _report(report_key)
        since, until, cuts = _asked(request, report)
        with transaction.atomic():
            text = take_report(
                report=report, since=since, until=until, by=caller(request), cuts=cuts
            )
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="jeton-{report.key}.csv"'
        return response


def _asked(request: Request, report: Report) -> tuple[dt.date, dt.date, dict[str, str]]:
    """The days covered, both included, and by its name each value the report is cut to.

    Raises Refused(report_not_cut_by): a cut that this report does not have.
    """
    query = read_query(request, ReportQuery)
    since, until = report.span(query.pop("since", None), query.pop("until", None))
    cuts = report.cut_names
    foreign = sorted(query.keys() - set(cuts))
    if foreign:
        raise Refused("report_not_cut_by", report=report.key, asked=foreign, cuts=cuts)
    return since, until, query


def _report(key: str) -> Report:
    if key not in REPORTS:
        raise Refused("not_found")
    return REPORTS[key]
