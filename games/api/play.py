"""At the table: view, act, read the log. The play process serves the first three faster.

`view/`, `actions/` and `events/` have a lean asynchronous door (`games.play`); these views run the
same services for deployments and tests that reach only ordinary Django.
"""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.reading import NUMBER_CHARS_MAX, read_query
from accounts.api.view import ApiView
from games.api import documents, forms, vocabulary
from games.selectors import hints, log, replay, tables
from games.services.play import one_outcome, run_batch
from games.services.requests import answer_of, read_move


@extend_schema(tags=["play"])
class View(ApiView):
    """Everything your seat, or a spectator, may know of the table now, and what you may do."""

    visitors_may = ("read",)

    @extend_schema(responses=documents.TableViewShape)
    def get(self, request: Request, table_id: int) -> Response:
        player = caller_or_visitor(request)
        return Response(tables.table_view(table_id, player.pk if player else None))


@extend_schema(tags=["play"])
class Actions(ApiView):
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
        return Response(answer_of(one_outcome(run_batch([move]))))


@extend_schema(tags=["play"])
class Events(ApiView):
    """The table's events as they happen: Server-Sent Events, resumable by Last-Event-ID.

    Served by the play process. Where only ordinary Django is reached, the answer ends after what
    has happened so far, and an EventSource comes back by itself: the same, by polling.
    """

    visitors_may = ("read",)

    @extend_schema(
        parameters=documents.STREAM_PARAMETERS,
        responses={(200, "text/event-stream"): vocabulary.STREAM},
        examples=vocabulary.STREAM_EXAMPLES,
    )
    def get(self, request: Request, table_id: int) -> HttpResponse:
        query = read_query(request, forms.StreamQuery)
        player = caller_or_visitor(request)
        text = log.event_stream(
            table_id,
            player.pk if player else None,
            after=_event_number(request.headers.get("Last-Event-ID", "")),
            with_view=query.get("include") == "view",
        )
        return HttpResponse(text, content_type="text/event-stream; charset=utf-8")


def _event_number(header: str) -> int | None:
    readable = header.isascii() and header.isdigit() and len(header) <= NUMBER_CHARS_MAX
    return int(header) if readable else None


@extend_schema(tags=["play"])
class Log(ApiView):
    """The table's events since a version, as you may see them; for clients that poll."""

    visitors_may = ("read",)

    @extend_schema(parameters=[forms.LogQuery], responses=documents.LogShape)
    def get(self, request: Request, table_id: int) -> Response:
        after = read_query(request, forms.LogQuery)["after"]
        player = caller_or_visitor(request)
        return Response(log.log_since(table_id, player.pk if player else None, after=after))


@extend_schema(tags=["play"])
class OneHint(ApiView):
    """What an experienced player would do in your place, and why; at training tables, on turn.

    `value` is what the action should bring this round: your points minus your opponent's.
    """

    @extend_schema(responses=documents.HintShape)
    def get(self, request: Request, table_id: int) -> Response:
        return Response(hints.hint_for(table_id, caller(request).pk))


@extend_schema(tags=["play"])
class OneRound(ApiView):
    """A finished round with every card, and the proof of its deck: feed it to verify_round.py."""

    visitors_may = ("read",)
    is_tagged = True

    @extend_schema(responses=documents.RoundShape)
    def get(self, request: Request, table_id: int, number: int) -> Response:
        return Response(replay.finished_round(table_id, number, caller_or_visitor(request)))
