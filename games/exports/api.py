"""Taking one's own things away: rounds, matches, statement; and the standings of the league.

A page is bounded, so that an export of any length needs the memory of one page, and no thread
waits for a reader who dawdles. docs/formats.md says what is in a record.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.forms import Day
from accounts.api.identity import caller, caller_or_visitor
from accounts.api.shapes import PlayerShape, StatementShape
from accounts.books import reading as selectors
from accounts.career import reading as careers
from accounts.career.shapes import RecordShape
from accounts.league import LOWEST_DIVISION, TOP_DIVISION
from accounts.models import Player, Season, SeasonStanding
from games.exports import records as exporting
from games.exports.records import Columns
from games.exports.spans import Span
from games.models import Round, RoundSkill
from games.moves.commands import StoredEvent
from games.moves.redaction import shown
from games.replay.rounds import seats_then, stored_events
from games.tables.terms import terms_of
from rummy.skill import Parts, Tally, accuracy
from web.api.payloads import StoredShape, Whole
from web.api.reading import Form, WholeNumber, read_query
from web.api.view import ApiView, OpenView
from web.database.replica import may_be_old
from web.finding import or_404

Record = dict[str, Any]
Row = TypeVar("Row", bound=Model)


# Some records, and where the next page begins, or None: that was the last.
Page = tuple[list[Record], int | None]


def own_rounds(
    player: Player, span: Span, *, table: int | None = None, cursor: int | None, limit: int
) -> Page:
    """The player's finished rounds, oldest first, each as their own seat saw it.

    With `table` only those of this table.
    Other hands are absent unless they were shown at the table, and so are the seeds: whoever may
    read the open round finds both at the address in `proof`.
    """
    found = _rounds(player, span, table)
    return _page(found, lambda played: _round(played, player), cursor=cursor, limit=limit)


def _page(
    rows: QuerySet[Row], record: Callable[[Row], Record], *, cursor: int | None, limit: int
) -> Page:
    """Those after the cursor, a row's key, of rows in the order of their keys."""
    if cursor is not None:
        rows = rows.filter(pk__gt=cursor)
    page = list(rows[: limit + 1])
    following = page[limit - 1].pk if len(page) > limit else None
    return [record(one) for one in page[:limit]], following


def _rounds(player: Player, span: Span, table_id: int | None) -> QuerySet[Round]:
    found = Round.objects.filter(
        table__seats__player=player, ended_at__isnull=False, first_event__isnull=False
    )
    if table_id is not None:
        found = found.filter(table_id=table_id)
    return (
        span.of(found, "ended_at")
        .select_related("table")
        .prefetch_related("table__seats__player")
        .order_by("pk")
    )


def _round(played: Round, player: Player) -> Record:
    seats = seats_then(played, played.table.seats.all())
    own = next(number for number, seat in seats if seat.player_id == player.pk)
    events = stored_events(played)
    return {
        "format": "jeton-round",
        "v": 1,
        "table": played.table_id,
        "name": played.table.title,
        "round": played.number,
        "terms": terms_of(played.table),
        "players": [{"seat": number, **PlayerShape.of(seat.player)} for number, seat in seats],
        "seat": own,
        "dealer": played.dealer,
        "started_at": _moment(events[0].at_ms),
        "ended_at": _moment(events[-1].at_ms),
        "events": [
            shown(StoredEvent(event.seq, event.kind, event.payload, event.at_ms), own)
            for event in events
        ],
        "score": played.score,
        "commitment": played.commitment,
        "proof": f"/api/v1/tables/{played.table_id}/rounds/{played.number}/",
    }


def own_matches(player: Player, _always: Span, *, cursor: int | None, limit: int) -> Page:
    """The player's finished matches, newest first, with what each brought."""
    lines, following = careers.match_history(player, before=cursor, limit=limit)
    records = [{"format": "jeton-match", "v": 1, **RecordShape.of(line)} for line in lines]
    return records, following


def own_skill(player: Player, span: Span, *, cursor: int | None, limit: int) -> Page:
    """The player's rounds as they were judged (docs/skill.md), oldest first."""
    found = RoundSkill.objects.filter(player=player).select_related("round__table").order_by("pk")
    return _page(span.of(found, "round__ended_at"), _judged, cursor=cursor, limit=limit)


def _judged(one: RoundSkill) -> Record:
    found = accuracy([Tally(one.decisions, one.lost, one.par)], one.game)
    parts = Parts(**one.parts) if one.parts else None
    return {
        "format": "jeton-skill",
        "v": 1,
        "table": one.round.table_id,
        "round": one.round.number,
        "ended_at": one.round.ended_at and one.round.ended_at.isoformat(timespec="milliseconds"),
        "preset": one.round.table.preset,
        "game": one.game,
        "decisions": one.decisions,
        "lost": round(one.lost, 3),
        "par": round(one.par, 3),
        "accuracy": None if found is None else round(found.percent, 1),
        "luck": None if parts is None else parts.told(),
        "habits": one.habits,
    }


def own_statement(player: Player, span: Span, *, cursor: int | None, limit: int) -> Page:
    """The lines of the wallet, newest first."""
    page = StatementShape.of(
        selectors.statement(player, before=cursor, limit=limit, since=span.since, until=span.until)
    )
    head = {"format": "jeton-statement-line", "v": 1}
    return [{**head, **line} for line in page["results"]], page["next_before"]


def standings(season: Season, division: int, *, cursor: int | None, limit: int) -> Page:
    """A division of a season of the league, the best first; the cursor is a place."""
    start = cursor or 0
    ordered = season.standings.filter(division=division).select_related("player")
    ordered = ordered.order_by("-points", "-wins", "matches", "player_id")
    found = list(ordered[start : start + limit + 1])
    records = [
        _standing(season, standing, place)
        for place, standing in enumerate(found[:limit], start=start + 1)
    ]
    return records, start + limit if len(found) > limit else None


def _standing(season: Season, standing: SeasonStanding, place: int) -> Record:
    return {
        "format": "jeton-standing",
        "v": 1,
        "season": season.number,
        "division": standing.division,
        "place": place,
        "player": PlayerShape.of(standing.player),
        "points": standing.points,
        "matches": standing.matches,
        "won": standing.wins,
    }


def _moment(at_ms: int) -> str:
    return dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC).isoformat(timespec="milliseconds")


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


class MatchesQuery(PageQuery):
    limit = WholeNumber(min_value=1, max_value=careers.HISTORY_MAX, default=careers.HISTORY_MAX)


class LinesQuery(PageQuery):
    limit = WholeNumber(min_value=1, max_value=LINES_MAX, default=LINES_MAX)
    since = Day(required=False, help_text="first day, YYYY-MM-DD")
    until = Day(required=False, help_text="last day, YYYY-MM-DD")


class RoundsQuery(LinesQuery):
    limit = WholeNumber(min_value=1, max_value=ROUNDS_MAX, default=ROUNDS_MAX)
    table = WholeNumber(min_value=1, required=False, help_text="only rounds of this table")


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


class ExportRounds(ApiView, at="me/export/rounds/"):
    """Your finished rounds as your seat saw them, oldest first: hand histories."""

    @extend_schema(parameters=[RoundsQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        return _own(request, own_rounds, exporting.ROUNDS, "rounds", RoundsQuery)


class ExportMatches(ApiView, at="me/export/matches/"):
    """Your finished matches, newest first, with league points and rating."""

    @extend_schema(parameters=[MatchesQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        return _own(request, own_matches, exporting.MATCHES, "matches", MatchesQuery)


class ExportStatement(ApiView, at="me/export/statement/"):
    """Every movement of your wallet, newest first."""

    @extend_schema(parameters=[LinesQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        return _own(request, own_statement, exporting.STATEMENT, "statement")


class ExportSkill(ApiView, at="me/export/skill/"):
    """Your finished rounds as they were judged, oldest first: accuracy, luck and habits."""

    @extend_schema(parameters=[LinesQuery], responses=ANSWERS)
    def get(self, request: Request) -> HttpResponse:
        return _own(request, own_skill, exporting.SKILL, "skill")


class ExportStandings(OpenView, at="league/export/"):
    """A division of a season of the league, the best first."""

    @extend_schema(parameters=[StandingsQuery], responses=ANSWERS)
    @may_be_old
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request, StandingsQuery)
        season = or_404(careers.season_of(query.get("season")))
        division = query.get("division") or careers.division_shown(
            season, caller_or_visitor(request)
        )
        page = standings(season, division, cursor=query.get("cursor"), limit=query["limit"])
        named = query | {"season": season.number, "division": division}
        return _file(request, named, page, exporting.STANDINGS, "standings")


def _own(
    request: Request,
    read: Callable[..., Page],
    columns: Columns,
    name: str,
    form: type[Form] = LinesQuery,
) -> HttpResponse:
    """Records of the caller's own, from some days."""
    query = read_query(request, form)
    span = Span(query.get("since"), query.get("until"))
    wish = {name: query[name] for name in ("table", "limit") if name in query}
    page = read(caller(request), span, cursor=query.get("cursor"), **wish)
    return _file(request, query, page, columns, name)


def _file(
    request: Request, query: dict[str, Any], page: Page, columns: Columns, name: str
) -> HttpResponse:
    records, cursor = page
    following = None if cursor is None else query | {"cursor": cursor}
    kind = query["format"]
    return exporting.file_of(
        request, records, columns, kind=kind, name=name, cursor=cursor, following=following
    )
