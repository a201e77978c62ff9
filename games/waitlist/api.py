"""Waiting for a seat at the house's tables, and inviting friends to one's own."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.people.api import player_by
from games.api.documents import IDEMPOTENCY_KEY
from games.api.problems import once
from games.tables import inviting
from games.waitlist import waiting
from games.waitlist.reading import places_of
from web import limits
from web.api.payloads import Moment, Shape
from web.api.reading import WholeNumber, read_body, refuse_body
from web.api.view import ApiView

Form = serializers.Serializer[Any]


class InvitationForm(Form):
    player = WholeNumber(min_value=1, max_value=10**18, help_text="the number of a friend")


class InvitedShape(Shape):
    invited = serializers.IntegerField()
    is_new = serializers.BooleanField(help_text="false: you have invited them already")


class PlaceShape(Shape):
    table = serializers.IntegerField(source="asked_at_id", help_text="the table you asked at")
    name = serializers.CharField(source="asked_at.title")
    since = Moment(source="created_at")
    lapses_at = Moment(help_text="ask again before then to keep the place")


class PlacesShape(Shape):
    results = PlaceShape(many=True)


@extend_schema(tags=["tables"])
class Lines(ApiView):
    """The lines you stand in."""

    @extend_schema(responses=PlacesShape)
    def get(self, request: Request) -> Response:
        return Response(PlacesShape.of(results=places_of(caller(request))))


@extend_schema(tags=["tables"])
class Line(ApiView):
    """Wait for the next free seat at the house's tables of this kind.

    When there is one your stake is held, you sit, and a notice says so. Asking again renews your
    place; it lapses after a quarter of an hour.
    """

    @extend_schema(request=None, parameters=[IDEMPOTENCY_KEY], responses={201: PlaceShape})
    def post(self, request: Request, table_id: int) -> Response:
        refuse_body(request)
        player = caller(request)

        def work() -> tuple[int, dict[str, Any]]:
            return 201, PlaceShape.of(waiting.join_waitlist(table_id=table_id, player=player))

        return once(request, {}, work)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, table_id: int) -> Response:
        """Wait no longer."""
        waiting.leave_waitlist(table_id=table_id, player=caller(request))
        return Response(status=204)


@extend_schema(tags=["tables"])
class Invitations(ApiView):
    """Invite a friend to the table you sit at, while it is open; the notice opens its door."""

    @extend_schema(
        request=InvitationForm, parameters=[IDEMPOTENCY_KEY], responses={201: InvitedShape}
    )
    def post(self, request: Request, table_id: int) -> Response:
        form = read_body(request, InvitationForm)
        player = caller(request)
        limits.spend(inviting.LIMIT, str(player.pk))

        def work() -> tuple[int, dict[str, Any]]:
            friend = player_by(form["player"])
            sent = inviting.invite_friend(table_id=table_id, player=player, friend=friend)
            return 201, InvitedShape.of(invited=friend.pk, is_new=sent)

        return once(request, form, work)
