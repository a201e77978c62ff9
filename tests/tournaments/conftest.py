"""Who directs tournaments in these tests."""

import pytest

from accounts.models import Player
from tests.tournaments.club import director


@pytest.fixture
def boss() -> Player:
    """Somebody who may direct every tournament."""
    return director()
