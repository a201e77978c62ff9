"""What a human director does over the API: publish, give orders, take them back.

Scope `tournament:direct`. Who does not direct a tournament hears so whether it exists or not.
"""

import hashlib
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.shapes import KEY_SCHEMA
from accounts.models import Player
from games.api.forms import TableForm, offer_of
from games.moves.errors import NotAllowed
from games.tables.terms import TableOffer
from rummy.match import MatchFormat
from tournaments.api import shapes
from tournaments.desk import ordering
from tournaments.desk.entrants import entrants
from tournaments.desk.orders import DeskOrder
from tournaments.director import Plan
from tournaments.models import DeskAct, Tournament
from tournaments.planner import publishing as opening
from tournaments.planner.planning import require_start_to_come
from tournaments.selectors.listing import row_of
from tournaments.selectors.lobby import one_tournament
from web.api.operations import Answer, Json, answers
from web.api.payloads import With, list_of
from web.api.reading import check, read_body
from web.api.records import read_record
from web.api.repeating import usable_key
from web.api.view import ApiView

ORDER_KEY = OpenApiParameter(
    "Idempotency-Key",
    KEY_SCHEMA,
    OpenApiParameter.HEADER,
    required=True,
    description="1 to 255 printable characters, new for each order. A repeat is not carried out "
    "again: it gets the same order.",
)


class DirectorView(ApiView, reading_scope="tournament:direct", writing_scope="tournament:direct"):
    """Base: a token needs the scope, its player the right."""


class DirectedView(DirectorView):
    """Base: about a tournament, for whoever directs it; nobody else learns whether there is one."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        require_director(caller(request), self.kwargs["tournament_id"])


def require_director(player: Player, tournament_id: int) -> None:
    """Raises NotAllowed(not_a_director), whether the tournament exists or not."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None and not player.has_perm(ordering.PERMISSION):
        raise NotAllowed("not_a_director", rule="PLAY-46")
    if tournament is not None:
        ordering.require_director(player, tournament)


def played_at_tables(table: Any) -> TableOffer:
    """What a tournament's tables play, from the body's `table`: always a ring of so many rounds."""
    return replace(offer_of(check(TableForm, table)), format=MatchFormat.RING.value)


class Publish(DirectorView, at="tournaments/publish/"):
    """Publish a tournament: its plan is checked, its lots are committed to, entries open."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if not caller(request).has_perm(ordering.PERMISSION):
            raise NotAllowed("not_a_director", rule="PLAY-46")

    @once(shapes.PublishForm, answers=shapes.DirectedShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        player = caller(request)
        sent = dict(request.data)
        plan = read_record(Plan, sent["plan"], path="plan.")
        table = sent.get("table")
        offer = None if table is None else played_at_tables(table)
        require_start_to_come(form["starts_at"])
        opening.require_second_person(plan, by=player, written_by=player.pk)
        made = opening.publish_tournament(
            name=form["name"], plan=plan, starts_at=form["starts_at"], offer=offer, by=player
        )
        return directed(made.pk)


class Entrants(DirectedView, at="tournaments/<serial:tournament_id>/entries/"):
    """Who has entered, whoever came last first: what they paid and when, and who is invited."""

    @answers(shapes.EntrantsShape, query=shapes.EntrantsQuery)
    def get(self, request: Request, query: Json, tournament_id: int) -> Answer:
        return entrants(one_tournament(tournament_id), **query)


class Orders(DirectedView, at="tournaments/<serial:tournament_id>/orders/"):
    """What a director orders: move, substitute, penalize, extend, pause, cancel and so on.

    Each order has a reason (`remark`; `pause` and `resume` have one of their own), is carried out
    once per key, and is kept for ever.
    """

    @answers(list_of(shapes.OrderShape, "OrdersShape"))
    def get(self, request: Request, tournament_id: int) -> Answer:
        """The latest hundred orders, newest first."""
        tournament = one_tournament(tournament_id)
        found = DeskAct.objects.filter(tournament=tournament).select_related(
            "actor", "tournament", "came_to", "undone_by"
        )
        return With(results=found.order_by("-pk")[:100])

    @extend_schema(
        request=shapes.OrderForm, parameters=[ORDER_KEY], responses={201: shapes.OrderShape}
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        form = read_body(request, shapes.OrderForm)
        remark = form.pop("remark")
        points, entries = (tuple(form.pop(name)) for name in ("points", "entries"))
        act = ordering.give_order(
            tournament_id=tournament_id,
            asked=DeskOrder(**form, points=points, entries=entries),
            by=caller(request),
            remark=remark,
            key=_key(request),
        )
        return Response(shapes.OrderShape.of(act), status=201)


class UndoOrder(DirectedView, at="tournaments/<serial:tournament_id>/orders/<serial:act_id>/undo/"):
    """Take an order back by its inverse, while its chips can still be reached."""

    @extend_schema(
        request=shapes.RemarkForm, parameters=[ORDER_KEY], responses={201: shapes.OrderShape}
    )
    def post(self, request: Request, tournament_id: int, act_id: int) -> Response:
        form = read_body(request, shapes.RemarkForm)
        act = ordering.undo_order(
            tournament_id=tournament_id,
            act_id=act_id,
            by=caller(request),
            remark=form["remark"],
            key=_key(request),
        )
        return Response(shapes.OrderShape.of(act), status=201)


def _key(request: Request) -> str:
    """The caller's key, at the length the record keeps."""
    key = usable_key(request.headers.get("Idempotency-Key", ""))
    return hashlib.sha256(key.encode()).hexdigest()


def directed(tournament_id: int) -> dict[str, Any]:
    """The answer to who has just published a tournament."""
    tournament = one_tournament(tournament_id)
    return shapes.DirectedShape.of(tournament=row_of(tournament), version=tournament.version)
