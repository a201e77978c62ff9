"""A player's inbox as one stream: all their tables, their notices, and what else has a source.

Each message comes from one log and carries the place reached in all of them (`streaming.cursors`),
so that a client that comes back misses nothing and hears nothing twice. A table one sits down at
while the stream is open comes with its log from the start; without a cursor the stream begins with
the tables as they are.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import orjson
from django.utils.translation import override

from accounts.notices.inbox import words_of
from accounts.notices.kinds import NOBODY_TELLS
from games.live.database import Pool
from games.live.http import Receive, Request, Send
from games.live.identity import Identity
from games.live.people import People
from games.live.streaming.cursors import NOTICES, SEATS, TABLES, Cursor, Places, read_cursor
from games.live.streaming.following import Following, Identify
from games.live.streaming.framing import resume_after, wants_view
from games.live.streaming.hub import Channel, Hub, encoded_after
from games.live.streaming.readers import Readers
from games.models import LIVE_STATUSES

NOTICES_AT_ONCE = 20
SEATS_AT_ONCE = 200
AGAIN_SECONDS = 0.1

# Where the logs end now: what has been told already to who comes without a cursor.
READ_MARKS = """
SELECT (SELECT coalesce(max(id), 0) FROM accounts_notice WHERE player_id = %(player)s),
       (SELECT coalesce(max(id), 0) FROM games_seat WHERE player_id = %(player)s)
"""
READ_SEATS = """
SELECT s.id, s.table_id, s.number, t.version, t.status
FROM games_seat s JOIN games_table t ON t.id = s.table_id
WHERE s.player_id = %(player)s
  AND (s.id > %(after)s OR s.table_id = ANY(%(followed)s) OR t.status IN ('open', 'playing'))
ORDER BY s.id LIMIT %(most)s
"""
READ_NOTICES = """
SELECT id, kind, facts, created_at FROM accounts_notice
WHERE player_id = %(player)s AND id > %(after)s AND id <= %(until)s ORDER BY id LIMIT %(most)s
"""
LAST_NOTICE = """
SELECT max(id) FROM accounts_notice WHERE player_id = %(player)s AND id > %(after)s
"""


class Source(Protocol):
    """Another log of a player's inbox, brought by an app that this one does not know.

    `news` is the next message, if there is one, as (event, data, places in the cursor, None for
    one that is not needed any more); what it returned counts as told. `told` was counted up
    whenever something rang.
    """

    async def begin(self, cursor: Cursor, *, language: str) -> None: ...
    async def news(self, told: int) -> tuple[str, bytes, Places] | None: ...
    def leave(self) -> None: ...


# (player, news) → a source; each inbox has one of each.
Sources = Callable[[int, Any], list[Source]]


class SeatAt:
    """The table of one seat, as far as it has been told."""

    __slots__ = ("channel", "is_fixed", "is_over", "is_shown", "number", "talk")

    def __init__(self, channel: Channel, number: int) -> None:
        self.channel = channel
        self.number = number
        self.talk = channel.talk
        self.is_fixed = False  # nobody changes seats any more
        self.is_over = False
        self.is_shown = False  # for who asked for views: the first comes at once


class Inbox(Following):
    def __init__(
        self,
        hub: Hub,
        people: People,
        pool: Pool,
        readers: Readers,
        identity: Identity,
        request: Request,
        identify: Identify,
        sources: Sources,
    ) -> None:
        super().__init__(hub, identity, request, identify)
        self._people = people
        self._pool = pool
        self._readers = readers
        self._player_id = identity.require("read")
        self._resume = read_cursor(resume_after(request))
        self._with_view = wants_view(request)
        self._cursor = self._resume or Cursor()
        self._seats: dict[int, SeatAt] = {}
        self._looked = -1
        self._sources = sources(self._player_id, self.news)

    async def run(self, receive: Receive, send: Send) -> None:
        self._box = self._people.enter(self._player_id, self.news)
        try:
            await self.serve(receive, send)
        finally:
            self._people.leave(self._box, self.news)
            for seat in self._seats.values():
                self.hub.leave(seat.channel, self.news)
            for source in self._sources:
                source.leave()

    async def begin(self) -> None:
        fresh = self._resume is None
        if fresh:
            (row,) = await self._rows(READ_MARKS)
            self._cursor.marks = {NOTICES: row[0], SEATS: row[1]}
        for source in self._sources:
            await source.begin(self._cursor, language=self.language)
        await self._look_for_seats(begins=fresh)
        tables = [
            {"table": table_id, "seat": seat.number, "version": seat.channel.version}
            for table_id, seat in sorted(self._seats.items())
        ]
        await self.say("inbox", self._cursor.text(), orjson.dumps({"tables": tables}))

    async def tell(self) -> bool:
        """The next message; tables first, since somebody waits there."""
        if self._looked != self._box.told:
            self._looked = self._box.told
            await self._look_for_seats()
            await self._tell_notices()
        for seat in list(self._seats.values()):
            if await self._tell_table(seat):
                return True
        for source in self._sources:
            found = await source.news(self._box.told)
            if found is not None:
                event, data, places = found
                self._cursor.move(places)
                await self.say(event, self._cursor.text(), data)
                return True
        return self._looked != self._box.told

    # -- tables

    async def _look_for_seats(self, *, begins: bool = False) -> None:
        """Follow the tables one has sat down at; those one has left are let go.

        At the beginning tables are taken as they are, and later from their first event on.
        """
        followed = [number for letter, number in self._cursor.places if letter == TABLES]
        after = self._cursor.marks[SEATS]
        rows = await self._rows(READ_SEATS, after=after, followed=followed, most=SEATS_AT_ONCE)
        for seat_id, table_id, number, version, status in rows:
            seat = self._seats.get(table_id)
            if seat is None and (status in LIVE_STATUSES or not begins):
                seat = self._enter(table_id, number)
            if seat is None:
                continue
            self._cursor.places.setdefault((TABLES, table_id), version if begins else 0)
            seat.number, seat.is_over = number, status not in LIVE_STATUSES
            if seat.channel.version < version:
                seat.channel.publish(version, ())
            self._cursor.marks[SEATS] = max(after, self._cursor.marks[SEATS], seat_id)
        if len(rows) == SEATS_AT_ONCE:
            self._looked = -1  # there may be more
            return
        for table_id in set(followed) - {row[1] for row in rows}:
            await self._leave(table_id)

    def _enter(self, table_id: int, number: int) -> SeatAt:
        seat = SeatAt(self.hub.enter(table_id, self.news), number)
        self._seats[table_id] = seat
        return seat

    async def _leave(self, table_id: int) -> None:
        seat = self._seats.pop(table_id, None)
        if seat is not None:
            self.hub.leave(seat.channel, self.news)
        self._cursor.places.pop((TABLES, table_id), None)
        await self.say("left", self._cursor.text(), b'{"table":%d}' % table_id)

    async def _tell_table(self, seat: SeatAt) -> bool:
        channel = seat.channel
        place = (TABLES, channel.table_id)
        if self._cursor.places[place] < channel.version or (self._with_view and not seat.is_shown):
            seat.is_shown = True
            return await self._catch_up(seat, place)
        if seat.talk < channel.talk:
            seat.talk = channel.talk
            data = b'{"table":%d,"last":%d}' % (channel.table_id, seat.talk)
            await self.say("chat", None, data)
            return True
        if seat.is_over:  # told to the end
            self.hub.leave(channel, self.news)
            del self._seats[channel.table_id], self._cursor.places[place]
        return False

    async def _catch_up(self, seat: SeatAt, place: tuple[str, int]) -> bool:
        """Seats are drawn for when a match begins, and at some tables players move later as well:
        where they may, the table says whose is which.
        """
        channel, view = seat.channel, b""
        if self._with_view or not seat.is_fixed:
            reading = await self._readers.table(channel.table_id, at_least=channel.version)
            while reading.version < channel.version:  # it moved on meanwhile
                reading = await self._readers.table(channel.table_id, at_least=channel.version)
            number = reading.seat_of(self._player_id)
            if number is None:
                await self._leave(channel.table_id)
                return True
            seat.number, seat.is_over = number, reading.status not in LIVE_STATUSES
            seat.is_fixed = not reading.seats_may_change
            if self._with_view:
                with override(self.language):
                    view = b',"view":' + orjson.dumps(reading.view(number))
        version, events = await encoded_after(
            self.hub, channel, seat.number, self._cursor.places[place]
        )
        seat.is_over = seat.is_over or any(end in events for end in _ENDS)
        self._cursor.places[place] = version
        data = (channel.table_id, seat.number, version, events, view)
        await self.say(
            "table",
            self._cursor.text(),
            b'{"table":%d,"seat":%d,"version":%d,"events":%b%b}' % data,
        )
        return True

    # -- notices

    async def _tell_notices(self) -> None:
        """In the order of their numbers; not while one may be on its way with a lower one."""
        after = self._cursor.marks[NOTICES]
        ((until,),) = await self._rows(LAST_NOTICE, after=after)
        if until is None:
            return
        ((is_quiet,),) = await self._rows(NOBODY_TELLS)
        if not is_quiet:
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._look_again)
            return
        rows = await self._rows(READ_NOTICES, after=after, until=until, most=NOTICES_AT_ONCE)
        for number, kind, facts, at in rows:
            with override(self.language):
                text, path = words_of(kind, facts)
            notice = {"id": number, "kind": kind, "text": text, "path": path, "facts": facts}
            self._cursor.marks[NOTICES] = number
            data = orjson.dumps({**notice, "at": at.isoformat()})
            await self.say("notice", self._cursor.text(), data)
        if len(rows) == NOTICES_AT_ONCE:
            self._looked = -1

    def _look_again(self) -> None:
        self._looked = -1
        self.news.set()

    async def _rows(self, sql: str, **params: Any) -> list[tuple[Any, ...]]:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(sql, {"player": self._player_id, **params})
            return await cursor.fetchall()


# The last events of a log. In a name a quotation mark would have a backslash before it.
_ENDS = (b'"type":"match_finished"', b'"type":"table_cancelled"')
