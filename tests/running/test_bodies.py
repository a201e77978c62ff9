"""No thread is taken for a request that has not arrived."""

import asyncio
from typing import Any

import pytest
from a2wsgi import WSGIMiddleware
from django.core.handlers.wsgi import WSGIRequest
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from config.serving import bodies

SCOPE = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}

CHUNKED = [(b"content-type", b"application/json"), (b"transfer-encoding", b"chunked")]


def ask(messages: list[dict[str, Any]]) -> tuple[list[bytes], list[int]]:
    """The bodies the application got to see, and the statuses the caller got."""
    seen: list[bytes] = []
    statuses: list[int] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert not message["more_body"]
        seen.append(message["body"])

    async def receive() -> Any:
        if not messages:
            await asyncio.sleep(60)
        return messages.pop(0)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def run() -> None:
        await bodies.with_whole_bodies(application)(SCOPE, receive, send)

    asyncio.run(run())
    return seen, statuses


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_pieces_arrives_as_one() -> None:
    assert ask([part(b"a=", more=True), part(b"1", more=False)]) == ([b"a=1"], [])


def test_a_sender_who_dawdles_costs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.01)
    assert ask([part(b"a", more=True)]) == ([], [408])


def test_a_body_that_never_ends_is_refused() -> None:
    assert ask([part(b"a" * 600_000, more=True)] * 2) == ([], [413])


def test_who_hangs_up_is_forgotten() -> None:
    assert ask([part(b"a", more=True), {"type": "http.disconnect"}]) == ([], [])


def test_django_reads_a_body_in_chunks_that_named_no_length() -> None:
    """WSGI knows no other end of a body than its length."""
    read: list[tuple[object, str]] = []

    def application(environ: Any, start: Any) -> list[bytes]:
        sent = WSGIRequest(environ)
        read.append((Request(sent, parsers=[JSONParser()]).data, sent.META["CONTENT_LENGTH"]))
        start("204 No Content", [])
        return []

    chunked = {**SCOPE, "http_version": "1.1", "headers": CHUNKED}
    messages = [part(b'{"seat"', more=True), part(b": 1}", more=False)]

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        pass

    async def run() -> None:
        door: Any = WSGIMiddleware(application, workers=1)
        await bodies.with_whole_bodies(door)(chunked, receive, send)

    asyncio.run(run())
    assert read == [({"seat": 1}, "11")]
