"""Everything about oneself over the API, and going for good."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.joining.naming import name_when_gone
from accounts.own_data.archive import data_of
from accounts.own_data.erasing import erase_oneself, obstacles
from web.api.operations import Answer, Json, answers
from web.api.payloads import Shape, StoredShape, With, Word
from web.api.reading import Text
from web.api.view import ApiView
from web.refusals import words_of
from web.security import limits


class OwnDataShape(StoredShape):
    chapters = serializers.DictField(
        child=serializers.ListField(child=serializers.DictField()),
        help_text="rows by chapter, such as `matches` or `chips`; a chapter may be empty",
    )


class EraseForm(serializers.Serializer[Any]):
    name = Text(max_length=30, help_text="your name, typed as it is: nothing brings it back")


class ObstacleShape(Shape):
    code = Word()
    words = Word()


class ErasingShape(Shape):
    obstacles = ObstacleShape(many=True, help_text="what has to be over before; empty: nothing")
    name_when_gone = Word(help_text="what stays in results and replays")


class MyData(ApiView, at="me/data/", not_for_apps=True):
    """Everything that is kept about you, by chapter: what the page gives as a file."""

    @extend_schema(responses={200: OwnDataShape, 429: None})
    def get(self, request: Request) -> Response:
        player = caller(request)
        allowance = limits.spend(limits.OWN_DATA, str(player.pk))
        return Response({"chapters": data_of(player)}, headers=allowance.headers())


class Erasing(ApiView, at="me/erase/", not_for_apps=True):
    """Your account goes for good: what is yours alone is deleted, results stay without a name."""

    @answers(ErasingShape)
    def get(self, request: Request) -> Answer:
        """What stands in the way, and what will stay."""
        player = caller(request)
        found = [{"code": one.code, "words": words_of(one)} for one in obstacles(player)]
        return With(obstacles=found, name_when_gone=name_when_gone(player))

    @answers(None, form=EraseForm)
    def post(self, request: Request, form: Json) -> None:
        """Erase it. Chips are collected, bots retire, and every token ends with it.

        Whoever has a password has confirmed a moment ago who they are (`confirmation_needed`).
        """
        erase_oneself(caller(request), typed=form["name"])
