"""A table's events as a stream: in order, once each, resumable by event number."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import orjson
import psycopg
from django.utils.translation import override

from games.live.http import Receive, Request, Send
from games.live.identity import Identity
from games.live.streaming.following import Following, Identify
from games.live.streaming.framing import resume_number, wants_view
from games.live.streaming.hub import HEARTBEAT_SECONDS, Channel, Hub, encode, encoded_after
from games.live.streaming.late import LOOK_SECONDS, LateTables
from games.live.streaming.readers import Readers
from games.tables.reading import TableReading

READ_TRIES = 5
READ_AGAIN_SECONDS = 0.5


class Beside(Protocol):
    """What is told on a table's stream beside its log, and so without a number of it.

    `news` is the next message, if there is one, as (event, data); what it returned counts as told.
    """

    def sit(self, reading: TableReading, seat: int | None) -> None: ...
    async def news(self) -> tuple[str, bytes] | None: ...
    def leave(self) -> None: ...


class Stream(Following):
    def __init__(
        self,
        hub: Hub,
        readers: Readers,
        identity: Identity,
        request: Request,
        identify: Identify,
        late: LateTables,
    ) -> None:
        super().__init__(hub, identity, request, identify)
        self._readers = readers
        self._late = late
        self._beside: Sequence[Beside] = ()
        self._with_view = wants_view(request)
        self._resume_after = resume_number(request)
        self._seat: int | None = None
        self._seats_may_change = True
        self._is_late = False
        self._beat_at = 0.0
        self._talk = 0
        self._sent = 0

    async def run(
        self,
        reading: TableReading,
        receive: Receive,
        send: Send,
        beside: Sequence[Beside] = (),
    ) -> None:
        self._beside = beside
        self._reading: TableReading | None = reading
        self._channel = self.hub.enter(reading.table_id, self.news)
        try:
            await self.serve(receive, send)
        finally:
            self.hub.leave(self._channel, self.news)
            for one in self._beside:
                one.leave()

    async def begin(self) -> None:
        """Where to go on from: after the client's last event, or with the table as it is now.

        A number the log has not reached yet is no number of ours: the client starts afresh.
        """
        reading, self._reading = self._reading, None  # a table's state is large: not kept
        if reading is None:
            raise AssertionError("a stream begins once")
        self._sit(reading)
        if self._channel.version < reading.version:
            self._channel.publish(reading.version, ())
        self._talk = self._channel.talk
        if self._is_late:
            reading = await self._late.table(self._channel.table_id)
        resume = self._resume_after
        if resume is not None and resume <= reading.version:
            self._sent = resume
            return
        await self._say_table(reading.version, b"[]", self._view(reading))

    async def tell(self) -> bool:
        if self._is_late:
            return await self._see_late()
        if self._sent < self._channel.version:
            await self._catch_up()
            return True
        if self._talk < self._channel.talk:
            if self._seats_may_change and not await self._hears():
                return True
            self._talk = self._channel.talk
            await self.say("chat", None, b'{"last":%d}' % self._talk)
            return True
        return await self._tell_beside()

    async def _tell_beside(self) -> bool:
        for one in self._beside:
            found = await one.news()
            if found is not None:
                event, data = found
                await self.say(event, None, data)
                return True
        return False

    async def wait(self) -> None:
        """The news rings for what happens now, so who sees late does not listen to it: even a
        beat in time with the players would tell when they move.
        """
        if not self._is_late:
            await self.news.wait()

    def _sit(self, reading: TableReading) -> None:
        """Which seat is the caller's: it may be another while the table is open, and where who
        drops out moves behind those who play on.
        """
        if not reading.may_be_seen_by(self.identity.player_id):
            self.may_see = False
        self._seat = reading.seat_of(self.identity.player_id)
        self._is_late = reading.is_late_for(self.identity.player_id)
        self._seats_may_change = reading.seats_may_change
        for one in self._beside:
            one.sit(reading, self._seat)

    async def _hears(self) -> bool:
        """Whether what is said at the table is still for the caller."""
        self._sit(await self._read(self._channel, at_least=None))
        return self.may_see and not self._is_late

    async def _catch_up(self) -> None:
        channel, view = self._channel, b""
        if self._with_view or self._seats_may_change:
            reading = await self._read(channel, at_least=channel.version)
            while reading.version < channel.version:
                # It moved on meanwhile: no view lags behind the events that are told with it, and
                # a seat may have changed hands.
                reading = await self._read(channel, at_least=channel.version)
            self._sit(reading)
            if self._is_late or not self.may_see:
                return
            view = self._view(reading)
        version, events = await encoded_after(self.hub, channel, self._seat, self._sent)
        await self._say_table(version, events, view)

    async def _see_late(self) -> bool:
        """What has happened by a while ago, looked for every second."""
        reading = await _patiently(lambda: self._late.table(self._channel.table_id))
        if self._sent < reading.version:
            missed = await self.hub.log_of(self._channel.table_id, self._sent, reading.version)
            await self._say_table(missed[-1].seq, encode(missed, self._seat), self._view(reading))
            return True
        if await self._tell_beside():
            return True
        await asyncio.sleep(LOOK_SECONDS)
        if time.monotonic() < self._beat_at:
            return True  # nothing to say, and no sign of life is due
        self._beat_at = time.monotonic() + HEARTBEAT_SECONDS
        return False

    async def _say_table(self, version: int, events: bytes, view: bytes) -> None:
        self._sent = version
        await self.say(
            "table", str(version), b'{"version":%d,"events":%b%b}' % (version, events, view)
        )

    def _view(self, reading: TableReading) -> bytes:
        if not self._with_view:
            return b""
        with override(self.language):
            return b',"view":' + orjson.dumps(reading.view(self._seat))

    async def _read(self, channel: Channel, *, at_least: int | None) -> TableReading:
        return await _patiently(lambda: self._readers.table(channel.table_id, at_least=at_least))


async def _patiently(read: Callable[[], Awaitable[TableReading]]) -> TableReading:
    """A database that is away for a moment is asked again, a few times."""
    for _ in range(READ_TRIES):
        try:
            return await read()
        except (psycopg.Error, OSError):
            await asyncio.sleep(READ_AGAIN_SECONDS)
    raise ConnectionError("the database is away")
