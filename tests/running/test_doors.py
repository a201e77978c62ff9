"""One address, two doors: which path goes where."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from config import asgi

PLAY = ["/api/v1/tables/7/actions/", "/api/v1/tables/7/view/", "/api/v1/tables/12/events/"]
REST = ["/", "/api/v1/tables/", "/api/v1/tables/7/", "/api/v1/tables/7/join/", "/tables/7/view/"]
# Digits of other scripts are digits to Python and no table's number.
ODD = ["/api/v1/tables/٣/view/", "/api/v1/tables/-1/view/", "/api/v1/tables/7/view", "//"]


def call(path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which door a request for `path` goes through."""
    gone: list[str] = []

    def door(name: str) -> Any:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            gone.append(name)

        return application

    monkeypatch.setattr(asgi, "_play", door("play"))
    monkeypatch.setattr(asgi, "_django", door("django"))

    async def ask() -> None:
        scope = {"type": "http", "path": path, "headers": [(b"host", b"jeton.example")]}
        await asgi.application(scope, _never, _nowhere)

    asyncio.run(ask())
    return gone[0]


async def _never() -> MutableMapping[str, Any]:
    raise AssertionError("nothing is read here")


async def _nowhere(message: MutableMapping[str, Any]) -> None:
    raise AssertionError("nothing is sent here")


@pytest.mark.parametrize("path", PLAY)
def test_play_and_streams_take_the_lean_door(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call(path, monkeypatch) == "play"


@pytest.mark.parametrize("path", REST + ODD)
def test_everything_else_is_ordinary_django(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call(path, monkeypatch) == "django"


def test_the_health_answer_needs_neither() -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(asgi.application({"type": "http", "path": "/healthz"}, _never, send))
    assert sent[0]["status"] == 200
    assert sent[1]["body"] == b"ok\n"
