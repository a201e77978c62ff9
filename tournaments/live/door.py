"""What the tournaments bring to the play process: a stream, and a source of the inbox."""

import asyncio
import re
from collections.abc import Callable

from games.live.app import Call, Guest, PlayDoor, Route
from games.live.inbox import Source
from games.live.streaming.framing import ASKED
from tournaments.live.inbox import InboxTournaments
from tournaments.live.rooms import TOURNAMENT_CHANNEL, Rooms
from tournaments.live.streams import TournamentStream

_ROOMS: dict[PlayDoor, Rooms] = {}


def _open(door: PlayDoor) -> Callable[[int, asyncio.Event], Source]:
    rooms = Rooms(door.pool)
    _ROOMS.clear()
    _ROOMS[door] = rooms
    door.hub.listen_to(TOURNAMENT_CHANNEL, rooms.hear, beat=rooms.beat)

    def source(player_id: int, news: asyncio.Event) -> Source:
        return InboxTournaments(rooms, player_id, news)

    return source


async def _follow(door: PlayDoor, call: Call) -> None:
    call.identity.require_reading()
    async with door.place(call):
        stream = TournamentStream(
            door.hub, _ROOMS[door], call.identity, call.request, door.doorkeeper.identify
        )
        await stream.run(call.number, call.receive, call.send)


TOURNAMENTS = Guest(
    routes=(Route(re.compile("/api/v1/tournaments/([0-9]{1,18})/events/"), "GET", _follow, ASKED),),
    open=_open,
)
