"""The supervisor's children: started again after a crash, slower each time, stopped together."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.processes import command_of
from config.supervisor import signs
from config.supervisor.children import Child, stop_all
from config.supervisor.forking import Job
from tests.architecture.sources import ROOT
from tests.running.waiting import until

pytestmark = pytest.mark.process

PATIENT = "import time; print('up', flush=True); time.sleep(600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {PATIENT}"
BROKEN = "raise SystemExit(3)"


@pytest.fixture
def children(tmp_path: Path) -> Iterator[list[Child]]:
    made: list[Child] = []
    yield made
    stop_all(made, seconds=0)


def a_child(tmp_path: Path, program: str) -> Child:
    child = Child("child", a_job(tmp_path, program), is_forked=False)
    child.start()
    return child


def a_job(tmp_path: Path, program: str) -> Job:
    return Job(("-c", program), tmp_path / "log", tmp_path, {})


def test_a_killed_child_is_started_again(tmp_path: Path, children: list[Child]) -> None:
    child = a_child(tmp_path, PATIENT)
    children.append(child)
    assert child.tend() == ""
    assert child.process is not None
    child.process.kill()
    said = until(child.tend)
    assert said == "child ended with status -9 and was started again"
    assert not child.crashed


def test_a_child_that_is_renewed_is_ended_in_order_and_counts_as_up_once_it_is_heard(
    tmp_path: Path, children: list[Child]
) -> None:
    child = a_child(tmp_path, PATIENT)
    children.append(child)
    first = child.process
    assert child.renew() == "child was ended and was started again"
    assert first is not None
    assert first.wait(0) == -signal.SIGTERM
    assert child.process is not first
    assert child.is_up, "it gives no signs, so that it runs is all there is to know"
    assert child.tend() == ""


def test_a_child_that_keeps_crashing_is_started_ever_more_slowly(
    tmp_path: Path, children: list[Child]
) -> None:
    child = a_child(tmp_path, BROKEN)
    children.append(child)
    waits = []
    for _ in range(3):
        before = child.started_at
        until(child.tend)
        waits.append(child.started_at - before)
    assert waits[0] >= 0.2
    assert waits[1] >= 0.5
    assert waits[2] >= 1.0


def test_a_child_that_cannot_be_started_is_tried_again(
    tmp_path: Path, children: list[Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The supervisor looks after the others meanwhile."""

    def refuse(_job: Job) -> None:
        raise OSError("no room for another process")

    child = a_child(tmp_path, PATIENT)
    children.append(child)
    assert child.process is not None
    child.process.kill()
    with monkeypatch.context() as patched:
        patched.setattr("config.supervisor.children.start", refuse)
        assert until(child.tend).endswith("cannot be started: no room for another process")
    assert until(child.tend).endswith("was started again")


def test_stopping_asks_first_and_insists_then(tmp_path: Path) -> None:
    children = [a_child(tmp_path / name, DEAF) for name in made(tmp_path, "a", "b")]
    for child in children:
        until(lambda child=child: "up" in child.log_end())  # type: ignore[misc]
    begun = time.monotonic()
    stop_all(children, seconds=0.3)
    assert all(child.crashed for child in children)
    assert time.monotonic() - begun < 5


def test_a_large_log_is_put_aside_before_a_start(tmp_path: Path, children: list[Child]) -> None:
    (tmp_path / "log").write_bytes(b"x" * 5_000_001)
    children.append(a_child(tmp_path, PATIENT))
    assert (tmp_path / "log.1").exists()
    until(lambda: children[0].log_end() == "up")


def made(tmp_path: Path, *names: str) -> tuple[str, ...]:
    for name in names:
        (tmp_path / name).mkdir()
    return names


LIVELY = """
import os, signal, socket, sys, time
mouth = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
print('up', flush=True)
while True:
    mouth.sendto(b'READY=1\\nWATCHDOG=1', os.environ['NOTIFY_SOCKET'])
    time.sleep(0.05)
"""


@pytest.fixture
def lively(
    tmp_path: Path, children: list[Child], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Child]:
    """A child that gives signs of life, listened to by somebody impatient."""
    monkeypatch.setattr(signs, "FIRST_LOOKS_MAX", 200)
    monkeypatch.setattr(signs, "LOOKS_MAX", 20)
    with tempfile.TemporaryDirectory() as near:  # a socket's path is short
        heard = signs.Signs(Path(near) / "child")
        child = Child("child", a_job(tmp_path, LIVELY), is_forked=False, signs=heard)
        child.start()
        children.append(child)
        until(lambda: child.tend() or heard.heard)
        yield child


def test_who_gives_signs_of_life_is_left_in_peace(lively: Child) -> None:
    first = lively.process
    for _ in range(60):
        assert lively.tend() == ""
        time.sleep(0.03)
    assert lively.process is first


def test_a_child_that_is_stopped_is_replaced(lively: Child) -> None:
    assert lively.process is not None
    first = lively.process
    os.kill(first.pid, signal.SIGSTOP)
    assert until(lively.tend) == "child gave no sign of life, was ended, and was started again"
    assert first.returncode == -signal.SIGKILL
    until(lambda: lively.tend() or (lively.signs is not None and lively.signs.heard))
    assert lively.process is not first


def test_a_child_that_never_says_anything_is_replaced(lively: Child, tmp_path: Path) -> None:
    assert lively.process is not None
    lively.process.kill()
    lively.job = a_job(tmp_path, PATIENT)
    until(lively.tend)
    assert until(lively.tend).startswith("child gave no sign of life")


def test_how_often_a_child_went_down_is_said(tmp_path: Path, children: list[Child]) -> None:
    child = a_child(tmp_path, BROKEN)
    children.append(child)
    until(child.tend)
    assert "status 3, 2 times in a row, and was started again" in until(child.tend)


ORPHANING = """
import os, subprocess, sys, time
from pathlib import Path
from config.supervisor.children import Child
from config.supervisor.forking import Job
job = Job(("-c", sys.argv[1]), Path(sys.argv[2]), Path("."), {})
child = Child("child", job, is_forked=False)
child.start()
print(child.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("is_stopped", [True, False])
def test_not_even_a_deaf_or_stopped_child_outlives_a_killed_supervisor(
    tmp_path: Path, is_stopped: bool
) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", ORPHANING, DEAF, str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as supervisor:
        assert supervisor.stdout is not None
        pid = int(supervisor.stdout.readline())
        until(lambda: log.exists() and "up" in log.read_text())
        if is_stopped:
            os.kill(pid, signal.SIGSTOP)
        supervisor.kill()
    until(lambda: not command_of(pid))
