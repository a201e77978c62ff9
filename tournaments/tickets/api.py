"""Over the API, for directors: where a satellite's tickets admit to."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from tournaments.desk.api import DirectedView
from tournaments.tickets.aiming import aim
from web.api.operations import Answer, Json
from web.api.payloads import Shape, Whole
from web.api.reading import WholeNumber


class AimForm(serializers.Serializer[Any]):
    """One of these, or neither: then tickets admit to whatever costs no more than their worth."""

    described: ClassVar = {"maxProperties": 1}
    must_be_sent: ClassVar = True

    tournament = WholeNumber(min_value=1, required=False, help_text="one that is still to begin")
    recurring = WholeNumber(min_value=1, required=False, help_text="any tournament of it")


class AimShape(Shape):
    tournament = Whole(source="feeds_id", allow_null=True)
    recurring = Whole(source="feeds_recurring_id", allow_null=True)


class Aim(DirectedView, at="tournaments/<serial:tournament_id>/aim/"):
    """Say where the tickets admit to that this satellite gives as prizes (PLAY-44)."""

    @once(AimForm, answers=AimShape)
    def post(self, request: Request, form: Json, tournament_id: int) -> Answer:
        return aim(
            tournament_id=tournament_id,
            by=caller(request),
            at_tournament=form.get("tournament"),
            at_recurring=form.get("recurring"),
        )
