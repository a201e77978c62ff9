"""People for the tests of what people do with each other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from accounts.joining.players import create_guest, create_player
from accounts.models import Player
from accounts.notices.push import sending
from tests.social.push_service import Device, PushService, registered


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


@pytest.fixture
def service(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PushService]:
    """At an address of this machine, which a house may only call when it is told so.

    It is quick, however busy the machine.
    """
    monkeypatch.setattr(sending, "SLOW_MILLIS", 60_000)
    settings.PUSH_PRIVATE_ADDRESSES = True
    settings.VAPID_KEY = "a secret of a house that is tested, of some length"
    found = PushService(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(found.certificate))
    yield found
    found.close()


@pytest.fixture
def phone(service: PushService, anna: Player) -> Device:
    """Anna's, registered by a program of hers."""
    return registered(service, anna)
