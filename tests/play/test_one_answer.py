"""One key has one body, and an odd request one answer, whichever door it comes to."""

import http.client
import json
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.play.site import API, WebPlayer, seat_two
from tests.running.demo import Site

pytestmark = pytest.mark.process
TWINS = 20
ODD = {
    "two hosts": ["Host: localhost", "Host: evil.example"],
    "the same host twice": ["Host: localhost", "Host: localhost"],
    "a host that is a novel": ["Host: " + "a" * 400],
    "two tokens": ["Host: localhost", "Authorization: Token a", "Authorization: Token b"],
    "two cookies": ["Host: localhost", "Cookie: a=1", "Cookie: b=2"],
    "two kinds": ["Host: localhost", "Content-Type: text/plain", "Content-Type: application/json"],
    "somebody else's host": ["Host: evil.example"],
    "no host": [],
}


def body_of(site: Site, path: str, player: WebPlayer, key: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    headers = {
        "Authorization": f"Token {player.token}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    connection.request("POST", API + path, b'{"action": {"type": "resign"}}', headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, body
    return body


def test_of_twenty_resignations_under_one_key_all_get_one_body(site: Site) -> None:
    table, players = seat_two(site.port, format="ring", rounds=2)
    for player in players:
        player.take_turn(table)
    path = f"/tables/{table}/actions/"
    with ThreadPoolExecutor(TWINS) as pool:
        at_once = list(pool.map(lambda _: body_of(site, path, players[0], "once"), range(TWINS)))
    later = body_of(site, path, players[0], "once")
    assert len({*at_once, later}) == 1, {*at_once, later}
    assert json.loads(later)["events"]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_request_gets_one_answer_at_both_doors(site: Site, odd: str) -> None:
    at_play = _sent(site, "/api/v1/tables/1/view/", ODD[odd])
    at_rest = _sent(site, "/api/v1/tables/1/", ODD[odd])
    assert at_play == at_rest == 400


def _sent(site: Site, path: str, headers: list[str]) -> int:
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as line:
        request = [f"GET {path} HTTP/1.1", *headers, "Connection: close", "", ""]
        line.sendall("\r\n".join(request).encode())
        with line.makefile("rb") as answer:
            return int(answer.readline().split()[1])
