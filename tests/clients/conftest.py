"""The office of an application that runs in the test's own process, and a guest at its door."""

from collections.abc import Iterator

import pytest
from jeton_client import Client

from accounts.models import Player
from backoffice.running import board
from tests.api.office import staff
from tests.api.playing import guest

from .colleagues import BothOffices, both_offices, token_of
from .in_process import SERVER, Application, connections_kept


@pytest.fixture
def application(db: None) -> Iterator[Application]:
    with connections_kept(), Application() as found:
        yield found
    board._lay_over({})  # what a test has set and announced is taken down again
    board._board.announcements, board._board.maintenance = (), False


@pytest.fixture
def owner(application: Application) -> Iterator[BothOffices]:
    with both_offices(SERVER, token_of(staff("owner")), application) as office:
        yield office


@pytest.fixture
def guest_anna(db: None) -> Player:
    return guest()


@pytest.fixture
def anna(application: Application, guest_anna: Player) -> Iterator[Client]:
    with application.client_of(guest_anna) as client:
        yield client
