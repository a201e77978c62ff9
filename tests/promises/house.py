"""A house with four play processes behind a balancer, whose every process may be killed.

The supervisor's platform has one of the play processes, the worker, the dispatcher and the
database. Three more run as units do on further hosts, started again by whoever watches them; in
front of all is HAProxy with `deploy/proxy/haproxy.cfg`, where it is installed. Where it is not,
the supervisor runs all four at one address.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from config.embedded.places import Places
from tests.architecture.sources import ROOT
from tests.deploying.files import DEPLOY, replaced
from tests.running.brokers import Broker, RabbitMQ, Redis, a_broker
from tests.running.demo import UNHURRIED, Demo, a_demo, free_port, launch, running
from tests.running.test_web_start import ask
from tests.running.waiting import until

WEBS = 4
FIRST = "127.0.0.1:8000"
ONE_MORE = "    # server web2 127.0.0.1:8001\n"
BACKEND = """
SELECT pid FROM pg_stat_activity WHERE datname = 'jeton' AND pid <> pg_backend_pid()
AND backend_type = 'client backend' ORDER BY random() LIMIT 1
"""


@dataclass(slots=True)
class Unit:
    """A process that is started again as soon as it is dead, by whoever calls `watch`."""

    command: list[str]
    environ: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def watch(self) -> None:
        if self.process is None or self.process.poll() is not None:
            with self.log.open("ab") as output:
                self.process = subprocess.Popen(
                    self.command, cwd=ROOT, env=self.environ, stdout=output, stderr=output
                )

    def is_ready(self) -> bool:
        """Whether a play process takes requests."""
        return ask(int(self.environ["PORT"]), "/readyz")[0] == 200

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.watch()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)


@dataclass(slots=True)
class House:
    """The platform, its further play processes, its balancer and broker."""

    demo: Demo
    port: int
    dice: random.Random
    extra: dict[str, str]
    units: list[Unit] = field(default_factory=list)
    balancer: Unit | None = None
    broker: Broker | None = None

    def kinds(self) -> dict[str, Callable[[], None]]:
        """How each kind of process is killed."""
        found: dict[str, Callable[[], None]] = {
            "web": self._kill_web,
            "worker": lambda: self._kill("celery .* worker"),
            "dispatcher and clock": lambda: self._kill("manage.py dispatcher"),
            "backend": self._kill_backend,
            "postmaster": lambda: self._kill("postgres -D"),
            "supervisor": self._kill_supervisor,
        }
        if self._pool():
            found["pool child"] = self._kill_pool_child
        if self.balancer is not None:
            found["balancer"] = self.balancer.kill
        if self.broker is not None:
            found["broker"] = self._kill_broker
        return found

    def watch(self) -> None:
        for unit in self.units:
            unit.watch()

    def is_whole(self) -> bool:
        """Everything runs that ran in the beginning."""
        patterns = ("config.serve", "celery .* worker", "manage.py dispatcher", "postgres -D")
        return self.demo.get("/readyz")[0] == 200 and all(map(self.demo.child, patterns))

    def _kill(self, pattern: str) -> None:
        self.demo.kill(pattern)

    def _kill_web(self) -> None:
        one = self.dice.choice([None, *self.units])
        if one is None:
            self._kill("config.serve")
        else:
            one.kill()

    def _pool(self) -> list[int]:
        worker = self.demo.child("celery .* worker")
        listing = subprocess.run(["pgrep", "-P", str(worker)], capture_output=True, text=True)
        return [int(pid) for pid in listing.stdout.split()]

    def _kill_pool_child(self) -> None:
        os.kill(self.dice.choice(until(self._pool, what="the worker's pool")), signal.SIGKILL)

    def _kill_backend(self) -> None:
        dsn = Places(self.demo.data_dir).dsn("postgres")
        with psycopg.connect(dsn, autocommit=True) as connection:
            row = connection.execute(BACKEND).fetchone()
        assert row is not None
        os.kill(row[0], signal.SIGKILL)

    def _kill_broker(self) -> None:
        assert self.broker is not None
        self.broker.kill()
        self.broker.start()

    def _kill_supervisor(self) -> None:
        self.demo.process.kill()
        self.demo.process.wait()
        self.demo = launch(self.demo.data_dir, port=self.demo.port, extra=self.extra)
        until(lambda: running(self.demo), what="the platform again")


@contextmanager
def a_house(
    home: Path, dice: random.Random, kind: type[Redis | RabbitMQ] | None
) -> Iterator[House]:
    """With a broker of that kind, or none but the database."""
    with ExitStack() as stack:
        extra = {"SHOW_TABLES": "0"}
        broker = stack.enter_context(a_broker(kind, home)) if kind is not None else None
        if broker is not None:
            extra["CELERY_BROKER_URL"] = broker.url
        proxy = shutil.which("haproxy")
        extra["WEB_PROCESSES"] = str(1 if proxy else WEBS)
        demo = stack.enter_context(a_demo(home / "data", extra=extra))
        house = House(demo, demo.port, dice, extra, broker=broker)
        stack.callback(lambda: house.demo.process.poll() is None and house.demo.stop())
        if proxy:
            house.units = [_unit(house, home, number) for number in range(1, WEBS)]
            house.balancer = _balancer(house, home, proxy)
            house.port = int(house.balancer.environ["PORT"])
            for unit in (*house.units, house.balancer):
                stack.callback(unit.stop)
                unit.watch()
            for unit in house.units:
                until(unit.is_ready, what="a further play process")
        until(house.is_whole, what="the house")
        yield house


def _unit(house: House, home: Path, number: int) -> Unit:
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
    places = {"DATA_DIR": str(house.demo.data_dir), "PORT": str(free_port())}
    return Unit(
        [sys.executable, "-m", "config.serve"],
        kept | UNHURRIED | house.extra | places,
        home / f"web{number}.log",
    )


def _balancer(house: House, home: Path, program: str) -> Unit:
    port = free_port()
    ports = [house.demo.port, *(int(unit.environ["PORT"]) for unit in house.units)]
    config = home / "haproxy.cfg"
    config.write_text(balancers_config(port, *ports))
    environ = {**os.environ, "PORT": str(port)}
    return Unit([program, "-f", str(config), "-db"], environ, home / "haproxy.log")


def balancers_config(port: int, first: int, *others: int) -> str:
    """The one of `deploy`, answering plainly at a port, for play processes at the others."""
    more = (f"    server web{at} 127.0.0.1:{one}\n" for at, one in enumerate(others, 2))
    return replaced(
        DEPLOY / "proxy" / "haproxy.cfg",
        {
            ONE_MORE: "".join(more),
            FIRST: f"127.0.0.1:{first}",
            "bind :80\n": f"bind 127.0.0.1:{port}\n",
            "    bind :443 ssl crt /etc/haproxy/certs/play.example.org.pem alpn h2,http/1.1\n": "",
            "    http-request redirect scheme https code 301 unless { ssl_fc } or acme\n": "",
            "X-Forwarded-Proto https": "X-Forwarded-Proto http",
            "maxconn 20000": "maxconn 400",
        },
    )
