"""A stream that a member has opened tells nothing more once they are removed."""

import asyncio
import datetime as dt

import pytest
from django.db import connections
from django.utils import timezone

from accounts.clubs.joining import remove_member
from accounts.models import Club, Player
from games.live.database import reader_pool
from games.live.http import Message, Request
from games.live.streaming.hub import Hub
from games.live.streaming.polling import nobody_changes, reader
from tests.clubs.conftest import belongs
from tests.tournaments.club import ordered
from tournaments.director import EntryRules, Plan
from tournaments.live.rooms import Rooms
from tournaments.live.streams import TournamentStream
from tournaments.models import Tournament
from tournaments.planner.publishing import open_tournament

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
ASKED = Request("GET", {}, b"", "127.0.0.1")


async def followed(evening: Tournament, player: Player, club: Club, owner: Player) -> list[bytes]:
    """What the stream of a member says who is removed after its first message, until it ends."""
    said: list[bytes] = []
    began = asyncio.Event()

    async def send(message: Message) -> None:
        said.append(message.get("body", b""))
        if b"Evening" in said[-1]:
            began.set()

    async def receive() -> Message:
        return await asyncio.Future()

    def removed() -> None:
        remove_member(club_id=club.pk, player=player, actor=owner, keep_out=True)
        ordered(evening, "announce")
        connections.close_all()

    async with reader_pool(most=2) as pool:
        rooms, identity = Rooms(pool), reader(player.pk)
        hub = Hub(pool, own_pid=lambda: 0)
        stream = TournamentStream(hub, rooms, identity, ASKED, nobody_changes(identity))
        following = asyncio.create_task(stream.run(evening.pk, receive, send))
        await asyncio.wait_for(began.wait(), 10)
        await asyncio.to_thread(removed)
        rooms.beat()
        try:
            await asyncio.wait_for(following, 10)
        except TimeoutError:
            said.append(b"it goes on")
    return said


def test_of_a_tournament(anna: Player, bert: Player, club: Club) -> None:
    belongs(club, bert)
    evening = open_tournament(
        name="Evening Ost",
        plan=Plan(entries=EntryRules(least=2)),
        starts_at=timezone.now() + dt.timedelta(hours=1),
        by=anna,
        club_id=club.pk,
        is_trial=True,
    )
    said = b"".join(asyncio.run(followed(evening, bert, club, anna)))
    assert said.count(b"event: tournament") == 1
    assert b"as agreed" not in said
    assert b"it goes on" not in said
