"""A broker that dies while tables with bots and a tournament are played: the house plays on.

In every run of tests one of them dies in tests/tournaments/test_killed_processes; here each does,
beside more tables and for longer.
"""

import time
from pathlib import Path
from threading import Thread

import pytest

from tests.running.brokers import Broker, RabbitMQ, Redis, a_broker
from tests.running.demo import a_demo
from tests.running.measuring import Watcher
from tests.running.waiting import until
from tests.tournaments.evening import Evening

pytestmark = [pytest.mark.process, pytest.mark.soak]


@pytest.mark.parametrize("kind", [Redis, RabbitMQ])
def test_bots_clocks_and_tournaments_go_on_without_the_broker(
    kind: type[Redis | RabbitMQ], tmp_path: Path
) -> None:
    """And go back to the workers when it is there again."""
    home = tmp_path / "broker"
    home.mkdir()
    with a_broker(kind, home) as broker:
        extra = {"CELERY_BROKER_URL": broker.url, "SHOW_TABLES": "3"}
        with a_demo(tmp_path / "data", extra=extra) as site:
            watcher = Watcher(site)
            until(lambda: three_tables(watcher), seconds=120, what="three tables with bots")
            until(watcher.workers_are_heard, what="workers")
            evening = Evening.publish(site, players=8, stack=60)
            until(lambda: evening.goes_on_from(1), seconds=120, what="a tournament under way")
            killed_at = time.time()
            goes_on_without(broker, watcher, evening, events=30, rounds=2)
            print("longest pause:", watcher.longest_pause_since(killed_at))  # noqa: T201
            until(lambda: evening.is_over(), seconds=300, what="the end of the tournament")
            evening.require_a_sound_end()


@pytest.mark.parametrize("kind", [Redis, RabbitMQ])
def test_a_house_opens_while_its_broker_dies(kind: type[Redis | RabbitMQ], tmp_path: Path) -> None:
    """Killed at the first connection of a house that starts, and there again minutes later."""
    home = tmp_path / "broker"
    home.mkdir()
    with a_broker(kind, home) as broker:
        extra = {"CELERY_BROKER_URL": broker.url, "SHOW_TABLES": "3"}
        dying = Thread(target=kill_when_asked, args=(broker,))
        dying.start()
        with a_demo(tmp_path / "data", extra=extra) as site:
            dying.join()
            watcher = Watcher(site)
            until(lambda: three_tables(watcher), what="three tables with bots")
            seen = watcher.events()
            until(lambda: watcher.events() > seen + 30, what="moves without a broker")
            assert not watcher.workers_are_heard()
            broker.start()
            until(watcher.workers_are_heard, seconds=120, what="workers without help")


def kill_when_asked(broker: Broker) -> None:
    until(lambda: is_connected(broker.port), seconds=120, what="a connection to the broker")
    broker.kill()


def is_connected(port: int) -> bool:
    """Whether the kernel lists an established connection (01) with this port at our end."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(row[1].endswith(f":{port:04X}") and row[3] == "01" for row in rows)


def goes_on_without(
    broker: Broker, watcher: Watcher, evening: Evening, *, events: int, rounds: int
) -> None:
    """Kill it, see so many moves and rounds without it, and the workers back when it is there."""
    broker.kill()
    until(lambda: not watcher.workers_are_heard(), what="silence of the workers")
    seen, played = watcher.events(), evening.rounds
    until(lambda: watcher.events() >= seen + events, what="moves without a broker")
    until(lambda: evening.goes_on_from(played + rounds - 1), what="rounds without it")
    told = "SELECT count(*) FROM games_outboxmessage WHERE done_at IS NULL AND attempts > 3"
    assert watcher.number(told) == 0, "no message has been tried in vain"
    broker.start()
    until(watcher.workers_are_heard, seconds=120, what="workers without help")


def three_tables(watcher: Watcher) -> bool:
    return bool(watcher.number("SELECT count(*) >= 3 FROM games_table WHERE status = 'playing'"))
