"""A running platform whose processes begin anew, one after another: no request fails for it."""

import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest
from jeton_client import Client, Unreachable

from tests.play.site import WebPlayer, seat_two
from tests.promises.test_restarts import Caller
from tests.running.demo import Demo, a_demo
from tests.running.waiting import until
from tests.tournaments.evening import manage

pytestmark = [pytest.mark.process, pytest.mark.soak]


class Follower(threading.Thread):
    """Follows a table by the Python client and keeps the numbers of its events."""

    def __init__(self, port: int, table: int, player: WebPlayer) -> None:
        super().__init__(daemon=True)
        self.numbers: list[int] = []
        self._table = table
        self._client = Client(f"http://127.0.0.1:{port}", player.token)

    def run(self) -> None:
        """Until the platform is gone for good, which is when the test is over."""
        following = closing(self._client.follow(self._table, after=0))
        with suppress(Unreachable), self._client, following as updates:
            for update in updates:
                self.numbers += [event["seq"] for event in update.events]


def webs(demo: Demo) -> set[int]:
    """The web processes, by number."""
    return {pid for pid, command in demo.processes().items() if "config.serve" in command}


def test_requests_are_answered_and_streams_resumed_while_all_begin_anew(tmp_path: Path) -> None:
    with a_demo(tmp_path / "data", extra={"WEB_PROCESSES": "2", "SHOW_TABLES": "0"}) as demo:
        table, players = seat_two(demo.port, format="ring", rounds=30)
        follower = Follower(demo.port, table, players[0])
        follower.start()
        over = threading.Event()
        callers = [Caller(demo.port, table, player, over) for player in players]
        threads = [threading.Thread(target=caller.ask_on) for caller in callers]
        before = webs(demo)
        assert len(before) == 2
        for thread in threads:
            thread.start()
        manage(demo, "restart")
        while "dispatcher was ended and was started again" not in demo.output.read_text():
            for player in players:
                player.take_turn(table)
        over.set()
        for thread in threads:
            thread.join(60)
        assert len(webs(demo)) == 2
        assert not before & webs(demo)

        assert [failure for caller in callers for failure in caller.failed] == []
        assert sum(caller.asked for caller in callers) > 20
        version = players[0].view(table)["version"]
        until(lambda: follower.numbers and follower.numbers[-1] >= version)
        assert follower.numbers == list(range(1, len(follower.numbers) + 1))
        assert sum(len(player.journal) for player in players) > 5
        assert [one for player in players for one in player.refusals] == []
