"""People for the tests of clubs, and a club of Anna's."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from accounts.clubs.joining import invite, join_club
from accounts.clubs.keeping import found_club, name_organiser
from accounts.joining.players import create_guest, create_player
from accounts.models import Club, Player


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def _person(name: str) -> Player:
    return create_player(name=name, password="rummy-evening")


@pytest.fixture
def anna() -> Player:
    return _person("Anna")


@pytest.fixture
def bert() -> Player:
    return _person("Bert")


@pytest.fixture
def carla() -> Player:
    return _person("Carla")


@pytest.fixture
def stranger() -> Player:
    return _person("Stranger")


@pytest.fixture
def guest() -> Player:
    return create_guest(language="en")


@pytest.fixture
def club(anna: Player) -> Club:
    """Anna's, which one asks to join; nobody else is in it."""
    return found_club(player=anna, name="Rommé-Runde Ost", about="Every Thursday.")


def belongs(club: Club, player: Player, *, organises: bool = False) -> None:
    """The player is invited by the owner and accepts."""
    owner = club.members.get(role="owner").player
    invite(club_id=club.pk, player=player, actor=owner)
    join_club(club_id=club.pk, player=player)
    if organises:
        name_organiser(club_id=club.pk, player=player, actor=owner, organises=True)
