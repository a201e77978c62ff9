"""People for the tests of formats."""

import pytest

from accounts.joining.players import create_player
from accounts.models import Player


@pytest.fixture
def anna() -> Player:
    return create_player(name="Anna", password="rummy-evening", email="anna@example.org")


@pytest.fixture
def bert() -> Player:
    return create_player(name="Bert", password="rummy-evening", email="bert@example.org")
