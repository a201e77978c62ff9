"""The play door as an ASGI application: act on a table, look at it, follow it."""

from __future__ import annotations

import asyncio
import logging
import re

import psycopg
from django.conf import settings
from psycopg_pool import PoolTimeout

from accounts.api.limits import network_of
from accounts.json_input import UnreadableJson, read_json_object
from games.play.database import reader_pool
from games.play.http import (
    Disconnected,
    Receive,
    Request,
    Scope,
    Send,
    answer,
    is_our_host,
    read_body,
)
from games.play.hub import Hub
from games.play.identity import Doorkeeper, Identity
from games.play.language import language_of
from games.play.late import LateTables
from games.play.limits import MoveLimits
from games.play.readers import Readers
from games.play.streams import Stream, StreamLimits
from games.play.writer import Busy, Writer
from games.refusals import Refusal, problem
from games.services.commands import Failed, Move
from games.services.errors import NotAllowed, NotFound, Refused
from games.services.requests import answer_of, read_move

PATH = re.compile(r"/api/v1/tables/([0-9]{1,18})/(actions|view|events)/")
METHODS = {"actions": "POST", "view": "GET", "events": "GET"}

log = logging.getLogger(__name__)


class PlayDoor:
    """Everything that lives as long as the process."""

    def __init__(self) -> None:
        self.pool = reader_pool()
        self.readers = Readers(self.pool)
        self.late = LateTables(self.pool)
        self.hub = Hub(self.pool, own_pid=lambda: self.writer.backend_pid)
        self.writer = Writer(self.hub.committed)
        self.doorkeeper = Doorkeeper(self.pool)
        self.streams = StreamLimits()
        self.moves = MoveLimits(settings.MOVES_PER_SECOND_MAX)

    async def start(self) -> None:
        await self.pool.open()
        await self.writer.start()
        await self.hub.start()

    async def stop(self) -> None:
        await self.hub.stop()
        await self.writer.stop()
        await self.pool.close()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request.of(scope)
        found = PATH.fullmatch(scope["path"])
        try:
            if found is None:
                raise NotFound("table_not_found")
            if not is_our_host(request.header(b"host")[:300]):
                raise Refused("unreadable_request")
            table_id, what = int(found[1]), found[2]
            if request.method != METHODS[what]:
                await _refuse_method(send, request, METHODS[what])
                return
            identity = await self.doorkeeper.identify(request)
            await self._serve(what, table_id, identity, request, receive, send)
        except Disconnected:
            return
        except (psycopg.Error, PoolTimeout, OSError) as error:
            log.warning("the database is away: %s", error)
            status, body, headers = problem(Busy(), language_of(request))
            await answer(send, status, body, kind=b"application/problem+json", headers=headers)
        except Refusal as refusal:
            status, body, headers = problem(refusal, language_of(request))
            await answer(send, status, body, kind=b"application/problem+json", headers=headers)

    async def _serve(
        self,
        what: str,
        table_id: int,
        identity: Identity,
        request: Request,
        receive: Receive,
        send: Send,
    ) -> None:
        if what == "actions":
            body = await read_body(receive)
            await answer(send, 200, await self._act(table_id, identity, request, body))
            return
        identity.require_reading()
        reading = await self.readers.table(table_id)
        if not reading.may_be_seen_by(identity.player_id):
            raise NotFound("table_not_found", table=table_id)
        if what == "view":
            if reading.is_late_for(identity.player_id):
                reading = await self.late.table(table_id)
            await answer(send, 200, reading.view(reading.seat_of(identity.player_id)))
            return
        somebody = network_of(request.address)
        caller = f"player {identity.player_id}" if identity.player_id else somebody
        async with self.streams.place(caller):
            stream = Stream(
                self.hub,
                self.readers,
                identity,
                request,
                self.doorkeeper.identify,
                late=self.late,
            )
            await stream.run(reading, receive, send)

    async def _act(
        self, table_id: int, identity: Identity, request: Request, body: bytes
    ) -> dict[str, object]:
        player_id = identity.require("play")
        self.moves.spend(player_id)
        move = _read_move(table_id, player_id, request, body)
        outcome = await self.writer.submit(move)
        if isinstance(outcome, Failed):
            raise outcome.error
        return answer_of(outcome)


def _read_move(table_id: int, player_id: int, request: Request, body: bytes) -> Move:
    kind = request.header(b"content-type").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise UnreadableJson("content_type_not_json", found=kind[:60])
    return read_move(
        table_id=table_id,
        player_id=player_id,
        key=request.header(b"idempotency-key"),
        data=read_json_object(body),
    )


async def _refuse_method(send: Send, request: Request, allowed: str) -> None:
    refusal = NotAllowed("method_not_allowed", method=request.method[:20], allowed=allowed)
    _, body, _ = problem(refusal, language_of(request))
    await answer(
        send,
        405,
        {**body, "status": 405},
        kind=b"application/problem+json",
        headers=((b"allow", allowed.encode()),),
    )


_door: PlayDoor | None = None


async def start() -> None:
    """Open the door; called once in the process's event loop."""
    global _door
    _door = PlayDoor()
    await _door.start()


async def stop() -> None:
    """Let streams go, commit what waits, close."""
    if _door is not None:
        async with asyncio.timeout(5):
            await _door.stop()


async def play_app(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI callable for the three paths of `PATH`."""
    if _door is None:
        raise RuntimeError("the play door is closed: start() has not run")
    await _door.serve(scope, receive, send)
