"""`make demo` from outside: it comes up, survives what is done to it, and leaves nothing behind.

That it comes up from nothing is shown by every run of tests, whose platforms are copies of one that
did (`tests/running/demo.py`).
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.processes import command_of
from config.embedded.roles import WEB
from tests.architecture.sources import ROOT
from tests.chance import dice
from tests.running.demo import Demo, a_demo, launch
from tests.running.waiting import until

pytestmark = [pytest.mark.process]
KILLED = [
    "config.serve",
    "celery .* worker",
    "manage.py dispatcher",
    "postgres -D",
    "jeton fork server",
]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "data"


@pytest.fixture(scope="module")
def demo(data_dir: Path) -> Iterator[Demo]:
    with a_demo(data_dir) as running:
        yield running


@pytest.fixture(scope="module")
def before(demo: Demo) -> int:
    """How many people there were in the beginning; no test here makes another."""
    return people(demo)


def test_it_answers_at_its_address(demo: Demo) -> None:
    assert demo.get("/healthz") == (200, "ok\n")
    assert demo.get("/readyz") == (200, "ready\n")
    assert demo.get("/")[0] == 200
    assert demo.get("/admin/login/")[0] == 302  # to where everybody signs in
    assert demo.get("/static/admin/css/base.css")[0] == 200
    assert demo.get("/api/v1/tables/999999/view/")[0] == 404


def test_it_says_where_it_is_and_who_may_come_in(demo: Demo) -> None:
    said = demo.output.read_text()
    assert f"http://localhost:{demo.port}" in said
    assert "Password" in said


def test_a_second_start_on_the_same_data_is_refused(demo: Demo, data_dir: Path) -> None:
    second = launch(data_dir)
    assert second.process.wait(60) == 1
    said = " ".join(second.output.read_text().split())
    assert f"in use by process {demo.process.pid}" in said


def test_a_taken_port_is_named(demo: Demo, tmp_path: Path) -> None:
    second = launch(tmp_path / "other", port=demo.port)
    assert second.process.wait(60) == 1
    said = " ".join(second.output.read_text().split())
    assert f"port {demo.port} on 127.0.0.1 cannot be used" in said
    assert "set PORT" in said


def test_a_low_priority_of_one_process_gives_way_to_the_others(demo: Demo) -> None:
    """Linux weighs priorities within a session only; each leads a group, which is what is ended."""
    pids = [
        until(partial(demo.child, name), what=name)
        for name in ("config.serve", "celery .* worker", "manage.py dispatcher")
    ]
    assert len({os.getsid(pid) for pid in pids}) == 1
    assert [os.getpgid(pid) for pid in pids] == pids


def test_a_killed_process_comes_back(demo: Demo) -> None:
    """One of them, drawn by the seed: tests of play and of tournaments kill others."""
    comes_back(demo, dice("killed process").choice(KILLED))


@pytest.mark.soak
@pytest.mark.parametrize("pattern", KILLED)
def test_each_killed_process_comes_back(demo: Demo, pattern: str) -> None:
    comes_back(demo, pattern)


def comes_back(demo: Demo, pattern: str) -> None:
    first = demo.kill(pattern)
    until(lambda: demo.child(pattern) not in (0, first))
    for path in ("/readyz", "/", "/api/v1/tables/1/view/"):
        until(lambda: demo.get(path)[0] == 200)  # noqa: B023


def test_ctrl_c_stops_everything_and_the_data_stays(demo: Demo, before: int) -> None:
    """An open stream does not hold it up. Then nothing runs: a command starts the database.

    Last of the tests that share the platform.
    """
    below = demo.processes()
    assert len(below) > 5
    assert people(demo) == before > 1
    with socket.create_connection(("127.0.0.1", demo.port), timeout=20) as stream:
        stream.sendall(b"GET /api/v1/tables/1/events/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"text/event-stream" in stream.recv(4096)
        assert demo.stop() == 0
    until(lambda: not still_there(below))
    assert players(demo.data_dir) == before


def test_a_second_start_finds_everything_and_a_killed_supervisor_leaves_nothing(
    demo: Demo, before: int, data_dir: Path
) -> None:
    if demo.process.poll() is None:  # asked alone
        assert demo.stop() == 0
    with a_demo(data_dir) as second:
        assert second.get("/readyz") == (200, "ready\n")
        assert players(data_dir) == before, "a command finds the running database"
        below = second.processes()
        second.process.kill()
        second.process.wait()
    until(lambda: not still_there(below))


def still_there(processes: dict[int, str]) -> list[str]:
    """Those that run on; a number given to somebody else meanwhile does not count."""
    return [args for pid, args in processes.items() if command_of(pid).split() == args.split()]


def people(demo: Demo) -> int:
    """Without bots: the house calls new ones to its tables and tournaments as it goes on."""
    with psycopg.connect(Places(demo.data_dir).dsn(WEB)) as looking:
        row = looking.execute("SELECT count(*) FROM accounts_player WHERE bot_key = ''").fetchone()
    assert row is not None
    return int(row[0])


def players(data_dir: Path) -> int:
    """The same people, counted by a command, which starts the database where it does not run."""
    program = (
        "from accounts.models import Player;"
        "print('players', Player.objects.filter(bot_key='').count())"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", program],
        env=dict(os.environ) | {"DATA_DIR": str(data_dir)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout.rpartition("players ")[2])
