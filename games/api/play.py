"""At a table: view, act, follow, read the log; and the inbox. The play process serves most faster.

`view/`, `actions/` and both kinds of `events/` have a lean asynchronous door (`games.live`); these
views run the same services for deployments and tests that reach only ordinary Django.
"""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from games.api import documents, forms, vocabulary
from games.live.streaming.framing import framing_of, resume_number
from games.live.streaming.polling import as_asked, inbox_so_far
from games.moves.acting import one_outcome, run_batch
from games.moves.errors import NotAllowed
from games.moves.requests import answer_of, headers_of, read_move
from games.replay import log
from games.tables import reading as tables
from games.tables.lobby import lists
from web.api.operations import Json, answers
from web.api.reading import read_query
from web.api.view import ApiView, OpenView


class View(OpenView, at="tables/<serial:table_id>/view/"):
    """Everything your seat, or a spectator, may know of the table now, and what you may do."""

    @answers(documents.TableViewShape, refuses=(429,))
    def get(self, request: Request, table_id: int) -> Json:
        player = caller_or_visitor(request)
        return tables.table_view(table_id, player.pk if player else None)


class Actions(ApiView, at="tables/<serial:table_id>/actions/"):
    """Act at the table, once per Idempotency-Key however often it is sent."""

    @extend_schema(
        request=documents.MoveShape,
        parameters=[documents.REQUIRED_KEY],
        responses=documents.MovedShape,
        examples=vocabulary.ACTION_EXAMPLES,
    )
    def post(self, request: Request, table_id: int) -> Response:
        player = caller(request)
        move = read_move(
            table_id=table_id,
            player_id=player.pk,
            key=request.headers.get("Idempotency-Key", ""),
            data=dict(request.data),
        )
        try:
            done = one_outcome(run_batch([move]))
        except NotAllowed:
            lists.one_table(table_id, player)  # whether it is theirs to know that there is one
            raise
        return Response(answer_of(done), headers=headers_of(done))


class Events(OpenView, at="tables/<serial:table_id>/events/"):
    """The table's events as they happen: Server-Sent Events or NDJSON, resumable by event id.

    Served by the play process. Where only ordinary Django is reached, the answer ends after what
    has happened so far, and an EventSource comes back by itself: the same, by polling.
    """

    @extend_schema(
        parameters=[*documents.stream_parameters("this event's number"), documents.INCLUDE],
        responses=vocabulary.STREAM,
        examples=vocabulary.STREAM_EXAMPLES,
    )
    def get(self, request: Request, table_id: int) -> HttpResponse:
        query = read_query(request, forms.TableStreamQuery)
        player = caller_or_visitor(request)
        asked = as_asked(request)
        framing = framing_of(asked)
        message = log.events_so_far(
            table_id,
            player.pk if player else None,
            after=resume_number(asked),
            with_view=query.get("include") == "view",
        )
        text = framing.opening()
        if message is not None:
            text += framing.message("table", str(message[0]), message[1])
        return HttpResponse(text, content_type=framing.content_type.decode())


class MyEvents(ApiView, at="me/events/"):
    """Your inbox as it happens: all your tables, your notices, your tournaments, in one stream.

    Events: `inbox` (what you sit at), `table` (as in a table's stream, with its number and your
    seat), `left`, `notice`, `tournament`, `chat`. The id of a message is opaque; send it back as
    `Last-Event-ID` and nothing is missing or repeated.
    """

    @extend_schema(
        parameters=[*documents.stream_parameters("the id of the last message"), documents.INCLUDE],
        responses=vocabulary.INBOX_STREAM,
    )
    def get(self, request: Request) -> HttpResponse:
        read_query(request, forms.TableStreamQuery)
        text, kind = inbox_so_far(as_asked(request), caller(request).pk)
        return HttpResponse(text, content_type=kind)


class Log(OpenView, at="tables/<serial:table_id>/log/"):
    """The table's events since a version, as you may see them; for clients that poll."""

    @answers(documents.LogShape, query=forms.LogQuery)
    def get(self, request: Request, query: Json, table_id: int) -> Json:
        after = query["after"]
        player = caller_or_visitor(request)
        return log.log_since(table_id, player.pk if player else None, after=after)
