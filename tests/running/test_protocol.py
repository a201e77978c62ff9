"""A request's head has an end, in bytes and in seconds."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from config.serving import protocol

OK = b"HTTP/1.1 200 OK"


async def _application(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"fine"})


def say(*pieces: bytes) -> bytes:
    """What the server answers to pieces sent one after the other, until it hangs up."""

    async def run() -> bytes:
        config = uvicorn.Config(_application, log_config=None, timeout_keep_alive=1)
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: protocol.BoundedHttp(config, state, {}), "127.0.0.1", 0
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
