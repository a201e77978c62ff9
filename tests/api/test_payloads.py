"""A shape writes the answer it describes: rows, parts beside them, moments as they are."""

import datetime as dt
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from rest_framework import serializers

from web.api.operations import written
from web.api.payloads import Moment, Shape, StoredShape, With
from web.api.view import ApiView

NOON = dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)


class PetShape(Shape):
    name = serializers.CharField()
    owner = serializers.CharField(source="keeper.name", allow_null=True)
    born_at = Moment()


class PetsShape(Shape):
    results = PetShape(many=True)
    words = StoredShape()


def pet(**other: Any) -> SimpleNamespace:
    return SimpleNamespace(**{"name": "Rex", "keeper": None, "born_at": NOON} | other)


def test_a_row_is_written_by_its_attributes() -> None:
    told = PetShape.of(pet(keeper=SimpleNamespace(name="Anna")))
    assert told == {"name": "Rex", "owner": "Anna", "born_at": "2026-05-01T12:00:00+00:00"}
    assert list(told) == ["name", "owner", "born_at"]
    assert PetShape.of(pet())["owner"] is None


def test_parts_stand_in_for_what_a_row_does_not_know() -> None:
    assert PetShape.of(pet(), name="Bello")["name"] == "Bello"
    told = PetsShape.of(results=[With(pet(), name="Bello"), pet()], words={"kept": [1]})
    assert [one["name"] for one in told["results"]] == ["Bello", "Rex"]
    assert told["words"] == {"kept": [1]}


def test_an_operation_answers_rows_parts_or_json_that_is_ready() -> None:
    for answer in (pet(keeper=SimpleNamespace(name="Anna")), With(pet(), owner=None)):
        assert written(PetShape, answer) == PetShape.of(answer)
    parts = With(results=[pet()], words={"kept": [1]})
    assert written(PetsShape, parts) == PetsShape.of(results=[pet()], words={"kept": [1]})
    assert written(PetShape, {"as": "it is"}) == {"as": "it is"}


def test_a_trait_that_no_view_has_is_a_fault() -> None:
    class Closed(ApiView, not_for_apps=True):
        pass

    assert Closed.not_for_apps
    with pytest.raises(TypeError, match="not_for_aps"):
        type("Open", (ApiView,), {}, not_for_aps=True)


def test_what_a_row_lacks_is_no_null_unless_null_is_allowed() -> None:
    with pytest.raises(AttributeError, match="born_at"):
        PetShape.of(SimpleNamespace(name="Rex"))
    with pytest.raises(KeyError, match="words"):
        PetsShape.of(results=[])


def test_whatever_the_api_calls_a_shape_writes_the_answer_it_describes() -> None:
    import_module(settings.ROOT_URLCONF)
    told = [one for one in subclasses(serializers.Serializer) if one.__name__.endswith("Shape")]
    assert len(told) > 100
    assert [one.__name__ for one in told if not issubclass(one, Shape)] == []


def subclasses(base: type[Any]) -> list[type[Any]]:
    return [one for own in base.__subclasses__() for one in (own, *subclasses(own))]
