"""Tournaments on a running platform whose processes are killed at random moments meanwhile.

One kill in the default run, after one of the broker where Redis or RabbitMQ is installed; twenty in
`make soak`. With a broker of its own it dies apart from the database and takes every message with
it. What is drawn comes from the run's seed, which `JETON_SEED` repeats.
"""

import random
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.chance import dice
from tests.running.brokers import Broker, RabbitMQ, Redis, a_broker
from tests.running.demo import Demo, a_demo
from tests.running.measuring import Watcher
from tests.running.test_broker_away import goes_on_without
from tests.running.waiting import until
from tests.tournaments.evening import Evening

pytestmark = [pytest.mark.process, pytest.mark.slow]

VICTIMS = {
    "worker": "celery .* worker",
    "dispatcher": "manage.py dispatcher",
    "database": "postgres -D",
}
QUIET = {"SHOW_TABLES": "0"}
LATEST_SECONDS = 2.5


@dataclass(slots=True)
class Killer:
    """Kills processes of a platform, one after another, at random moments."""

    site: Demo
    dice: random.Random
    broker: Broker | None = None
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
    """First the broker is away for a while and play goes on, then somebody drawn is killed."""
    drawn = dice("kills")
    brokers = [kind for kind in (Redis, RabbitMQ) if kind.is_here()]
    with a_broker(drawn.choice(brokers), tmp_path) if brokers else nullcontext() as broker:
        extra = QUIET | ({"CELERY_BROKER_URL": broker.url} if broker else {})
        with a_demo(tmp_path / "data", extra=extra) as site:
            killer, watcher = Killer(site, drawn), Watcher(site)
            until(watcher.workers_are_heard, what="workers")
            evening = Evening.publish(site, players=4, stack=120)
            until(lambda: evening.goes_on_from(0), seconds=120, what="a tournament under way")
            if broker:
                goes_on_without(broker, watcher, evening, events=10, rounds=1)
            strike_while_it_lasts(killer, evening, [drawn.choice(list(VICTIMS))])
            until(evening.is_over, seconds=300, what=f"the end after {killer.killed}")
            evening.require_a_sound_end()
            evening.require_verified(tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(3_000)
def test_twenty_kills_of_worker_dispatcher_broker_and_database(tmp_path: Path) -> None:
    """A tournament that ends before all have struck is followed by another."""
    with a_broker(Redis, tmp_path) if Redis.is_here() else nullcontext() as broker:
        extra = QUIET | ({"CELERY_BROKER_URL": broker.url} if broker else {})
        with a_demo(tmp_path / "data", extra=extra) as site:
            killer = Killer(site, dice("many kills"), broker)
            victims = killer.order(20)
            while victims:
                evening = Evening.publish(site, players=24, stack=400)
                victims = strike_while_it_lasts(killer, evening, victims)
                until(evening.is_over, seconds=900, what=f"the end after {killer.killed}")
                evening.require_a_sound_end()
    assert len(killer.killed) == 20
