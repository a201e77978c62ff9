"""A tournament's stream, and its part of the inbox, for who reaches only ordinary Django."""

import asyncio

from games.live.database import Pool, reader_pool
from games.live.http import Receive, Request, Send
from games.live.inbox import Source
from games.live.streaming.framing import framing_of
from games.live.streaming.hub import Hub
from games.live.streaming.polling import CONNECTIONS, SOURCES, everything, nobody_changes, reader
from tournaments.live.inbox import InboxTournaments
from tournaments.live.rooms import Rooms
from tournaments.live.streams import TournamentStream


def tournament_so_far(
    request: Request, tournament_id: int, player_id: int | None
) -> tuple[bytes, str]:
    """The stream's messages after the client's last, and their content type.

    Raises NotFound(tournament_not_found).
    """

    async def listen() -> bytes:
        async with reader_pool(most=CONNECTIONS) as pool:
            identity = reader(player_id)
            stream = TournamentStream(
                Hub(pool, own_pid=lambda: 0),
                Rooms(pool),
                identity,
                request,
                nobody_changes(identity),
            )

            async def follow(receive: Receive, send: Send) -> None:
                await stream.run(tournament_id, receive, send)

            return await everything(stream, follow)

    return asyncio.run(listen()), framing_of(request).content_type.decode()


def _source(pool: Pool, player_id: int, news: asyncio.Event) -> Source:
    return InboxTournaments(Rooms(pool), player_id, news)


def bring_to_inbox() -> None:
    """Called once, when the app is ready."""
    if _source not in SOURCES:
        SOURCES.append(_source)
