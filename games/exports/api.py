"""Taking one's own things away: rounds, matches, statement; and the standings of the league."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.forms import Day
from accounts.api.identity import caller, caller_or_visitor
from accounts.career import reading as careers
from accounts.league import LOWEST_DIVISION, TOP_DIVISION
from games.exports import reading as exports
from games.exports import records as exporting
from games.exports.reading import Page
from games.exports.records import Columns
from games.exports.spans import Span
from web.api.payloads import StoredShape, Whole
from web.api.reading import Form, WholeNumber, read_query
from web.api.view import ApiView, OpenView
from web.database.replica import may_be_old
from web.finding import or_404

ROUNDS_MAX = 100
LINES_MAX = 500
CURSOR_MAX = 10**16 - 1


class PageQuery(Form):
    format = serializers.ChoiceField(list(exporting.KINDS), default="json")
    cursor = WholeNumber(
        min_value=0,
        max_value=CURSOR_MAX,
        required=False,
        help_text="from the `Link` header, or `next_cursor` in JSON",
    )


class RoundsQuery(PageQuery):
    limit = WholeNumber(min_value=1, max_value=ROUNDS_MAX, default=ROUNDS_MAX)
    since = Day(required=False, help_text="first day, YYYY-MM-DD")
    until = Day(required=False, help_text="last day, YYYY-MM-DD")
    table = WholeNumber(min_value=1, required=False, help_text="only rounds of this table")


class MatchesQuery(PageQuery):
    limit = WholeNumber(min_value=1, max_value=careers.HISTORY_MAX, default=careers.HISTORY_MAX)


class LinesQuery(PageQuery):
    limit = WholeNumber(min_value=1, max_value=LINES_MAX, default=LINES_MAX)
    since = Day(required=False, help_text="first day, YYYY-MM-DD")
    until = Day(required=False, help_text="last day, YYYY-MM-DD")


class StandingsQuery(PageQuery):
    season = WholeNumber(min_value=1, max_value=10**6, required=False)
    division = WholeNumber(min_value=TOP_DIVISION, max_value=LOWEST_DIVISION, required=False)
    limit = WholeNumber(min_value=1, max_value=LINES_MAX, default=LINES_MAX)


class ExportShape(StoredShape):
    results = serializers.ListField(
        child=serializers.DictField(), help_text="records as in docs/formats.md"
    )
    next_cursor = Whole(allow_null=True, help_text="null: that was the last")


ANSWERS: dict[Any, Any] = {
    (200, "application/json"): ExportShape,
    (200, "application/x-ndjson"): OpenApiResponse(
        OpenApiTypes.STR, description="a record per line; `Link: <…>; rel=next` leads on"
    ),
    (200, "text/csv"): OpenApiResponse(
        OpenApiTypes.STR, description="field names, then rows; `Link: <…>; rel=next` leads on"
    ),
}


class ExportRounds(ApiView):
    """Your finished rounds as your seat saw them, oldest first: hand histories."""

    @extend_schema(parameters=[RoundsQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request, RoundsQuery)
        page = exports.own_rounds(
            caller(request),
            Span(query.get("since"), query.get("until")),
            table_id=query.get("table"),
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        return _file(request, query, page, exporting.ROUNDS, "rounds")


class ExportMatches(ApiView):
    """Your finished matches, newest first, with league points and rating."""

    @extend_schema(parameters=[MatchesQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request, MatchesQuery)
        page = exports.own_matches(
            caller(request), cursor=query.get("cursor"), limit=query["limit"]
        )
        return _file(request, query, page, exporting.MATCHES, "matches")


class ExportStatement(ApiView):
    """Every movement of your wallet, newest first."""

    @extend_schema(parameters=[LinesQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        return _own(request, exports.own_statement, exporting.STATEMENT, "statement")


class ExportSkill(ApiView):
    """Your finished rounds as they were judged, oldest first: accuracy, luck and habits."""

    @extend_schema(parameters=[LinesQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        return _own(request, exports.own_skill, exporting.SKILL, "skill")


class ExportStandings(OpenView):
    """A division of a season of the league, the best first."""

    @extend_schema(parameters=[StandingsQuery], responses=ANSWERS)
    @may_be_old
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request, StandingsQuery)
        season = or_404(careers.season_of(query.get("season")))
        division = query.get("division") or careers.division_shown(
            season, caller_or_visitor(request)
        )
        page = exports.standings(season, division, cursor=query.get("cursor"), limit=query["limit"])
        named = query | {"season": season.number, "division": division}
        return _file(request, named, page, exporting.STANDINGS, "standings")


def _own(request: Request, read: Callable[..., Page], columns: Columns, name: str) -> HttpResponse:
    """Lines of the caller's own, from some days."""
    query = read_query(request, LinesQuery)
    span = Span(query.get("since"), query.get("until"))
    page = read(caller(request), span, cursor=query.get("cursor"), limit=query["limit"])
    return _file(request, query, page, columns, name)


def _file(
    request: Request, query: dict[str, Any], page: Page, columns: Columns, name: str
) -> HttpResponse:
    following = None if page.cursor is None else query | {"cursor": page.cursor}
    return exporting.file_of(
        request,
        page.records,
        columns,
        kind=query["format"],
        name=name,
        cursor=page.cursor,
        following=following,
    )
