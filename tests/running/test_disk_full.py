"""A disk without room while people play: they are told, nothing is lost, and play goes on later."""

import http.client
import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.play.site import API, WebPlayer, choose, seat_two
from tests.promises.tally import tell
from tests.rematch.test_site_killed import assert_audited
from tests.running.demo import Demo, a_demo
from tests.running.small_disk import a_small_disk, fill

pytestmark = [pytest.mark.process, pytest.mark.soak, pytest.mark.promise]

PAGES = ("/", "/tournaments/", "/api/v1/tables/", "/healthz")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with a_small_disk(tmp_path / "disk", megabytes=300) as place:
        yield place


def test_play_waits_for_room_and_loses_nothing(disk: Path) -> None:
    with a_demo(disk / "data", extra={"SHOW_TABLES": "0"}) as demo:
        table, players = seat_two(demo.port, format="ring", rounds=2)
        play_on(table, players, most=10)
        filler = fill(disk)
        told = play_until_refused(table, players)
        assert (told["status"], told["code"]) == (503, "no_room")
        assert [(page, demo.get(page)[0]) for page in PAGES] == [(page, 200) for page in PAGES]
        filler.unlink()
        freed = time.monotonic()
        play_on(table, players, most=1)
        tell("full disk", tried=1, recovered=[time.monotonic() - freed])
        play_on(table, players, most=1000)
        assert players[0].view(table)["status"] == "finished"
        assert_nothing_died(demo)
        assert_audited(demo)


def play_on(table: int, players: list[WebPlayer], *, most: int) -> None:
    """So many moves of each, or to the end."""
    for _ in range(most):
        if {player.take_turn(table) for player in players} == {"finished"}:
            return


def play_until_refused(table: int, players: list[WebPlayer]) -> dict[str, Any]:
    """What is said to the first move for which there is no room; it is not sent again."""
    while True:
        for player in players:
            view = player.view(table)
            assert view["status"] == "playing", "the disk took a whole match"
            if view["legal"]:
                answer = sent_once(player, table, choose(view), view["version"])
                if answer["status"] != 200:
                    return answer


def sent_once(
    player: WebPlayer, table: int, action: dict[str, Any], version: int
) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", player.port, timeout=30)
    connection.request(
        "POST",
        f"{API}/tables/{table}/actions/",
        json.dumps({"action": action, "expected_version": version}),
        {
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid.uuid4()),
            "Authorization": f"Token {player.token}",
        },
    )
    answer = connection.getresponse()
    return {**json.loads(answer.read()), "status": answer.status}


def assert_nothing_died(demo: Demo) -> None:
    assert "was started again" not in demo.output.read_text()
