"""One open connection of a caller who follows something: its news, its life, its end.

What is followed is the business of those who derive from it: they look for news and say it. A
stream holds no database connection, ends with the right to it, and lives ten minutes; a slow
client is waited for, so that it gets fewer, larger messages.
"""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable

import psycopg
from psycopg_pool import PoolTimeout

from games.live.http import PRIVATE, Receive, Request, Send
from games.live.identity import Identity
from games.live.language import language_of
from games.live.streaming.framing import framing_of
from games.live.streaming.hub import Hub
from games.moves.errors import NotAllowed

LIFETIME_SECONDS = 600.0
# How often it is asked anew whether the caller is still who they were.
IDENTITY_SECONDS = 15.0
QUIET_SECONDS = 1.0  # who has just heard something needs no sign of life
HEADERS = (
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    PRIVATE,
)
log = logging.getLogger(__name__)

Identify = Callable[[Request], Awaitable[Identity]]


class Following:
    """Base of the streams. `news` is rung by news, by heartbeats, and when the client is gone."""

    def __init__(self, hub: Hub, identity: Identity, request: Request, identify: Identify) -> None:
        self.hub = hub
        self.identity = identity
        self.news = asyncio.Event()
        self.may_see = True
        self.until_quiet = False  # for who polls: ends when everything is said
        self._request = request
        self._identify = identify
        self._framing = framing_of(request)
        self.language = language_of(request)
        self._gone = False
        self._known_until = time.monotonic() + IDENTITY_SECONDS
        self._said_at = 0.0

    async def serve(self, receive: Receive, send: Send) -> None:
        """Say what there is to say until the client, the right or the time is gone."""
        self._send = send
        watch = asyncio.create_task(self._watch(receive))
        try:
            kind = (b"content-type", self._framing.content_type)
            headers = [kind, *HEADERS]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self._write(self._framing.opening())
            try:
                await self.begin()
                await self._go_on()
            except (psycopg.Error, PoolTimeout, OSError) as error:
                # The answer has begun: it ends here, and the client comes back where it was.
                log.warning("a stream ends, the database is away: %s", error)
            if not self._gone:
                await send({"type": "http.response.body", "body": b""})
        finally:
            watch.cancel()

    async def begin(self) -> None:
        """Say where things stand, or where the client left off."""
        raise NotImplementedError

    async def tell(self) -> bool:
        """Say the next of what is new; False when there is nothing."""
        raise NotImplementedError

    async def wait(self) -> None:
        """Until it is worth looking again; whoever must not listen to the news waits otherwise."""
        await self.news.wait()

    async def say(self, event: str, number: str | None, data: bytes) -> None:
        await self._write(self._framing.message(event, number, data))

    async def _go_on(self) -> None:
        ends_at = time.monotonic() + LIFETIME_SECONDS * random.uniform(0.9, 1.1)  # noqa: S311
        while time.monotonic() < ends_at and not self.is_over() and await self._may_follow():
            self.news.clear()
            if await self.tell():
                continue
            if self.is_over() or self.until_quiet:
                return
            if time.monotonic() - self._said_at >= QUIET_SECONDS:
                await self._write(self._framing.beat())
            await self.wait()

    async def _write(self, text: bytes) -> None:
        self._said_at = time.monotonic()
        await self._send({"type": "http.response.body", "body": text, "more_body": True})

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        self.news.set()

    def is_over(self) -> bool:
        return self._gone or self.hub.closing

    async def _may_follow(self) -> bool:
        """False for who has signed out, lost a token or left a private table: their stream ends."""
        if time.monotonic() >= self._known_until:
            self._known_until = time.monotonic() + IDENTITY_SECONDS
            try:
                found = await self._identify(self._request)
                self.may_see = self.may_see and self.identity == found
            except NotAllowed:
                self.may_see = False
            except (psycopg.Error, OSError):
                pass  # the database is away: no reason to send anybody off
        return self.may_see
