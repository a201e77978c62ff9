"""Reading tournaments: lists, one, its standings, decisions, tables, calendar; following it; and
what they leave in a player's hands: tickets to others, and certificates.
"""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from accounts.models import Player
from games.api import documents
from games.api.forms import StreamQuery
from games.api.vocabulary import stream_of
from games.exports import records as exporting
from games.live.streaming.polling import as_asked
from tournaments.api import shapes
from tournaments.appointments import appointment
from tournaments.certificates import TournamentCertificate, certificate_by, certificate_of
from tournaments.live.polling import tournament_so_far
from tournaments.selectors import decisions, listing, lobby, seats, standings
from tournaments.selectors.lobby import one_tournament
from tournaments.selectors.seats import own_entry
from tournaments.series.reading import series_of
from tournaments.tickets.reading import TicketRow, tickets_of
from web.api.operations import Answer, Json, answers
from web.api.paging import pages_of
from web.api.payloads import Shape, Whole, With, Word, Words, list_of
from web.api.reading import read_query
from web.api.records import record_json, shape_of
from web.api.view import ApiView, OpenView
from web.database.replica import may_be_old
from web.files.calendar_file import KIND, calendar_file
from web.finding import or_raise
from web.refusals import Refused

PAGE = 20
STANDINGS = exporting.fields(
    *("place", "is_final", "is_out", "number", "name", "team", "is_bot", "stack_chips", "points"),
    *("score", "won_chips", "has_ticket", "returns", "table", "entry", "player", "mark"),
)
STREAM = stream_of(
    "`event: tournament`, `id:` where to go on, `data:` JSON: where it stands (`phase`, `level` "
    "from 1, `chips_per_point`, `alive`, …), the `leaders`, `me` (your stack, rank, table, seat "
    "and `game_table`) and the `decisions` since the last message, once each.",
)


class Tournaments(OpenView, at="tournaments/"):
    """Tournaments to enter, being played, over, or your own."""

    @may_be_old
    @answers(pages_of(shapes.TournamentShape, "TournamentsShape"), query=shapes.TournamentsQuery)
    def get(self, request: Request, query: Json) -> Answer:
        player = caller_or_visitor(request)
        wish = listing.Wish(*(query.get(name, "") for name in ("game", "format", "price")))
        rows = _listed(query, player, wish)
        more = query["state"] == "finished" and len(rows) > PAGE
        shown = rows[:PAGE] if query["state"] == "finished" else rows
        return With(results=shown, next_before=shown[-1].id if more else None)


def _listed(
    query: dict[str, Any], player: Player | None, wish: listing.Wish
) -> list[listing.TournamentRow]:
    match query["state"]:
        case "running":
            return listing.running(player, wish)
        case "finished":
            return listing.finished(player, wish, before=query.get("before"), limit=PAGE + 1)
        case "mine":
            if player is None:
                raise Refused("not_signed_in")
            return listing.entered(player)
    return listing.upcoming(player, wish)


class OneTournament(OpenView, at="tournaments/<serial:tournament_id>/", is_tagged=True):
    """One tournament: its structure, prizes, what happens now, and what you may do."""

    @may_be_old
    @answers(shapes.OneTournamentShape)
    def get(self, request: Request, tournament_id: int) -> Answer:
        player = caller_or_visitor(request)
        tournament = lobby.one_tournament(tournament_id)
        found = lobby.lobby_of(tournament, player)
        place = seats.own_place(tournament, player)
        series = [one.pk for one in series_of(tournament, player)]
        return With(found, me=place, series=series)


class MyPlace(ApiView, at="tournaments/<serial:tournament_id>/me/"):
    """Where you are in a tournament: your table, what it waits for, your rank when you are out."""

    @answers(shapes.PlaceShape)
    def get(self, request: Request, tournament_id: int) -> Answer:
        player = caller(request)
        tournament = lobby.one_tournament(tournament_id)
        return or_raise(seats.own_place(tournament, player), Refused("not_in_this_tournament"))


class Standings(OpenView, at="tournaments/<serial:tournament_id>/standings/"):
    """Who stands where: who is in by their chips, then the ranks of who is out.

    With `search` those called so, each at the place among all.
    """

    @extend_schema(
        parameters=[shapes.StandingsQuery],
        responses={
            (200, "application/json"): shapes.StandingsShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    @may_be_old
    def get(self, request: Request, tournament_id: int) -> Response | HttpResponse:
        query = read_query(request, shapes.StandingsQuery)
        player = caller_or_visitor(request)
        tournament = lobby.one_tournament(tournament_id)
        page = standings.standings(
            tournament,
            player,
            page=query["page"],
            size=query["size"],
            search=query["search"].strip(),
        )
        if query["format"] == "csv":
            following = query | {"page": page.page + 1} if page.page < page.pages else None
            rows = record_json(page.rows)
            return exporting.file_of(
                request, rows, STANDINGS, kind="csv", name="standings", following=following
            )
        return Response(shapes.StandingsShape.of(page))


class Decisions(OpenView, at="tournaments/<serial:tournament_id>/decisions/"):
    """What the director decided, newest first: each with its reason and the numbers behind it."""

    @may_be_old
    @answers(shapes.DecisionsShape, query=shapes.DecisionsQuery)
    def get(self, request: Request, query: Json, tournament_id: int) -> Answer:
        tournament = lobby.one_tournament(tournament_id)
        return decisions.decisions(tournament, **query)


class WatchedTables(OpenView, at="tournaments/<serial:tournament_id>/tables/"):
    """Its tables with cards on them, to be watched under `tables/`."""

    @may_be_old
    @answers(list_of(shapes.WatchedTableShape, "WatchedTablesShape"))
    def get(self, request: Request, tournament_id: int) -> Answer:
        tournament = lobby.one_tournament(tournament_id)
        return With(results=lobby.tables_to_watch(tournament))


class Calendar(OpenView, at="tournaments/<serial:tournament_id>/calendar/"):
    """The tournament's start for a calendar (iCalendar)."""

    @extend_schema(responses={(200, "text/calendar"): OpenApiTypes.STR})
    def get(self, request: Request, tournament_id: int) -> HttpResponse:
        tournament = lobby.one_tournament(tournament_id)
        row = listing.row_of(tournament)
        appointments = [] if row.starts_at is None else [appointment(row)]
        return HttpResponse(calendar_file(appointments, made_at=timezone.now()), content_type=KIND)


class TournamentEvents(OpenView, at="tournaments/<serial:tournament_id>/events/"):
    """The tournament as it happens: Server-Sent Events or NDJSON, resumable by event id.

    Served by the play process. Where only ordinary Django is reached, the answer ends after what
    has happened so far.
    """

    @extend_schema(
        parameters=documents.stream_parameters("the id of the last message"), responses=STREAM
    )
    def get(self, request: Request, tournament_id: int) -> HttpResponse:
        read_query(request, StreamQuery)
        player = caller_or_visitor(request)
        lobby.one_tournament(tournament_id)
        text, kind = tournament_so_far(
            as_asked(request), tournament_id, player.pk if player else None
        )
        return HttpResponse(text, content_type=kind)


class TicketsShape(Shape):
    results = shape_of(TicketRow, "TicketShape")(many=True)


class TournamentCertificateShape(Shape):
    code = Word()
    name = Word(help_text="whose it is")
    tournament = Whole(source="entry.tournament_id")
    rank = Whole(source="entry.rank")
    lines = Words(help_text="what is certified, in the reader's language")
    address = Word(help_text="where anybody can verify it; `.pdf` is the file")


class MyTickets(ApiView, at="me/tickets/"):
    """Your tickets: valid ones first, the first to lapse before the others. `enter/` takes them."""

    @answers(TicketsShape)
    def get(self, request: Request) -> Answer:
        return With(results=tickets_of(caller(request)))


class MyCertificate(ApiView, at="tournaments/<serial:tournament_id>/certificate/"):
    """Your certificate of a finished tournament: for the first three, and who won a prize."""

    @extend_schema(responses=TournamentCertificateShape)
    def get(self, request: Request, tournament_id: int) -> Response:
        player = caller(request)
        one_tournament(tournament_id)
        entry = own_entry(tournament_id, player)
        return _certificate_answer(certificate_of(entry) if entry else None)


class OneCertificate(OpenView, at="certificates/<slug:code>/"):
    """Whether a certificate is genuine; its code is on it."""

    @extend_schema(responses=TournamentCertificateShape)
    def get(self, request: Request, code: str) -> Response:
        return _certificate_answer(certificate_by(code))


def _certificate_answer(found: TournamentCertificate | None) -> Response:
    if found is None:
        raise Refused("not_found")
    return Response(TournamentCertificateShape.of(found))
