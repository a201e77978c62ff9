"""Streams without a network: nothing is skipped, and they end for whoever may not follow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from games.play import following, streams
from games.play.http import Request
from games.play.hub import Channel
from games.play.identity import Identity
from games.services.commands import StoredEvent
from games.services.errors import NotAllowed

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
            table_id=1, version=3, status="playing", seat_of=lambda _: None, **reading
        )
        self.channel = Channel(1)

    def enter(self, _table_id: int, bell: asyncio.Event) -> Channel:
        self.channel.bells.add(bell)
        return self.channel

    def leave(self, channel: Channel, bell: asyncio.Event) -> None:
        channel.bells.discard(bell)

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
        stream = streams.Stream(place, place, READER, request, identify)
        task = asyncio.create_task(stream.run(place.reading, receive, send))
        await asyncio.sleep(0.01)
        happens()
        await asyncio.wait_for(task, 2)

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
    place.reading.status = "open"

    async def identify(_: Request) -> Identity:
        return READER

    def happens() -> None:
        sees[0] = False
        place.channel.publish(4, [event(4)])

    said = follow(place, identify, happens)
    assert b"id: 3" in said
    assert b"id: 4" not in said


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
