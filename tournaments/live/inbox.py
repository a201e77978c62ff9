"""The tournaments' part of a player's inbox: one's seat, stack and rank, and what was decided.

A message comes when something changed for the player or for all: the phase, the level, a pause.
Other people's rounds ring nothing.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

import orjson
from django.conf import settings

from games.live.streaming.cursors import Cursor
from tournaments.live.rooms import DECISIONS_AT_ONCE, Reading, Room, Rooms
from tournaments.live.streams import in_words

# In the cursor: the last decision told of, and the version of the last message.
DECIDED, VERSION = "u", "w"
_SAID = ("phase", "is_paused", "level", "chips_per_point")
READ_ENTERED = """
SELECT e.tournament_id FROM tournaments_entry e
JOIN tournaments_tournament t ON t.id = e.tournament_id
WHERE e.player_id = %s AND e.status <> 'withdrawn'
  AND (t.phase NOT IN ('finished', 'cancelled') OR t.id = ANY(%s))
"""
Places = dict[tuple[str, int], int | None]
Message = tuple[str, bytes, Places]


@dataclass(slots=True, eq=False)
class Entered:
    """One of the player's tournaments, as far as it has been told; nothing yet: `decided` None."""

    room: Room
    decided: int | None
    version: int
    said: Any = None


class InboxTournaments:
    """A source of the inbox (`games.live.inbox.Source`)."""

    def __init__(self, rooms: Rooms, player_id: int, news: asyncio.Event) -> None:
        self._rooms = rooms
        self._player_id = player_id
        self._news = news
        self._entered: dict[int, Entered] = {}
        self._looked = -1
        self._language = settings.LANGUAGE_CODE
        self._resumed: dict[int, tuple[int, int]] = {}

    async def begin(self, cursor: Cursor, *, language: str) -> None:
        self._language = language
        for (letter, number), place in cursor.places.items():
            if letter == DECIDED:
                self._resumed[number] = (place, cursor.places.get((VERSION, number), -1))

    def leave(self) -> None:
        for entered in self._entered.values():
            self._rooms.leave(entered.room, self._news, self._player_id)

    async def news(self, told: int) -> Message | None:
        if told != self._looked:
            self._looked = told
            await self._look()
        for entered in list(self._entered.values()):
            message = await self._of(entered)
            if message is not None:
                return message
        return None

    async def _look(self) -> None:
        known = [*self._resumed, *self._entered]
        async with self._rooms.pool.connection() as connection:
            cursor = await connection.execute(READ_ENTERED, (self._player_id, known))
            found = {number for (number,) in await cursor.fetchall()}
        for number in found - set(self._entered):
            room = self._rooms.enter(number, self._news, self._player_id)
            decided, version = self._resumed.pop(number, (None, -1))
            self._entered[number] = Entered(room, decided, version)
        for number in set(self._entered) - found:
            gone = self._entered.pop(number)
            self._rooms.leave(gone.room, self._news, self._player_id)

    async def _of(self, entered: Entered) -> Message | None:
        reading = await self._rooms.reading(entered.room)
        if reading.version == entered.version:
            return None
        own = reading.own.get(self._player_id)
        decided = reading.last_decision if entered.decided is None else entered.decided
        decisions = await self._decisions(entered, reading, own, decided)
        said = (own, *(reading.public[name] for name in _SAID))
        whole = len(decisions) < DECISIONS_AT_ONCE
        entered.version = reading.version if whole else -1
        entered.decided = reading.last_decision if whole else decisions[-1]["id"]
        if said == entered.said and not decisions:
            return None
        entered.said = said
        data = orjson.dumps({**reading.public, "me": own, "decisions": decisions})
        number = entered.room.tournament_id
        places: Places = {(DECIDED, number): entered.decided, (VERSION, number): reading.version}
        if reading.is_over and whole:  # the last word: nothing comes after it
            self._entered.pop(number)
            self._rooms.leave(entered.room, self._news, self._player_id)
            places = dict.fromkeys(places)
        return "tournament", data, places

    async def _decisions(
        self, entered: Entered, reading: Reading, own: dict[str, Any] | None, after: int
    ) -> list[dict[str, Any]]:
        if own is None or reading.last_decision <= after:
            return []
        rows = await self._rooms.decisions(
            reading, entered.room, after=after, entry=own["entry"], everything=False
        )
        return in_words(rows, self._language)
