"""Streams without a network: nothing is skipped, and they end for whoever may not follow."""

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from games.live import inbox
from games.live.http import Request
from games.live.identity import Identity
from games.live.streaming import following, streams
from games.live.streaming.hub import Channel
from games.moves.commands import StoredEvent
from games.moves.errors import NotAllowed
from games.tables.reading import TableReading
from rummy.match import MatchFormat, MatchTerms, opening_state
from tests.engine.table_melding.rules import german

READER = Identity(7, frozenset({"read"}))
REQUEST = Request("GET", {}, b"", "127.0.0.1")


def event(seq: int) -> StoredEvent:
    return StoredEvent(seq, "seat_taken", {"seat": 0}, 0)


def numbers(found: tuple[StoredEvent, ...] | None) -> list[int] | None:
    return None if found is None else [one.seq for one in found]


def test_a_watcher_who_comes_in_first_costs_nobody_an_event() -> None:
    channel = Channel(1)
    channel.publish(2, [event(1), event(2)])
    channel.publish(4, ())  # a newcomer has read version 4; the news itself is still on its way
    assert channel.since(2) is None
    channel.publish(5, [event(5)])
    assert channel.since(2) is None
    assert numbers(channel.since(4)) == [5]


def test_news_that_come_late_or_again_take_nobody_back() -> None:
    channel = Channel(1)
    channel.publish(2, [event(1), event(2)])
    channel.publish(1, [event(1)])
    channel.publish(2, ())
    assert channel.version == 2
    assert numbers(channel.since(0)) == [1, 2]


def test_news_in_pieces_is_read_from_the_log() -> None:
    channel = Channel(1)
    channel.publish(1, [event(1)])
    channel.publish(2_000, [event(seq) for seq in range(2, 1_002)])
    assert channel.since(1) is None


class Place:
    """A hub with one table, as a stream uses it."""

    closing = False

    def __init__(self, **reading: Any) -> None:
        self.reading = SimpleNamespace(
            table_id=1,
            version=3,
            seats_may_change=False,
            seat_of=lambda _: None,
            is_late_for=lambda _: False,
            **reading,
        )
        self.channel = Channel(1)

    def enter(self, _table_id: int, news: asyncio.Event) -> Channel:
        self.channel.listeners.add(news)
        return self.channel

    def leave(self, channel: Channel, news: asyncio.Event) -> None:
        channel.listeners.discard(news)

    async def table(self, _table_id: int, *, at_least: int) -> Any:
        self.reading.version = at_least
        return self.reading


def follow(
    place: Any, identify: Any, happens: Callable[[], None], request: Request = REQUEST
) -> bytes:
    """What a stream says until it ends by itself."""
    said: list[bytes] = []

    async def send(message: Any) -> None:
        said.append(message.get("body", b""))

    async def receive() -> Any:
        await asyncio.sleep(60)

    async def run() -> None:
        stream = streams.Stream(place, place, READER, request, identify, late=place)
        task = asyncio.create_task(stream.run(place.reading, receive, send))
        while not (place.channel.listeners or task.done()):
            await asyncio.sleep(0)
        happens()
        await asyncio.wait_for(task, 60)

    asyncio.run(run())
    return b"".join(said)


@pytest.mark.parametrize("revoked", [NotAllowed("bad_token"), None])
def test_a_stream_ends_with_the_right_to_it(
    revoked: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "IDENTITY_SECONDS", 0.0)
    known = [READER, READER]

    async def identify(_: Request) -> Identity:
        if known:
            return known.pop()
        if revoked is not None:
            raise revoked
        return Identity(None, frozenset())

    place = Place(may_be_seen_by=lambda _: True)

    def happens() -> None:
        known.clear()
        place.channel.publish(4, [event(4)])

    said = follow(place, identify, happens)
    assert b"id: 3" in said
    assert b"id: 4" not in said


def test_who_leaves_a_private_table_sees_nothing_more_of_it() -> None:
    sees = [True]
    place = Place(may_be_seen_by=lambda _: sees[0])
    place.reading.seats_may_change = True

    async def identify(_: Request) -> Identity:
        return READER

    def happens() -> None:
        sees[0] = False
        place.channel.publish(4, [event(4)])

    said = follow(place, identify, happens)
    assert b"id: 3" in said
    assert b"id: 4" not in said


def test_nor_are_they_told_that_the_others_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "IDENTITY_SECONDS", 0.0)
    sees = [True]
    place = Place(may_be_seen_by=lambda _: sees[0])
    place.reading.seats_may_change = True

    async def identify(_: Request) -> Identity:
        """Asked once the table has been told: they leave, and the others say something."""
        await asyncio.sleep(0)
        sees[0] = False
        place.channel.said(1)
        return READER

    said = follow(place, identify, lambda: None)
    assert b"event: table" in said
    assert b"event: chat" not in said


class Elimination(Place):
    """The reader sits behind two others, one of whom drops out after the first round."""

    def __init__(self) -> None:
        super().__init__()
        self.players = {0: 5, 1: 6, 2: READER.player_id}
        self.at(3)

    def at(self, version: int) -> None:
        rules = german(penalty_limit=100)
        agreed = MatchTerms(rules=rules, seats=3, format=MatchFormat.ELIMINATION)
        places = {seat: {"player": {"id": player}} for seat, player in self.players.items()}
        self.reading: Any = TableReading(
            1, "", "playing", version, opening_state(agreed), False, None, 0, places
        )

    async def table(self, _table_id: int, *, at_least: int) -> Any:
        self.at(at_least)
        return self.reading

    def play_on(self) -> None:
        """The first seat is out and moves to the end; then everybody draws a card."""
        self.players = {0: 6, 1: READER.player_id, 2: 5}
        moved = {"came_from": [1, 2, 0], "playing": 2, "reason": "eliminated"}
        drawn = [{"seat": 0, "card": "Ks"}, {"seat": 1, "card": "7d"}, {"seat": 2, "card": "3c"}]
        payloads = [("players_reseated", moved), *(("stock_drawn", one) for one in drawn)]
        events = [StoredEvent(seq, *one, 0) for seq, one in enumerate(payloads, start=4)]
        self.channel.publish(events[-1].seq, events)
        asyncio.get_running_loop().call_later(0.1, self.close)

    def close(self) -> None:
        self.closing = True
        self.channel.wake()


async def always(_: Request) -> Identity:
    return READER


def drawn_cards(said: bytes) -> list[str | None]:
    """The cards that a stream says were drawn, None for a hidden one."""
    messages = [json.loads(line[6:]) for line in said.splitlines() if line.startswith(b"data: ")]
    events = [event for message in messages for event in message.get("events", ())]
    return [event.get("card") for event in events if event["type"] == "stock_drawn"]


def test_who_has_moved_to_another_seat_sees_that_ones_cards_and_no_others() -> None:
    place = Elimination()
    assert drawn_cards(follow(place, always, place.play_on)) == [None, "7d", None]


def test_an_inbox_too_shows_the_cards_of_the_seat_one_has_moved_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place, said = Elimination(), list[bytes]()
    rows: dict[str, list[Any]] = {
        inbox.READ_MARKS: [(0, 9)],
        inbox.READ_SEATS: [(9, 1, 2, 3, "playing")],
        inbox.LAST_NOTICE: [(None,)],
    }

    async def stored(_: Any, sql: str, **__: Any) -> list[Any]:
        return rows.get(sql, [])

    async def send(message: Any) -> None:
        said.append(message.get("body", b""))

    async def run() -> None:
        people: Any = SimpleNamespace(
            enter=lambda *_: SimpleNamespace(told=0), leave=lambda *_: None
        )
        hub: Any = place
        followed = inbox.Inbox(
            hub, people, hub, hub, READER, REQUEST, always, sources=lambda *_: []
        )
        task = asyncio.create_task(followed.run(asyncio.Event().wait, send))  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
        place.play_on()
        await asyncio.wait_for(task, 2)

    monkeypatch.setattr(inbox.Inbox, "_rows", stored)
    asyncio.run(run())
    assert drawn_cards(b"".join(said)) == [None, "7d", None]


class Hurried(Place):
    """Somebody moves while the table is being read for a watcher; then the house closes."""

    async def table(self, _table_id: int, *, at_least: int) -> Any:
        if not self.closing:
            self.closing = True
            self.channel.publish(5, [event(5)])
        facts = {"version": at_least, "view": lambda _: {"version": at_least}}
        return SimpleNamespace(**vars(self.reading) | facts)


def test_a_view_is_never_older_than_the_events_told_with_it() -> None:
    """Else the page believes it has seen a move that it never drew, and waits for good."""
    place = Hurried(may_be_seen_by=lambda _: True, view=lambda _: {"version": 3})

    async def identify(_: Request) -> Identity:
        return READER

    asks = Request("GET", {}, b"include=view", "127.0.0.1")
    said = follow(place, identify, lambda: place.channel.publish(4, [event(4)]), asks)
    last = json.loads(said.strip().rpartition(b"data: ")[2])
    assert last["version"] == last["view"]["version"] == 5
    assert [one["seq"] for one in last["events"]] == [4, 5]
