"""People for the tests of formats."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from accounts.services.players import create_player


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def anna() -> Player:
    return create_player(name="Anna", password="rummy-evening", email="anna@example.org")


@pytest.fixture
def bert() -> Player:
    return create_player(name="Bert", password="rummy-evening", email="bert@example.org")
