"""The integrity lens over the API: who plays with whom more than chance says, and odd discards.

Nothing here accuses anybody. Only rounds that are over are looked through.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.reading import WholeNumber, read_query
from accounts.api.records import record_json, shape_of
from accounts.api.shapes import PlayerShape, player_json
from accounts.models import Player
from accounts.refusals import Refused
from backoffice.api.people import NUMBER_MAX
from backoffice.api.view import OfficeView
from backoffice.selectors import integrity as lens
from games.models import Table

Form = serializers.Serializer[Any]
Shape = serializers.Serializer[Any]


class OfficePairsQuery(Form):
    player = WholeNumber(min_value=1, max_value=NUMBER_MAX, required=False)


class OfficePairsShape(Shape):
    tables = serializers.IntegerField(help_text="so many of the latest are looked through")
    results = shape_of(lens.Pair, "OfficePairRowShape")(
        many=True, help_text="the most striking first; `flow_chips`: from the one to the other"
    )


class OfficeSharedSeatShape(Shape):
    player = serializers.IntegerField()
    stake_chips = serializers.IntegerField()
    payout_chips = serializers.IntegerField(allow_null=True)


class OfficeSharedTableShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    seats = OfficeSharedSeatShape(many=True)


class OfficePairShape(Shape):
    one = PlayerShape()
    other = PlayerShape()
    tables = OfficeSharedTableShape(many=True, help_text="the latest finished ones of both")
    gifts = shape_of(lens.Gift, "OfficeGiftShape")(
        many=True, help_text="costly discards that the other took, in the latest finished rounds"
    )


class LensView(OfficeView):
    reading_right = "see_integrity"


@extend_schema(tags=["office"])
class OfficePairs(LensView):
    """Pairs of people worth a look, or those of one player. Right `see_integrity`."""

    @extend_schema(parameters=[OfficePairsQuery], responses=OfficePairsShape)
    def get(self, request: Request) -> Response:
        query = read_query(request, OfficePairsQuery)
        found = lens.pairs(player_id=query.get("player"))
        return Response({"tables": lens.TABLES, "results": record_json(found)})


@extend_schema(tags=["office"])
class OfficePair(LensView):
    """Two people: the tables they shared, and discards like gifts. Right `see_integrity`."""

    @extend_schema(responses=OfficePairShape)
    def get(self, request: Request, player_id: int, other_id: int) -> Response:
        people = Player.objects.in_bulk([player_id, other_id])
        if len(people) < 2:
            raise Refused("not_found")
        tables = lens.shared_tables(player_id, other_id)
        return Response(
            {
                "one": player_json(people[player_id]),
                "other": player_json(people[other_id]),
                "tables": [_table_json(one) for one in tables],
                "gifts": record_json(lens.gifts(tables, player_id, other_id)),
            }
        )


def _table_json(one: Table) -> dict[str, Any]:
    return {
        "id": one.pk,
        "name": one.name,
        "seats": [
            {
                "player": seat.player_id,
                "stake_chips": seat.stake_chips,
                "payout_chips": seat.payout_chips,
            }
            for seat in one.seats.all()
        ],
    }
