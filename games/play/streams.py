"""A table's events as Server-Sent Events: in order, once each, resumable by event number."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import parse_qs

import orjson
import psycopg
from django.conf import settings

from games.models import TableStatus
from games.play.http import PRIVATE, Receive, Request, Send
from games.play.hub import HEARTBEAT_SECONDS, Channel, Hub, encode
from games.play.identity import Identity
from games.play.late import LOOK_SECONDS, LateTables
from games.play.readers import Readers
from games.selectors.tables import TableReading
from games.services.errors import Conflict, NotAllowed

LIFETIME_SECONDS = 600.0
# How often it is asked anew whether the caller is still who they were.
IDENTITY_SECONDS = 15.0
RETRY_MS = 1_000
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    PRIVATE,
]


class StreamLimits:
    """How many streams one caller may hold open, so that nobody takes them all."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, caller: str) -> AsyncIterator[None]:
        most = settings.STREAMS_PER_CALLER_MAX
        if self._open[caller] >= most:
            raise Conflict("too_many_streams", most=most)
        self._open[caller] += 1
        try:
            yield
        finally:
            self._open[caller] -= 1
            if not self._open[caller]:
                del self._open[caller]


class Stream:
    """One open connection of one caller to one table."""

    def __init__(
        self,
        hub: Hub,
        readers: Readers,
        identity: Identity,
        request: Request,
        identify: Callable[[Request], Awaitable[Identity]],
        late: LateTables | None = None,
    ) -> None:
        self._hub = hub
        self._readers = readers
        self._late = late
        self._identity = identity
        self._request = request
        self._identify = identify
        self._with_view = b"view" in parse_qs(request.query).get(b"include", [])
        self._resume_after = _event_number(request.header(b"last-event-id"))
        self._bell = asyncio.Event()
        self._gone = False
        self._seat: int | None = None
        self._seats_may_change = True
        self._may_see = True
        self._is_late = False
        self._beat_at = 0.0
        self._talk = 0
        self._known_until = time.monotonic() + IDENTITY_SECONDS

    async def run(self, reading: TableReading, receive: Receive, send: Send) -> None:
        channel = self._hub.enter(reading.table_id, self._bell)
        watch = asyncio.create_task(self._watch(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self._follow(channel, reading, send)
        finally:
            watch.cancel()
            self._hub.leave(channel, self._bell)

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        self._bell.set()

    async def _follow(self, channel: Channel, reading: TableReading, send: Send) -> None:
        self._sit(reading)
        if channel.version < reading.version:
            channel.publish(reading.version, ())
        self._talk = channel.talk
        if self._is_late and self._late is not None:
            reading = await self._late.table(channel.table_id)
        sent = await self._begin(reading, send)
        ends_at = time.monotonic() + LIFETIME_SECONDS * random.uniform(0.9, 1.1)  # noqa: S311
        while time.monotonic() < ends_at and await self._may_follow() and not self._is_over():
            if self._is_late:
                sent = await self._see_late(channel, sent, send)
                continue
            if sent < channel.version:
                sent = await self._catch_up(channel, sent, send)
                continue
            if self._talk < channel.talk:
                self._talk = channel.talk
                await _send_text(send, b'event: chat\ndata: {"last":%d}\n\n' % self._talk)
                continue
            self._bell.clear()
            await self._bell.wait()
            quiet = sent >= channel.version and self._talk >= channel.talk
            if quiet and not self._is_over():  # the hub's heartbeat rang
                await _send_text(send, b": still here\n\n")
        if not self._gone:
            await send({"type": "http.response.body", "body": b""})

    def _is_over(self) -> bool:
        return self._gone or self._hub.closing

    async def _may_follow(self) -> bool:
        """False for who has signed out, lost a token or left a private table: their stream ends."""
        if time.monotonic() >= self._known_until:
            self._known_until = time.monotonic() + IDENTITY_SECONDS
            try:
                self._may_see = self._may_see and self._identity == await self._identify(
                    self._request
                )
            except NotAllowed:
                self._may_see = False
            except (psycopg.Error, OSError):
                pass  # the database is away: no reason to send anybody off
        return self._may_see

    def _sit(self, reading: TableReading) -> None:
        """Seats change hands while the table is open; from the first card on they are fixed."""
        if not reading.may_be_seen_by(self._identity.player_id):
            self._may_see = False
        self._seat = reading.seat_of(self._identity.player_id)
        self._is_late = self._late is not None and reading.is_late_for(self._identity.player_id)
        self._seats_may_change = reading.status == TableStatus.OPEN

    async def _begin(self, reading: TableReading, send: Send) -> int:
        """Where to go on from: after the client's last event, or with the table as it is now.

        A number the log has not reached yet is no number of ours: the client starts afresh.
        """
        await _send_text(send, b"retry: %d\n\n" % RETRY_MS)
        resume = self._resume_after
        if resume is not None and resume <= reading.version:
            return resume
        view = self._view(reading)
        await _send_message(
            send, reading.version, b'{"version":%d,"events":[]%b}' % (reading.version, view)
        )
        return reading.version

    async def _catch_up(self, channel: Channel, sent: int, send: Send) -> int:
        version, view = channel.version, b""
        if self._with_view or self._seats_may_change:
            reading = await self._read(channel)
            while self._seats_may_change and reading.version < channel.version:
                reading = await self._read(channel)  # a seat may have changed hands meanwhile
            self._sit(reading)
            if self._is_late or not self._may_see:
                return sent
            view = self._view(reading)
        events = channel.encoded(self._seat, sent)
        if events is None:
            missed = await self._hub.events_after(channel, sent)
            version = missed[-1].seq if missed else version
            events = encode(missed, self._seat)
        else:
            version = channel.version
        await _send_message(
            send, version, b'{"version":%d,"events":%b%b}' % (version, events, view)
        )
        return version

    async def _see_late(self, channel: Channel, sent: int, send: Send) -> int:
        """What has happened by a while ago, looked for every second.

        The bell rings for what happens now, so it is not listened to: even a beat in time with
        the players would tell when they move.
        """
        reading = await self._read_late(channel)
        if sent < reading.version:
            missed = await self._hub.log_of(channel.table_id, sent, reading.version)
            data = (missed[-1].seq, encode(missed, self._seat), self._view(reading))
            await _send_message(send, data[0], b'{"version":%d,"events":%b%b}' % data)
            return data[0]
        await asyncio.sleep(LOOK_SECONDS)
        if time.monotonic() >= self._beat_at and not self._is_over():
            self._beat_at = time.monotonic() + HEARTBEAT_SECONDS
            await _send_text(send, b": still here\n\n")
        return sent

    async def _read_late(self, channel: Channel) -> TableReading:
        if self._late is None:
            raise AssertionError("nobody sees late here")
        for _ in range(5):
            try:
                return await self._late.table(channel.table_id)
            except (psycopg.Error, OSError):
                await asyncio.sleep(0.5)
        raise ConnectionError("the database is away")

    def _view(self, reading: TableReading) -> bytes:
        if not self._with_view:
            return b""
        return b',"view":' + orjson.dumps(reading.view(self._seat))

    async def _read(self, channel: Channel) -> TableReading:
        for _ in range(5):
            try:
                return await self._readers.table(channel.table_id, at_least=channel.version)
            except (psycopg.Error, OSError):
                await asyncio.sleep(0.5)
        raise ConnectionError("the database is away")


async def _send_message(send: Send, version: int, data: bytes) -> None:
    await _send_text(send, b"id: %d\nevent: table\ndata: %b\n\n" % (version, data))


async def _send_text(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


def _event_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
