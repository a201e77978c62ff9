"""Told to stop while it is still making its tables, the platform does not finish that first."""

import signal
from collections.abc import Iterator
from typing import Any, Self

import pytest

from config.supervisor.platform import Platform

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
    monkeypatch.setattr(made, "_web", lambda _socket: None)
    monkeypatch.setattr(made, "_start", lambda _children: None)
    return made


class _Held:
    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        return None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["migrate", "seed_demo"])
def test_a_signal_while_tables_are_made_or_filled_stops_at_once(
    platform: Platform, monkeypatch: pytest.MonkeyPatch, number: int, command: str
) -> None:
    begun: list[str] = []

    def call(name: str, **_options: object) -> None:
        begun.append(name)
        if name == command:
            signal.raise_signal(number)
            pytest.fail("it went on")

    monkeypatch.setattr("config.supervisor.platform.call_command", call)
    platform.run()
    assert begun[-1] == command


def test_a_signal_before_that_is_not_forgotten(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came while PostgreSQL was being started, which is not left half done."""
    monkeypatch.setattr(platform, "_start_database", lambda: signal.raise_signal(signal.SIGTERM))
    monkeypatch.setattr(
        "config.supervisor.platform.call_command", lambda *_told: pytest.fail("it began")
    )
    platform.run()
