"""Rounds looked at again over the API: advice, the record with its proof, and playing on."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from games.models import Round
from games.models.rounds import SEATS_MAX
from games.replay import hints, playing_on, shapes
from games.replay import rounds as replay
from games.replay.thoughts import Asked
from games.tables.lobby.shapes import SeatedShape, seated_at
from web.api.operations import Json, answers
from web.api.reading import Form, WholeNumber, read_query
from web.api.view import ApiView, OpenView
from web.security import limits

# Enough for whoever turns over round after round; looking at one again counts too, asking whether
# it has been thought of does not.
REVIEWS = limits.Limit("reviews", most=120, seconds=600)
# A sixth at a time: each is some milliseconds of the process that serves all tables, and a whole
# minute's at once, of a few callers, would be felt at the others.
HINTS = limits.Limit("hints", most=-(-settings.HINTS_PER_MINUTE_MAX // 6), seconds=10)
ASK_AGAIN_SECONDS = 1
BEING_THOUGHT = OpenApiResponse(
    shapes.ThinkingShape,
    "A worker is thinking about it: ask again after `Retry-After`. Asking again is not counted.",
)


def _advice(
    found: Any | Asked, request: Request, allowance: limits.Allowance, subject: str
) -> Response:
    """What was thought; or 202, and where it will be."""
    headers = allowance.headers()
    if not isinstance(found, Asked):
        return Response(found, headers=headers)
    if not found.is_new:
        limits.give_back(allowance.limit, subject)
    address = request.get_full_path()
    headers |= {"Location": address, "Retry-After": str(ASK_AGAIN_SECONDS)}
    told = shapes.ThinkingShape.of(
        thinking=True, ask_again_at=address, retry_after_seconds=ASK_AGAIN_SECONDS
    )
    return Response(told, status=202, headers=headers)


class OneHint(ApiView, at="tables/<serial:table_id>/hint/"):
    """What an experienced player would do in your place, and why; at training tables, on turn.

    `value` is what the action should bring this round: your points minus your opponent's. It is
    worked out, not looked up, so it is limited. Where it takes long a worker thinks: 202, and the
    hint is here a little later.
    """

    @extend_schema(responses={200: shapes.HintShape, 202: BEING_THOUGHT, 409: None, 429: None})
    def get(self, request: Request, table_id: int) -> Response:
        player = caller(request)
        allowance = limits.spend(HINTS, str(player.pk))
        found = hints.hint_for(table_id, player.pk)
        return _advice(found, request, allowance, str(player.pk))


def _thought_of(
    request: Request, table_id: int, number: int, thought: Callable[[Round], Any | Asked]
) -> Response:
    """What a worker thinks about a finished round that the caller may read."""
    player = caller_or_visitor(request)
    played = replay.ended_round(table_id, number, visible_to=player)
    subject = limits.address_of(request) if player is None else str(player.pk)
    allowance = limits.spend(REVIEWS, subject)
    return _advice(thought(played), request, allowance, subject)


class RoundReview(
    OpenView,
    at="tables/<serial:table_id>/rounds/<small_serial:number>/review/",
    called="api-round-review",
    is_tagged=True,
):
    """Every decision of a finished round beside the best one, and what each result was made of.

    Judged by what the seat could know then. It is worked out once, by a worker: 202, and the review
    is here a little later. It is limited.
    """

    @extend_schema(responses={200: shapes.ReviewShape, 202: BEING_THOUGHT, 429: None})
    def get(self, request: Request, table_id: int, number: int) -> Response:
        return _thought_of(request, table_id, number, hints.review_of)


class ExpertQuery(Form):
    seat = serializers.IntegerField(min_value=0, max_value=SEATS_MAX - 1, default=0)


class ExpertLine(
    OpenView,
    at="tables/<serial:table_id>/rounds/<small_serial:number>/expert/",
    called="api-round-expert",
    is_tagged=True,
):
    """A finished round as the strong bot would have played it from one of its seats.

    As long as it decides as was decided, everybody does what they did; from there on strong bots
    sit on all seats. The cards lie as they lay. A worker thinks: 202, and it is here a little
    later. It is limited.
    """

    @extend_schema(
        parameters=[ExpertQuery],
        responses={200: shapes.ExpertLineShape, 202: BEING_THOUGHT, 409: None, 429: None},
    )
    def get(self, request: Request, table_id: int, number: int) -> Response:
        seat = read_query(request, ExpertQuery)["seat"]
        line = partial(hints.expert_line_of, seat=seat)
        return _thought_of(request, table_id, number, line)


class OneRound(
    OpenView,
    at="tables/<serial:table_id>/rounds/<small_serial:number>/",
    called="api-round",
    is_tagged=True,
):
    """A finished round with every card, and the proof of its deck: feed it to verify_round.py."""

    @answers(shapes.RoundShape)
    def get(self, request: Request, table_id: int, number: int) -> Json:
        return replay.finished_round(table_id, number, caller_or_visitor(request))


class PlayOnForm(Form):
    step = WholeNumber(
        min_value=0, max_value=100_000, help_text="a place in the `steps` of the round"
    )
    seat = WholeNumber(
        min_value=0,
        max_value=SEATS_MAX - 1,
        required=False,
        help_text="where you sit; else your own of that round, or the one on turn",
    )


class PlayOn(
    ApiView,
    at="tables/<serial:table_id>/rounds/<small_serial:number>/play-on/",
    called="api-play-on",
):
    """Play a finished round on from one of its steps: the same cards, with bots on the other seats.

    It opens a private training table where what was played up to that step has been played. Such a
    table counts for nothing. Whoever may read the round may play it on.
    """

    @once(PlayOnForm, answers=SeatedShape, status=201, spends=[limits.TABLES])
    def post(self, request: Request, table_id: int, number: int, form: Json) -> Json:
        player = caller(request)
        seat = playing_on.play_on(
            table_id=table_id,
            number=number,
            step=form["step"],
            player=player,
            seat=form.get("seat"),
        )
        return seated_at(seat, player)
