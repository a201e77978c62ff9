"""Streams that nobody reads: the house sends no more than a buffer holds, and plays on."""

import socket
from pathlib import Path

import pytest

from tests.play.site import API, EventStream, WebPlayer, seat_two
from tests.promises.tally import sized, tell
from tests.running.demo import Demo, a_demo

pytestmark = [pytest.mark.process, pytest.mark.soak, pytest.mark.promise]

DEAF = sized(200, small=200, full=1000)
MATCHES = 3


def test_others_play_as_ever(tmp_path: Path) -> None:
    """They are at the same table: each of its events is for every deaf stream too."""
    extra = {"SHOW_TABLES": "0", "STREAMS_PER_CALLER_MAX": "100000"}
    with a_demo(tmp_path / "data", extra=extra) as demo:
        before = memory_kb(demo)
        for _ in range(MATCHES):
            table, players = seat_two(demo.port, format="ring", rounds=2)
            deaf = [deaf_stream(demo.port, table, players[0]) for _ in range(DEAF // MATCHES)]
            stream = EventStream(demo.port, table, after=0)
            while {player.take_turn(table) for player in players} != {"finished"}:
                pass
            version = players[0].view(table)["version"]
            numbers = [event["seq"] for event in stream.until(version)]
            assert numbers == list(range(1, len(numbers) + 1))
            for one in deaf:
                one.close()
        grown = memory_kb(demo) - before
        assert demo.get("/readyz")[0] == 200
        assert "was started again" not in demo.output.read_text()
        assert grown < 100 * DEAF, "what is not read is not kept"
    tell("deaf clients", tried=DEAF)


def deaf_stream(port: int, table: int, player: WebPlayer) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    head = f"GET {API}/tables/{table}/events/?view=1 HTTP/1.1\r\nHost: localhost\r\n"
    line.sendall(f"{head}Authorization: Token {player.token}\r\n\r\n".encode())
    return line


def memory_kb(demo: Demo) -> int:
    status = Path(f"/proc/{demo.child('config.serve')}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
