"""Streams for who reaches only ordinary Django: what has happened so far, then the end.

The same streams as the play process's, over connections of their own; a client that reconnects
has the same by polling.
"""

import asyncio
from collections.abc import Awaitable, Callable

from django.http import HttpRequest
from rest_framework.request import Request as ApiRequest

from games.live.database import Pool, reader_pool
from games.live.http import Message, Receive, Request, Send
from games.live.identity import Identity
from games.live.inbox import Inbox, Source
from games.live.people import People
from games.live.streaming.following import Following
from games.live.streaming.framing import framing_of
from games.live.streaming.hub import Hub
from games.live.streaming.readers import Readers

Follow = Callable[[Receive, Send], Awaitable[None]]
CONNECTIONS = 2  # for as long as one answer takes
# Brought by apps above this one: (pool) → sources of the inbox.
SOURCES: list[Callable[[Pool, int, asyncio.Event], Source]] = []


def as_asked(request: ApiRequest | HttpRequest) -> Request:
    """A request to Django as the play process would read it."""
    headers = {
        name.lower().encode(): value.encode("latin-1", "replace")
        for name, value in request.headers.items()
    }
    query = str(request.META.get("QUERY_STRING", "")).encode()
    return Request(request.method or "GET", headers, query, request.META.get("REMOTE_ADDR", ""))


def inbox_so_far(request: Request, player_id: int) -> tuple[bytes, str]:
    """The inbox's messages after the client's last, and their content type."""

    async def listen() -> bytes:
        async with reader_pool(most=CONNECTIONS) as pool:
            identity = reader(player_id)
            inbox = Inbox(
                Hub(pool, own_pid=lambda: 0),
                People(pool),
                pool,
                Readers(pool),
                identity,
                request,
                nobody_changes(identity),
                lambda number, news: [make(pool, number, news) for make in SOURCES],
            )
            return await everything(inbox, inbox.run)

    return asyncio.run(listen()), framing_of(request).content_type.decode()


def reader(player_id: int | None) -> Identity:
    return Identity(player_id, frozenset({"read"}))


def nobody_changes(identity: Identity) -> Callable[[Request], Awaitable[Identity]]:
    """For a stream so short that nobody is asked twice who they are."""

    async def identify(_: Request) -> Identity:
        return identity

    return identify


async def everything(stream: Following, follow: Follow) -> bytes:
    """All that a stream says until it has nothing more to say."""
    said: list[bytes] = []

    async def send(message: Message) -> None:
        said.append(message.get("body", b""))

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    stream.until_quiet = True
    await follow(receive, send)
    return b"".join(said)
