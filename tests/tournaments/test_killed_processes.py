"""Tournaments on a running platform whose processes are killed at random moments meanwhile.

Four kills in the default run; twenty in `make soak`, there with a broker of its own where Redis is
installed, so that it dies apart from the database and takes every message with it. Each run prints
its seed; `JETON_KILL_SEED` repeats one.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.running.demo import Demo, a_demo, free_port
from tests.running.waiting import until
from tests.tournaments.evening import Evening

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.timeout(600)]

VICTIMS = {
    "worker": "celery .* worker",
    "beat": "celery .* beat",
    "bell": "manage.py bell",
    "database": "postgres -D",
}
QUIET = {"SHOW_TABLES": "0"}
LATEST_SECONDS = 2.5


@dataclass(slots=True)
class Redis:
    """A broker that forgets everything when it dies."""

    home: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            ["redis-server", *options, "--dir", str(self.home)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextmanager
def a_broker(home: Path) -> Iterator[Redis | None]:
    if shutil.which("redis-server") is None:
        yield None
        return
    broker = Redis(home)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


@dataclass(slots=True)
class Killer:
    """Kills processes of a platform, one after another, at random moments."""

    site: Demo
    dice: random.Random
    broker: Redis | None = None
    killed: list[str] = field(default_factory=list)

    def strike(self, victim: str) -> None:
        time.sleep(self.dice.uniform(0, LATEST_SECONDS))  # a random moment is what is tested
        if victim == "broker" and self.broker is not None:
            self.broker.kill()
            self.broker.start()
        else:
            self.site.kill(VICTIMS[victim])
        self.killed.append(victim)

    def order(self, kills: int) -> list[str]:
        """Every victim equally often, in random order."""
        victims = [*VICTIMS, *(["broker"] if self.broker else [])]
        found = [victims[turn % len(victims)] for turn in range(kills)]
        self.dice.shuffle(found)
        return found


def seeded() -> random.Random:
    seed = int(os.environ.get("JETON_KILL_SEED") or time.time_ns() % 1_000_000)
    print(f"JETON_KILL_SEED={seed}")  # noqa: T201 - how to repeat what failed
    return random.Random(seed)


def strike_while_it_lasts(killer: Killer, evening: Evening, victims: list[str]) -> list[str]:
    """Kill until it is over, and see it go on after each; returns who was spared."""
    while victims and not evening.is_over():
        played = evening.rounds
        killer.strike(victims[0])
        until(
            lambda: evening.goes_on_from(played),  # noqa: B023
            seconds=120,
            what=f"another round after {killer.killed}",
        )
        victims = victims[1:]
    return victims


def test_it_ends_with_clean_books_whoever_is_killed(tmp_path: Path) -> None:
    with a_demo(tmp_path / "data", extra=QUIET) as site:
        killer = Killer(site, seeded())
        evening = Evening.publish(site, players=8, stack=60)
        strike_while_it_lasts(killer, evening, killer.order(len(VICTIMS)))
        until(evening.is_over, seconds=300, what=f"the end after {killer.killed}")
        evening.require_a_sound_end()


@pytest.mark.soak
@pytest.mark.timeout(3_000)
def test_twenty_kills_of_worker_beat_bell_broker_and_database(tmp_path: Path) -> None:
    """A tournament that ends before all have struck is followed by another."""
    with a_broker(tmp_path) as broker:
        extra = QUIET | ({"CELERY_BROKER_URL": broker.url} if broker else {})
        with a_demo(tmp_path / "data", extra=extra) as site:
            killer = Killer(site, seeded(), broker)
            victims = killer.order(20)
            while victims:
                evening = Evening.publish(site, players=24, stack=400)
                victims = strike_while_it_lasts(killer, evening, victims)
                until(evening.is_over, seconds=900, what=f"the end after {killer.killed}")
                evening.require_a_sound_end()
    assert len(killer.killed) == 20
