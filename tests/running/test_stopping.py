"""Told to stop while it is still making its tables, the platform does not finish that first."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, Self

import pytest
from django.conf import settings

from config.embedded.processes import start_child
from config.supervisor.forking import Job
from config.supervisor.platform import CannotStart, Platform

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Platform:
    """One without a database of its own, that notes what it does."""
    made = Platform(reload=False)
    monkeypatch.setattr("config.supervisor.platform.hold", lambda _path: _Held())
    monkeypatch.setattr(made, "_listen", _Held)
    monkeypatch.setattr(made, "_start_database", lambda: None)
    monkeypatch.setattr(made, "_webs", lambda _socket: [])
    monkeypatch.setattr(made, "_start", lambda _children: None)
    return made


class _Held:
    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        return None


Prepare = Callable[[str], list[subprocess.Popen[bytes]]]


@pytest.fixture
def prepared_by(monkeypatch: pytest.MonkeyPatch) -> Prepare:
    """Lets a program run in the place of `manage.py prepare`; the processes that were started."""
    settings.PLACES.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
    started: list[subprocess.Popen[bytes]] = []

    def by(program: str) -> list[subprocess.Popen[bytes]]:
        def run(job: Job) -> subprocess.Popen[bytes]:
            assert job.output is not None
            with job.log.open("ab") as log:
                command = [sys.executable, "-c", program]
                started.append(start_child(command, output=job.output.fileno(), errors=log))
            return started[-1]

        monkeypatch.setattr("config.supervisor.platform.fork", run)
        return started

    return by


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("said", ["pass", "print('tables made', flush=True)"])
def test_a_signal_while_tables_are_made_or_filled_stops_at_once(
    platform: Platform, prepared_by: Prepare, number: signal.Signals, said: str
) -> None:
    """It is told to stop by what it waits for, which would go on for minutes."""
    stop = f"os.kill(os.getppid(), {int(number)})"
    started = prepared_by(f"import os, time; {said}; {stop}; time.sleep(600)")
    platform.run()
    assert [child.returncode for child in started] == [-signal.SIGKILL]


def test_a_signal_before_that_is_not_forgotten(
    platform: Platform, prepared_by: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came while PostgreSQL was being started, which is not left half done."""
    started = prepared_by("pass")
    monkeypatch.setattr(platform, "_start_database", lambda: signal.raise_signal(signal.SIGTERM))
    platform.run()
    assert started == []


def test_tables_that_cannot_be_made_are_told_with_what_was_said(
    platform: Platform, prepared_by: Prepare
) -> None:
    prepared_by("import sys; sys.exit('no room')")
    with pytest.raises(CannotStart, match="no room"):
        platform.run()
