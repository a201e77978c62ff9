"""Two web processes of one house: what may be had in it is had once, and not at each of them."""

import http.client
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.play.site import WebPlayer
from tests.running.test_web_start import a_web, ask
from tests.running.waiting import until

pytestmark = pytest.mark.process

PROCESSES = 2
PER_SECOND, STREAMS, SIGN_UPS = 12, 9, 4
LIMITS = {
    "VIEWS_PER_SECOND_MAX": str(PER_SECOND),
    "STREAMS_PER_CALLER_MAX": str(STREAMS),
    "GUESTS_PER_HOUR_MAX": str(SIGN_UPS),
}
SECONDS = 2.0
NOWHERE = "/api/v1/tables/1/view/"


@pytest.fixture
def ports(tmp_path: Path, migrated_database_url: dict[str, str]) -> Iterator[list[int]]:
    with ExitStack() as stack:
        found = []
        for number in range(PROCESSES):
            (tmp_path / str(number)).mkdir()
            environ = migrated_database_url | LIMITS
            found.append(stack.enter_context(a_web(tmp_path / str(number), environ)))
        until(lambda: all(ask(port, "/readyz")[0] == 200 for port in found))
        yield found


def at_once(ports: list[int], work: Callable[[int], object]) -> None:
    threads = [threading.Thread(target=work, args=(port,)) for port in ports]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def views_in(ports: list[int], seconds: float) -> int:
    """How many a visitor is given who asks all these as fast as they answer."""
    given: Counter[int] = Counter()
    until_then = time.monotonic() + seconds

    def look(port: int) -> None:
        while time.monotonic() < until_then:
            given[ask(port, NOWHERE)[0]] += 1

    at_once(ports, look)
    assert given.keys() <= {404, 429}, given
    return given[404]


@contextmanager
def streams_of(player: WebPlayer, ports: list[int], each: int) -> Iterator[Counter[int]]:
    """So many streams of a player opened at each process at once; their statuses."""
    open_ones: list[http.client.HTTPConnection] = []
    statuses: Counter[int] = Counter()

    def follow(port: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        open_ones.append(connection)
        by_token = {"Authorization": f"Token {player.token}"}
        connection.request("GET", "/api/v1/me/events/", headers=by_token)
        statuses[connection.getresponse().status] += 1

    try:
        at_once(ports * each, follow)
        yield statuses
    finally:
        for connection in open_ones:
            connection.close()


def sign_up(port: int) -> int:
    """The status of a form that is sent empty."""
    _, headers, text = ask(port, "/accounts/signup/")
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', text)
    assert token
    form = urlencode({"csrfmiddlewaretoken": token[1]})
    cookie = headers["set-cookie"].partition(";")[0]
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    return ask(port, "/accounts/signup/", method="POST", body=form, headers=kind)[0]


def test_a_limit_is_one_for_the_house(ports: list[int]) -> None:
    player = WebPlayer.arrive(ports[0])
    statuses = [sign_up(port) for port in ports * 2]
    assert statuses == [200] * SIGN_UPS + [429] * (len(statuses) - SIGN_UPS)

    time_to_know_each_other = time.monotonic() + 4  # they look every three seconds
    until(lambda: time.monotonic() > time_to_know_each_other)
    most = PER_SECOND * (2 + SECONDS)
    assert most / 3 < views_in(ports, SECONDS) <= most + PROCESSES * PER_SECOND / 2
    with streams_of(player, ports, each=STREAMS) as statuses_of_streams:
        assert 0 < statuses_of_streams[200] <= STREAMS, statuses_of_streams
    until(lambda: _all_of_them_at(player, ports[0]), what="all streams of the house at one process")


def _all_of_them_at(player: WebPlayer, port: int) -> bool:
    with streams_of(player, [port], each=STREAMS) as statuses:
        return statuses[200] == STREAMS
