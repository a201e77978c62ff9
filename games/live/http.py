"""Requests and answers of the play door: the little of HTTP that its paths need."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

import orjson
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

from games.moves.errors import Refused
from web.api.json_input import BODY_BYTES_MAX, UnreadableJson
from web.api.reading import check_names

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

BODY_SECONDS = 20.0
# Seat-specific answers must never lie in a shared cache.
PRIVATE = (b"cache-control", b"private, no-store")


@dataclass(frozen=True, slots=True)
class Request:
    """A parsed request line with its headers (names in lower case)."""

    method: str
    headers: dict[bytes, bytes]
    query: bytes
    address: str

    scheme: str = "http"

    @classmethod
    def of(cls, scope: Scope) -> Request:
        client = scope.get("client") or ("", 0)
        headers = dict(scope["headers"])
        return cls(
            scope["method"], headers, scope["query_string"], client[0], scope.get("scheme", "http")
        )

    def for_django(self, cookies: dict[str, str]) -> HttpRequest:
        """As much of it as Django looks at to tell where it comes from."""
        fields = {
            f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
            for name, value in self.headers.items()
        }
        server = {"SERVER_NAME": "", "SERVER_PORT": "", "wsgi.url_scheme": self.scheme}
        made = WSGIRequest(
            {"REQUEST_METHOD": self.method, "wsgi.input": io.BytesIO(), **server, **fields}
        )
        made.COOKIES = cookies
        return made

    def header(self, name: bytes) -> str:
        return self.headers.get(name, b"").decode("latin-1")

    def query_value(self, name: str) -> str:
        """A field of the query, or an empty text."""
        return self._fields().get(name, [""])[-1]

    def check_query(self, known: frozenset[str]) -> None:
        """Raises Refused(unknown_field | json_key_twice): a misspelt wish is not passed over."""
        if self.query:
            given = self._fields()
            check_names(given, known, (name for name in given if len(given[name]) > 1))

    def _fields(self) -> dict[str, list[str]]:
        text = self.query.decode("latin-1")
        return parse_qs(text, keep_blank_values=True, errors="replace")

    def cookies(self) -> dict[str, str]:
        try:
            jar = SimpleCookie(self.header(b"cookie"))
        except CookieError:
            return {}
        return {name: morsel.value for name, morsel in jar.items()}


@lru_cache(maxsize=256)
def is_our_host(host: str) -> bool:
    """Whether a Host header names this site: as Django asks, so that both doors agree."""
    domain, _ = split_domain_port(host)
    return validate_host(domain, settings.ALLOWED_HOSTS)


class Disconnected(Exception):
    """The client went away in the middle of its request."""


async def read_body(receive: Receive) -> bytes:
    """The request's body; refused as soon as it grows too large, or when it takes too long."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _whole_body(receive)
    except TimeoutError:
        raise Refused("request_too_slow", seconds=int(BODY_SECONDS)) from None


async def _whole_body(receive: Receive) -> bytes:
    body, goes_on = bytearray(), True
    while goes_on:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        body += message.get("body", b"")
        if len(body) > BODY_BYTES_MAX:
            raise UnreadableJson("body_too_large", bytes=len(body), most=BODY_BYTES_MAX)
        goes_on = message.get("more_body", False)
    return bytes(body)


async def answer(
    send: Send,
    status: int,
    data: Any,
    *,
    kind: bytes = b"application/json",
    headers: tuple[tuple[bytes, bytes], ...] = (),
) -> None:
    body = orjson.dumps(data)
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", kind),
                (b"content-length", str(len(body)).encode()),
                (b"x-content-type-options", b"nosniff"),
                PRIVATE,
                *headers,
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
