"""People for the tests of what people do with each other."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from accounts.joining.players import create_guest, create_player
from accounts.models import Player


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def anna() -> Player:
    return create_player(name="Anna", password="rummy-evening", email="anna@example.org")


@pytest.fixture
def bert() -> Player:
    return create_player(name="Bert", password="rummy-evening", language="de")


@pytest.fixture
def carla() -> Player:
    return create_player(name="Carla", password="rummy-evening")


@pytest.fixture
def dora() -> Player:
    return create_player(name="Dora", password="rummy-evening")


@pytest.fixture
def guest() -> Player:
    return create_guest(language="en")
