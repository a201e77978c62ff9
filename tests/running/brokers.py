"""Redis and RabbitMQ from the machine's own programs, each with its own port and directory."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from kombu import Connection

from config.embedded.processes import start_child
from tests.running.demo import free_port
from tests.running.waiting import until
from tests.skipping import OPTIONAL

_RABBIT = shutil.which("rabbitmq-server", path="/usr/lib/rabbitmq/bin:" + os.environ["PATH"])


@dataclass(slots=True)
class Redis:
    """A broker or cache that forgets everything when it dies."""

    home: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def is_here() -> bool:
        return shutil.which("redis-server") is not None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        with (self.home / "redis.log").open("ab") as log:
            self.process = start_child(
                ["redis-server", *options, "--dir", str(self.home)], output=log
            )
        until(lambda: answers(self.port), what="redis")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@dataclass(slots=True)
class RabbitMQ:
    """A broker with its own home, node name and ports; its name server (epmd) is ours too."""

    home: Path
    port: int = field(default_factory=free_port)
    names: int = field(default_factory=free_port)
    distribution: int = field(default_factory=free_port)
    node: str = field(default_factory=lambda: f"jeton{secrets.token_hex(3)}@localhost")
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @staticmethod
    def is_here() -> bool:
        return _RABBIT is not None

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def start(self) -> None:
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "RABBITMQ_NODENAME": self.node,
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_DIST_PORT": str(self.distribution),
            "ERL_EPMD_PORT": str(self.names),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_MNESIA_BASE": str(self.home / "rabbit"),
            "RABBITMQ_LOG_BASE": str(self.home / "rabbit"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.home / "plugins"),
            "RABBITMQ_PID_FILE": str(self.home / "rabbit.pid"),
        }
        with (self.home / "rabbit.log").open("ab") as log:
            epmd = ["epmd", "-port", str(self.names)]
            self.processes = [
                start_child(epmd, output=log, environ=environ),
                start_child([str(_RABBIT)], output=log, environ=environ, cwd=self.home),
            ]
        until(self._greets, seconds=120, what=f"RabbitMQ; see {self.home}/rabbit.log")

    def kill(self) -> None:
        for process in reversed(self.processes):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.processes = []

    def _greets(self) -> bool:
        try:
            with Connection(self.url, connect_timeout=2) as connection:
                connection.connect()
        except OSError:
            return False
        return True


Broker = Redis | RabbitMQ


@contextmanager
def a_broker(kind: type[Redis | RabbitMQ], home: Path) -> Iterator[Broker]:
    """Started, and killed at the end; the test is skipped where the program is not installed."""
    if not kind.is_here():
        name = f"{kind.__name__.lower()}-server"
        pytest.skip(f"{OPTIONAL}no {name} on this machine (Debian: apt install {name})")
    broker = kind(home)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
