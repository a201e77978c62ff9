"""Tournaments whose broker, cache, pooler and database are killed while they are played.

After each a backup is made, restored beside the platform, and its books are audited.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.embedded.roles import OWNER, WEB, WORKER
from config.postgresql.addresses import VARIABLES
from tests.backoffice.test_backups import commanded, manage
from tests.chance import dice
from tests.deploying.pooler import Pooler, a_pooler
from tests.promises.tally import sized, tell
from tests.running.brokers import Broker, RabbitMQ, Redis, a_broker
from tests.running.debian_postgres import SystemServer, programs
from tests.running.demo import Demo, a_demo
from tests.running.waiting import until
from tests.tournaments.evening import Evening

pytestmark = [
    pytest.mark.process,
    pytest.mark.soak,
    pytest.mark.promise,
    pytest.mark.timeout(20_000),
]

KILLS = sized(1, small=1, full=13)  # of each service, with either broker
PLAYERS, STACK = 8, 200
ROLES = ["jeton_web", "jeton_worker"]
SECRETS = {"SECRET_KEY": "a key of this test alone " * 3, "SEED_KEY": "another key of it " * 3}


@dataclass(slots=True)
class Services:
    """What a house on servers of its own stands on, each of which may be killed."""

    server: SystemServer
    pooler: Pooler
    cache: Broker
    broker: Broker
    environ: dict[str, str]

    @property
    def administrator(self) -> str:
        return f"postgresql://postgres@{self.server.host}/postgres"

    def by_name(self) -> dict[str, SystemServer | Pooler | Broker]:
        kind = type(self.broker).__name__
        return {
            f"broker ({kind})": self.broker,
            f"cache (with {kind})": self.cache,
            f"pooler (with {kind})": self.pooler,
            f"database (with {kind})": self.server,
        }


@pytest.fixture(scope="module", params=[Redis, RabbitMQ], ids=["redis", "rabbitmq"])
def services(request: pytest.FixtureRequest) -> Iterator[Services]:
    programs()  # or the test is skipped
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="jeton-services-")))
        home.chmod(0o755)
        (home / "broker").mkdir()
        server = SystemServer(home / "pg")
        server.make()
        server.start()
        stack.callback(server.stop)
        direct = {
            **SECRETS,
            VARIABLES[WEB]: f"postgresql://jeton_web@{server.host}/jeton",
            VARIABLES[WORKER]: f"postgresql://jeton_worker@{server.host}/jeton",
            VARIABLES[OWNER]: f"postgresql://jeton_owner@{server.host}/jeton",
        }
        manage(direct, "setup_database", f"postgresql://postgres@{server.host}/postgres")
        pooler = stack.enter_context(a_pooler(str(server.home), users=ROLES))
        cache = stack.enter_context(a_broker(Redis, home))
        broker = stack.enter_context(a_broker(request.param, home / "broker"))
        pooled = {
            **direct,
            VARIABLES[WEB]: f"postgresql://jeton_web@127.0.0.1:{pooler.port}/jeton",
            VARIABLES[WORKER]: f"postgresql://jeton_worker@127.0.0.1:{pooler.port}/jeton",
            "DATABASE_LISTEN_URL": f"postgresql://{server.host}/jeton",
            "CACHE_URL": cache.url,
            "CELERY_BROKER_URL": broker.url,
            "BACKUP_DIR": str(home / "backups"),
            "SHOW_TABLES": "0",
        }
        yield Services(server, pooler, cache, broker, pooled)


def test_a_tournament_outlives_its_services(services: Services, tmp_path: Path) -> None:
    """A tournament that ends before all were killed is followed by another."""
    wrong: list[str] = []
    with a_demo(tmp_path / "data", extra=services.environ, from_nothing=True) as demo:
        site = Demo(
            port=demo.port,
            data_dir=demo.data_dir,
            output=demo.output,
            process=demo.process,
            database=services.environ,
        )
        order = list(services.by_name()) * KILLS
        dice("services").shuffle(order)
        evening = under_way(site)
        for name in order:
            if evening.is_over():
                evening.require_a_sound_end()
                evening = under_way(site)
            seconds = killed(services.by_name()[name], evening)
            faults = books_of_a_backup(services)
            tell("services", of=name, tried=1, lost=len(faults), recovered=[seconds])
            wrong += [f"{name}: {fault}" for fault in faults]
        until(evening.is_over, seconds=600, what="the end of the tournament")
        evening.require_a_sound_end()
        evening.require_verified(tmp_path)
    assert wrong == []


def under_way(site: Demo) -> Evening:
    evening = Evening.publish(site, players=PLAYERS, stack=STACK)
    until(lambda: evening.goes_on_from(0), seconds=180, what="a tournament under way")
    return evening


def killed(service: SystemServer | Pooler | Broker, evening: Evening) -> float:
    """Kill it and start it again: after how many seconds rounds were settled again.

    Without broker and cache play goes on before they are there again.
    """
    goes_on: Callable[[], bool] = lambda: evening.goes_on_from(played)  # noqa: E731
    played, at = evening.rounds, time.monotonic()
    service.kill()
    if isinstance(service, Redis | RabbitMQ):
        until(goes_on, seconds=180, what="another round without it")
    seconds = time.monotonic() - at
    service.start()
    if isinstance(service, SystemServer | Pooler):
        until(goes_on, seconds=180, what="another round")
        seconds = time.monotonic() - at
    return seconds


def books_of_a_backup(services: Services) -> list[str]:
    """What a backup made now, restored beside the platform and audited, has against it."""
    manage(services.environ, "backup", "--keep", "2")
    rehearsal = ("restore", "--rehearse", "--administrator", services.administrator)
    done = commanded(services.environ, *rehearsal)
    is_sound = done.returncode == 0 and "The books are in order" in done.stdout
    return [] if is_sound else [done.stdout + done.stderr]
