"""The stream says that there is news in the talk, never what, and resuming does not notice."""

import asyncio
from typing import Any

from games.live.http import Request
from games.live.identity import Identity
from games.live.streaming import streams
from tests.play.test_streams import READER, REQUEST, Place, event


def follow(place: Place, *steps: Any) -> list[bytes]:
    """What a stream says while these things happen at its table one after the other."""
    said: list[bytes] = []

    async def send(message: Any) -> None:
        said.append(message.get("body", b""))

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def identify(_: Request) -> Identity:
        return READER

    async def run() -> None:
        hub: Any = place
        stream = streams.Stream(hub, hub, READER, REQUEST, identify, late=hub)
        task = asyncio.create_task(stream.run(hub.reading, receive, send))
        for step in (lambda: None, *steps):
            step()
            await asyncio.sleep(0.02)
        gone.set()
        await asyncio.wait_for(task, 2)

    gone = asyncio.Event()
    asyncio.run(run())
    return said


def test_each_message_is_signalled_once_without_a_number_of_the_log() -> None:
    place = Place(may_be_seen_by=lambda _: True)
    channel = place.channel

    def two_at_once() -> None:
        channel.said(2)
        channel.said(3)

    said = follow(
        place,
        lambda: channel.said(1),
        lambda: channel.said(1),
        lambda: channel.publish(4, [event(4)]),
        two_at_once,
        lambda: channel.said(2),
    )
    rings = [text for text in said if text.startswith(b"event: chat")]
    assert rings == [
        b'event: chat\ndata: {"last":1}\n\n',
        b'event: chat\ndata: {"last":3}\n\n',
    ]
    assert [text.split(b"\n")[0] for text in said if text.startswith(b"id:")] == [
        b"id: 3",
        b"id: 4",
    ]
    assert b"event: here\n" not in said


def test_who_comes_later_is_not_told_of_what_was_said_before() -> None:
    place = Place(may_be_seen_by=lambda _: True)
    place.channel.said(7)
    said = follow(place)
    assert not [text for text in said if b"event: chat" in text]
