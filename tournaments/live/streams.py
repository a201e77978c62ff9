"""A tournament as a stream: where it stands, who leads, what was decided, and one's own seat.

The id of a message is `version-decision`: the last decision it tells of. Decisions come once each
and in order; everything else is as it is now, so that a slow client gets fewer messages.
"""

import re
from typing import Any

import orjson
from django.utils.translation import override

from games.live.http import Receive, Request, Send
from games.live.identity import Identity
from games.live.streaming.following import Following, Identify
from games.live.streaming.framing import resume_after
from games.live.streaming.hub import Hub
from games.moves.errors import NotFound
from tournaments.director import facts_for_words
from tournaments.live.rooms import DECISIONS_AT_ONCE, Reading, Room, Rooms, Row
from tournaments.selectors.decisions import public_kind, sentence

_ID = re.compile(r"([0-9]{1,18})-([0-9]{1,18})")


class TournamentStream(Following):
    """One open connection of one caller to one tournament."""

    def __init__(
        self,
        hub: Hub,
        rooms: Rooms,
        identity: Identity,
        request: Request,
        identify: Identify,
    ) -> None:
        super().__init__(hub, identity, request, identify)
        self._rooms = rooms
        found = _ID.fullmatch(resume_after(request))
        self._resumes = found is not None
        self._version, self._decided = (int(found[1]), int(found[2])) if found else (-1, 0)

    async def run(self, tournament_id: int, receive: Receive, send: Send) -> None:
        """Raises NotFound(tournament_not_found), before anything is sent."""
        player_id = self.identity.player_id
        await self._rooms.require_seen(tournament_id, player_id)
        self._room: Room = self._rooms.enter(tournament_id, self.news, player_id)
        try:
            await self._rooms.reading(self._room)
            await self.serve(receive, send)
        finally:
            self._rooms.leave(self._room, self.news, player_id)

    async def begin(self) -> None:
        reading = await self._rooms.reading(self._room)
        if not self._resumes or self._decided > reading.last_decision:
            self._version, self._decided = -1, reading.last_decision

    async def tell(self) -> bool:
        reading = await self._rooms.reading(self._room)
        if reading.version == self._version and reading.last_decision <= self._decided:
            return False
        if not reading.is_for_all and not await self._still_sees():
            return True
        own = reading.own.get(self.identity.player_id or 0)
        decisions = await self._decisions(reading, own)
        self._version = reading.version
        data = {**reading.public, "leaders": reading.leaders, "me": own, "decisions": decisions}
        await self.say("tournament", f"{reading.version}-{self._decided}", orjson.dumps(data))
        return True

    async def _still_sees(self) -> bool:
        """False for who has been removed from the club meanwhile: their stream ends."""
        try:
            await self._rooms.require_seen(self._room.tournament_id, self.identity.player_id)
        except NotFound:
            self.may_see = False
        return self.may_see

    async def _decisions(
        self, reading: Reading, own: dict[str, Any] | None
    ) -> list[dict[str, Any]]:
        if reading.last_decision <= self._decided:
            return []
        entry = own["entry"] if own else None
        rows = await self._rooms.decisions(
            reading, self._room, after=self._decided, entry=entry, everything=True
        )
        whole = len(rows) < DECISIONS_AT_ONCE
        self._decided = reading.last_decision if whole else rows[-1][0]
        return in_words(rows, self.language)


def in_words(rows: list[Row], language: str) -> list[dict[str, Any]]:
    """Decisions as JSON, with the sentence that explains each."""
    found = []
    with override(language):
        for number, kind, code, facts_json, entry, table, at in rows:
            facts = orjson.loads(facts_json)
            decision = {
                "id": number,
                "kind": public_kind(kind),
                "code": code,
                "facts": facts_for_words(facts),
            }
            where = {"entry": entry, "table": table, "at": at.isoformat()}
            found.append({**decision, "text": sentence(code, facts), **where})
    return found
