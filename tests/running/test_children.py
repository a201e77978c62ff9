"""The supervisor's children: started again after a crash, slower each time, stopped together."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.supervisor.children import Child, stop_all
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
    child = Child("child", [sys.executable, "-c", program], tmp_path / "log", tmp_path, {})
    child.start()
    return child


def test_a_killed_child_is_started_again(tmp_path: Path, children: list[Child]) -> None:
    child = a_child(tmp_path, PATIENT)
    children.append(child)
    assert child.tend() == ""
    assert child.process is not None
    child.process.kill()
    said = until(child.tend)
    assert said == "child ended with status -9 and was started again"
    assert not child.crashed


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
