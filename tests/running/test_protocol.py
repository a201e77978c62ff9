"""A request's head has an end, in bytes and in seconds."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from config.serving import protocol

pytestmark = pytest.mark.thorough

OK = b"HTTP/1.1 200 OK"


async def _application(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"fine"})


def say(*pieces: bytes, to: Any = _application, kind: type = protocol.BoundedHttp) -> bytes:
    """What the server answers to pieces sent one after the other, until it hangs up."""

    async def run() -> bytes:
        config = uvicorn.Config(to, log_config=None, timeout_keep_alive=1)
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: kind(config, state, {}), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0.02)
        except ConnectionError:
            pass
        try:
            return await asyncio.wait_for(reader.read(), 3)
        except ConnectionError:
            return b"cut off"
        finally:
            writer.close()
            server.close()

    return asyncio.run(run())


def test_requests_in_pieces_are_served_one_after_the_other() -> None:
    answer = say(
        b"GET / HT", b"TP/1.1\r\nhost: x\r\n", b"\r\n", b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
    )
    assert answer.count(OK) == 2


def test_a_large_body_is_no_large_head() -> None:
    head = b"POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 200000\r\n\r\n"
    assert say(head + b"a" * 200_000).startswith(OK)


def test_a_head_without_end_is_cut_off() -> None:
    answer = say(b"GET / HTTP/1.1\r\nhost: x\r\nx: ", *[b"a" * 40_000] * 4)
    assert OK not in answer
    assert answer == b"cut off" or answer.startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize("said", [[], [b"GET / HTTP/1.1\r\n"], [b"GET / HT", b"TP"]])
def test_who_says_nothing_whole_is_not_waited_for(
    said: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    assert say(*said) == b""


def test_a_slow_second_request_is_not_waited_for_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    answer = say(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n", b"GET / HTTP/1.1\r\nhost: ")
    assert answer.count(OK) == 1


def writes_of(*pieces: bytes, to: Any = _application) -> list[bytes]:
    """What the server hands to the kernel, each time."""
    writes: list[bytes] = []

    class Line:
        def __init__(self, transport: asyncio.Transport) -> None:
            self._transport = transport

        def write(self, data: bytes) -> None:
            writes.append(data)
            self._transport.write(data)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._transport, name)

    class Watched(protocol.BoundedHttp):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(Line(transport))  # type: ignore[arg-type]

    assert say(*pieces, to=to, kind=Watched) == b"".join(writes)
    return writes


def test_an_answer_is_one_write_whatever_was_asked_before_it() -> None:
    ask = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
    first, second = writes_of(ask, ask)
    assert first.startswith(OK)
    assert b"fine" in first
    assert b"fine" in second
    assert len(writes_of(ask + ask)) == 2


def test_who_asks_for_the_head_alone_gets_it() -> None:
    (head,) = writes_of(b"HEAD / HTTP/1.1\r\nhost: x\r\n\r\n")
    assert head.startswith(OK)
    assert b"fine" not in head


def test_who_waits_to_be_told_to_continue_is_told_before_the_answer() -> None:
    head = b"POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 4\r\n\r\n"
    told, answer = writes_of(head, b"body")
    assert told == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert answer.startswith(OK)
    assert b"fine" in answer


def test_of_a_stream_only_the_first_words_go_with_the_head() -> None:
    async def stream(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for word in (b"one", b"two"):
            await send({"type": "http.response.body", "body": word, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    one, two, end = writes_of(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n", to=stream)
    assert one.startswith(OK)
    assert one.endswith(b"3\r\none\r\n")
    assert two == b"3\r\ntwo\r\n"
    assert end == b"0\r\n\r\n"


def test_an_answer_that_breaks_off_after_its_head_still_sends_it() -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError

    (head,) = writes_of(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n", to=broken)
    assert head.startswith(OK)
