"""`make demo` from outside: it comes up, survives what is done to it, and leaves nothing behind."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.processes import command_of
from tests.architecture.sources import ROOT
from tests.running.demo import Demo, a_demo, launch
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "data"


@pytest.fixture(scope="module")
def demo(data_dir: Path) -> Iterator[Demo]:
    with a_demo(data_dir, from_nothing=True) as running:
        yield running


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


@pytest.mark.parametrize("pattern", ["config.serve", "celery .* worker", "celery .* beat", "bell"])
def test_a_killed_process_comes_back(demo: Demo, pattern: str) -> None:
    first = demo.kill(pattern)
    until(lambda: demo.child(pattern) not in (0, first))
    until(lambda: demo.get("/readyz") == (200, "ready\n"), seconds=40)


def test_a_killed_database_recovers_and_everything_goes_on(demo: Demo) -> None:
    first = demo.kill("postgres -D")
    until(lambda: demo.child("postgres -D") not in (0, first), seconds=40)
    until(lambda: demo.get("/readyz") == (200, "ready\n"), seconds=40)
    until(lambda: demo.get("/")[0] == 200, seconds=40)
    until(lambda: demo.get("/api/v1/tables/1/view/")[0] == 200, seconds=40)


def test_a_command_finds_the_running_database(demo: Demo) -> None:
    assert players(demo.data_dir) > 1


def test_ctrl_c_stops_everything_and_the_data_stays(demo: Demo) -> None:
    """An open stream does not hold it up. Then nothing runs: a command starts the database.

    Last of the tests that share the platform.
    """
    below = demo.processes()
    assert len(below) > 5
    before = players(demo.data_dir)
    with socket.create_connection(("127.0.0.1", demo.port), timeout=20) as stream:
        stream.sendall(b"GET /api/v1/tables/1/events/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"text/event-stream" in stream.recv(4096)
        assert demo.stop() == 0
    assert still_there(below) == []
    assert players(demo.data_dir) == before


def test_a_second_start_finds_everything_and_a_killed_supervisor_leaves_nothing(
    demo: Demo, data_dir: Path
) -> None:
    if demo.process.poll() is None:  # asked alone
        assert demo.stop() == 0
    before = players(data_dir)
    with a_demo(data_dir) as second:
        assert second.get("/readyz") == (200, "ready\n")
        assert players(data_dir) == before
        below = second.processes()
        second.process.kill()
        second.process.wait()
    until(lambda: not still_there(below))


def still_there(processes: dict[int, str]) -> list[str]:
    """Those that run on; a number given to somebody else meanwhile does not count."""
    return [args for pid, args in processes.items() if command_of(pid).split() == args.split()]


def players(data_dir: Path) -> int:
    """People only: the house calls new bots to its tables and tournaments as it goes on."""
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
