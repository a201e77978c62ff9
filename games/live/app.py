"""The play door as an ASGI application: act on a table, look at it, follow it."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import psycopg
from django.conf import settings
from django.utils.translation import override
from psycopg_pool import PoolTimeout

from games.live import http
from games.live.database import reader_pool
from games.live.identity import Doorkeeper, Identity
from games.live.inbox import Inbox, Source
from games.live.language import language_of, refuse
from games.live.limits import LIMITS_CHANNEL, Buckets, Caller, House, StreamLimits
from games.live.people import PEOPLE_CHANNEL, People
from games.live.presence import PRESENCE_CHANNEL, Companions, Presence
from games.live.streaming.framing import ASKED
from games.live.streaming.hub import Hub
from games.live.streaming.late import LateTables
from games.live.streaming.readers import Readers
from games.live.streaming.streams import Beside, Stream
from games.live.unread import Unread
from games.live.writer import Busy, Writer
from games.moves.commands import Done, Failed, Move
from games.moves.errors import NotAllowed, NotFound, Refused
from games.moves.requests import answer_of, headers_of, read_move
from games.tables.reading import TableReading
from rummy.refusal import Refusal
from web.api.json_input import UnreadableJson, read_json_object
from web.api.reading import refuse_encoded
from web.security.limits import network_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """One request at the door: what its address names, who sends it, where the answer goes."""

    number: int
    identity: Identity
    request: http.Request
    receive: http.Receive
    send: http.Send

    @property
    def caller(self) -> Caller:
        """Who is counted: the player, or where somebody without one calls from."""
        return self.identity.player_id or network_of(self.request.address)


@dataclass(frozen=True, slots=True)
class Route:
    """An address of the door, its method, what serves it, and the names its query may give."""

    pattern: re.Pattern[str]
    method: str
    serve: Callable[[PlayDoor, Call], Awaitable[None]]
    asks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Guest:
    """What an app above this one brings: addresses, sources of the inbox, channels to hear."""

    routes: Sequence[Route] = ()
    open: Callable[[PlayDoor], Callable[[int, asyncio.Event], Source] | None] | None = None


class PlayDoor:
    """Everything that lives as long as the process."""

    def __init__(self) -> None:
        self.pool = reader_pool()
        self.readers = Readers(self.pool)
        self.late = LateTables(self.pool)
        self.hub = Hub(self.pool, own_pid=lambda: self.writer.backend_pid)
        self.writer = Writer(self.hub.committed)
        self.doorkeeper = Doorkeeper(self.pool)
        self.people = People(self.pool)
        self.hub.listen_to(PEOPLE_CHANNEL, self.people.hear, beat=self.people.beat)
        self.presence = Presence(self.pool)
        self.hub.listen_to(PRESENCE_CHANNEL, self.presence.hear, beat=self.presence.beat)
        opened = [guest.open(self) for guest in _guests if guest.open is not None]
        self._sources = [make for make in opened if make is not None]
        self.moves = Buckets(settings.MOVES_PER_SECOND_MAX)
        self.views = Buckets(settings.VIEWS_PER_SECOND_MAX)
        self.streams = StreamLimits()
        self.house = House(self.pool, (self.moves, self.views, self.streams))
        self.hub.listen_to(LIMITS_CHANNEL, self.house.hear)
        self._house: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open; who comes before the database is there is told that we are busy."""
        await self.pool.open()
        await self.writer.start()
        await self.hub.start()
        self._house = asyncio.create_task(self.house.run(), name="limits of the house")

    async def stop(self) -> None:
        """Close, also what was opened by half."""
        if self._house is not None:
            self._house.cancel()
        await self.hub.stop()
        await self.writer.stop()
        await self.pool.close()

    async def serve(self, scope: http.Scope, receive: http.Receive, send: http.Send) -> None:
        request = http.Request.of(scope)
        found, route = _route(scope["path"])
        try:
            if found is None or route is None:
                raise NotFound("not_found")
            if not http.is_our_host(request.header(b"host")[:300]):
                raise Refused("unreadable_request")
            if request.method != route.method:
                refusal = NotAllowed(
                    "method_not_allowed", method=request.method[:20], allowed=route.method
                )
                await refuse(send, request, refusal, status=405, allow=route.method)
                return
            request.check_query(route.asks)
            identity = await self.doorkeeper.identify(request)
            number = int(found[1]) if found.groups() else 0
            await route.serve(self, Call(number, identity, request, receive, send))
        except http.Disconnected:
            return
        except (psycopg.Error, PoolTimeout, OSError) as error:
            log.warning("the database is away: %s", error)
            await refuse(send, request, Busy())
        except Refusal as refusal:
            await refuse(send, request, refusal)

    def place(self, call: Call) -> AbstractAsyncContextManager[None]:
        """Room for one more stream of this caller."""
        return self.streams.place(call.caller)

    def sources(self, player_id: int, news: asyncio.Event) -> list[Source]:
        return [make(player_id, news) for make in self._sources]

    async def act(self, call: Call) -> None:
        body = await http.read_body(call.receive)
        done = await self._act(call.number, call.identity, call.request, body)
        headers = tuple((name.encode(), value.encode()) for name, value in headers_of(done).items())
        await http.answer(call.send, 200, answer_of(done), headers=headers)

    async def look(self, call: Call) -> None:
        self.views.spend(call.caller)
        reading = await self._reading(call)
        player_id = call.identity.player_id
        if reading.is_late_for(player_id):
            reading = await self.late.table(call.number)
        seat = reading.seat_of(player_id)
        if seat is not None and player_id is not None:
            self.presence.saw((call.number, player_id))
        with override(language_of(call.request)):
            view = reading.view(seat)
        await http.answer(call.send, 200, view)

    async def follow(self, call: Call) -> None:
        reading = await self._reading(call)
        async with self.place(call):
            stream = Stream(
                self.hub,
                self.readers,
                call.identity,
                call.request,
                self.doorkeeper.identify,
                late=self.late,
            )
            beside = self._beside(call.identity, stream.news)
            await stream.run(reading, call.receive, call.send, beside)

    def _beside(self, identity: Identity, news: asyncio.Event) -> list[Beside]:
        """What a table's stream tells those who are somebody beside the table's log."""
        if identity.player_id is None:
            return []
        unread = Unread(self.people, self.pool, identity.player_id, news)
        return [Companions(self.presence, identity.player_id), unread]

    async def follow_inbox(self, call: Call) -> None:
        call.identity.require("read")
        async with self.place(call):
            inbox = Inbox(
                self.hub,
                self.people,
                self.pool,
                self.readers,
                call.identity,
                call.request,
                self.doorkeeper.identify,
                self.sources,
            )
            await inbox.run(call.receive, call.send)

    async def _reading(self, call: Call) -> TableReading:
        call.identity.require_reading()
        reading = await self.readers.table(call.number)
        if not reading.may_be_seen_by(call.identity.player_id):
            raise NotFound("table_not_found", table=call.number)
        return reading

    async def _act(
        self, table_id: int, identity: Identity, request: http.Request, body: bytes
    ) -> Done:
        player_id = identity.require("play")
        self.moves.spend(player_id)
        move = _read_move(table_id, player_id, request, body)
        outcome = await self.writer.submit(move)
        if isinstance(outcome, Failed):
            if isinstance(outcome.error, NotAllowed):  # is it theirs to know that there is a table?
                reading = await self.readers.table(table_id)
                if not reading.may_be_seen_by(player_id):
                    raise NotFound("table_not_found", table=table_id)
            raise outcome.error
        return outcome


def _read_move(table_id: int, player_id: int, request: http.Request, body: bytes) -> Move:
    kind = request.header(b"content-type").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise UnreadableJson("content_type_not_json", found=kind[:60])
    refuse_encoded(request.header(b"content-encoding"))
    return read_move(
        table_id=table_id,
        player_id=player_id,
        key=request.header(b"idempotency-key"),
        data=read_json_object(body),
    )


_TABLE = "/api/v1/tables/([0-9]{1,18})/"
ROUTES = (
    Route(re.compile(_TABLE + "actions/"), "POST", PlayDoor.act),
    Route(re.compile(_TABLE + "view/"), "GET", PlayDoor.look),
    Route(re.compile(_TABLE + "events/"), "GET", PlayDoor.follow, ASKED | {"include"}),
    Route(re.compile("/api/v1/me/events/"), "GET", PlayDoor.follow_inbox, ASKED | {"include"}),
)
_guests: list[Guest] = []
_door: PlayDoor | None = None


def invite(guest: Guest) -> None:
    """Let another app serve addresses of its own here; before the door opens."""
    if guest not in _guests:
        _guests.append(guest)


def serves(path: str) -> bool:
    """Whether this door, and not ordinary Django, answers at an address."""
    return _route(path)[1] is not None


def _route(path: str) -> tuple[re.Match[str] | None, Route | None]:
    for route in (*ROUTES, *(route for guest in _guests for route in guest.routes)):
        found = route.pattern.fullmatch(path)
        if found is not None:
            return found, route
    return None, None


async def start() -> None:
    """Open the door; called once in the process's event loop."""
    global _door
    _door = PlayDoor()
    try:
        await _door.start()
    except BaseException:
        await stop()  # the pool's tasks would keep the event loop from ending
        raise


def let_go() -> None:
    """End all streams: whoever follows one resumes it elsewhere."""
    if _door is not None:
        _door.hub.let_go()


async def stop() -> None:
    """Let streams go, commit what waits, close."""
    if _door is not None:
        async with asyncio.timeout(5):
            await _door.stop()


async def play_app(scope: http.Scope, receive: http.Receive, send: http.Send) -> None:
    """The ASGI callable for the addresses that `serves` names."""
    if _door is None:
        raise RuntimeError("the play door is closed: start() has not run")
    await _door.serve(scope, receive, send)
