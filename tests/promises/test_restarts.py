"""Play processes restarted one after another behind HAProxy: no request fails."""

import shutil
import signal
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.chance import dice
from tests.play.site import WebPlayer, seat_two
from tests.promises.house import House, Unit, a_house
from tests.promises.tally import sized, tell
from tests.running.test_web_start import ask
from tests.running.waiting import until
from tests.skipping import OPTIONAL

pytestmark = [pytest.mark.process, pytest.mark.soak, pytest.mark.promise]

TIMES = sized(1, small=1, full=20)
CALLERS = 4


@dataclass(slots=True)
class Caller:
    """Asks for a table's view and a page in turn, on new connections, and asks nothing twice."""

    port: int
    table: int
    player: WebPlayer
    over: threading.Event
    asked: int = 0
    failed: list[str] = field(default_factory=list)

    def ask_on(self) -> None:
        by_token = {"Authorization": f"Token {self.player.token}"}
        while not self.over.is_set():
            for path in (f"/api/v1/tables/{self.table}/view/", "/"):
                self.asked += 1
                status, _, text = ask(self.port, path, headers=by_token)
                self.failed += [f"{path}: {status} {text[:200]!r}"] if status != 200 else []


def test_no_request_fails(tmp_path: Path) -> None:
    if not shutil.which("haproxy"):
        pytest.skip(f"{OPTIONAL}no haproxy here (Debian: apt install haproxy)")
    over = threading.Event()
    with a_house(tmp_path, dice("restarts"), None) as house:
        callers = [_caller(house, over) for _ in range(CALLERS)]
        threads = [threading.Thread(target=caller.ask_on) for caller in callers]
        for thread in threads:
            thread.start()
        for unit in house.units * TIMES:
            _restart(unit)
        over.set()
        for thread in threads:
            thread.join(60)
    asked = sum(caller.asked for caller in callers)
    failed = [failure for caller in callers for failure in caller.failed]
    tell("restarts", tried=asked, lost=len(failed))
    assert failed == []


def _caller(house: House, over: threading.Event) -> Caller:
    table, players = seat_two(house.port, format="ring", rounds=1)
    return Caller(house.port, table, players[0], over)


def _restart(unit: Unit) -> None:
    """As `systemctl restart` does: told to stop, waited for, started; then the next one's turn."""
    assert unit.process is not None
    unit.process.send_signal(signal.SIGTERM)
    assert unit.process.wait(60) in (0, -signal.SIGTERM)
    unit.watch()
    until(unit.is_ready, what="the process again")
