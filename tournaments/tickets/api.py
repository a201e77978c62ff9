"""Over the API, for directors: where a satellite's tickets admit to."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from games.api.documents import IDEMPOTENCY_KEY
from games.api.problems import once
from tournaments.desk.api import DirectorView, require_director
from tournaments.tickets.aiming import aim
from web.api.payloads import Shape
from web.api.reading import WholeNumber, read_body


class AimForm(serializers.Serializer[Any]):
    """One of these, or neither: then tickets admit to whatever costs no more than their worth."""

    described: ClassVar = {"maxProperties": 1}
    must_be_sent: ClassVar = True

    tournament = WholeNumber(min_value=1, required=False, help_text="one that is still to begin")
    series = WholeNumber(min_value=1, required=False, help_text="any tournament of it")


class AimShape(Shape):
    tournament = serializers.IntegerField(source="feeds_id", allow_null=True)
    series = serializers.IntegerField(source="feeds_series_id", allow_null=True)


class Aim(DirectorView):
    """Say where the tickets admit to that this satellite gives as prizes (PLAY-44)."""

    @extend_schema(request=AimForm, parameters=[IDEMPOTENCY_KEY], responses=AimShape)
    def post(self, request: Request, tournament_id: int) -> Response:
        player = caller(request)
        require_director(player, tournament_id)
        form = read_body(request, AimForm)

        def work() -> tuple[int, dict[str, Any]]:
            found = aim(
                tournament_id=tournament_id,
                by=player,
                at_tournament=form.get("tournament"),
                at_series=form.get("series"),
            )
            return 200, AimShape.of(found)

        return once(request, form, work)
