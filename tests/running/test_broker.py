"""A real worker over each of the three brokers: our own PostgreSQL, Redis, RabbitMQ.

Redis and RabbitMQ are started from the machine's own programs where it has them.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from kombu import Connection
from pgmq.install import get_embedded_install_sql
from psycopg.conninfo import conninfo_to_dict

from config.celery import broker
from config.embedded.processes import start_child
from config.queue import install_queue, transport_options
from tests.running.waiting import until

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds; loading Django takes a worker some of them on a machine that is busy
_DATABASE = {"HOST": "/run/x", "NAME": "jeton", "USER": "jeton_app", "PASSWORD": "it's"}


def test_the_embedded_queue_never_follows_a_foreign_address() -> None:
    options = transport_options(_DATABASE)
    assert conninfo_to_dict(options["conn_string"]) == {
        "host": "/run/x",
        "dbname": "jeton",
        "user": "jeton_app",
        "password": "it's",
    }
    assert options["init_extension"] is False


@pytest.mark.parametrize("url", ["redis://there/1", "amqp://there/v"])
def test_a_named_broker_is_used_as_named(url: str) -> None:
    assert broker(url, _DATABASE)["broker_url"] == url


def test_the_queue_is_installed_once(database_url: dict[str, str]) -> None:
    assert install(database_url) is True
    assert install(database_url) is False


def test_a_worker_runs_tasks_over_postgresql(database_url: dict[str, str], tmp_path: Path) -> None:
    install(database_url)
    passes_a_task_through(database_url, tmp_path)


def test_a_task_whose_worker_was_killed_runs_again(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    install(database_url)
    environ = database_url | {"TEST_VISIBILITY_SECONDS": "2"}
    notes = tmp_path / "notes"
    with a_worker(environ, tmp_path) as process:
        send(environ, "tests.note_slowly", str(notes), 1.5)
        until(lambda: lines(notes) == ["begun"])
        os.killpg(process.pid, signal.SIGKILL)
    with a_worker(environ, tmp_path):
        until(lambda: lines(notes) == ["begun", "begun", "done"])


def test_a_worker_runs_tasks_over_redis(database_url: dict[str, str], tmp_path: Path) -> None:
    with a_redis(tmp_path) as url:
        passes_a_task_through(database_url | {"CELERY_BROKER_URL": url}, tmp_path)


def test_a_worker_runs_tasks_over_rabbitmq(database_url: dict[str, str], tmp_path: Path) -> None:
    with a_rabbitmq(tmp_path) as url:
        passes_a_task_through(database_url | {"CELERY_BROKER_URL": url}, tmp_path)


def passes_a_task_through(environ: dict[str, str], tmp_path: Path) -> None:
    """Sent before there is a worker, and sent to a running one: each runs once."""
    notes = tmp_path / "notes"
    send(environ, "tests.note", str(notes), "early")
    with a_worker(environ, tmp_path):
        what = f"the task; see {tmp_path}/worker.log"
        until(lambda: lines(notes) == ["early"], seconds=PATIENCE, what=what)
        send(environ, "tests.note", str(notes), "late")
        until(lambda: lines(notes) == ["early", "late"], seconds=PATIENCE, what=what)


def install(environ: dict[str, str]) -> bool:
    with psycopg.connect(environ["DATABASE_OWNER_URL"]) as owner:
        return install_queue(owner, script=get_embedded_install_sql(), user="jeton_app")


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def send(environ: dict[str, str], task: str, *arguments: object) -> None:
    """From a process of its own, as the platform's relay does."""
    program = f"from tests.running.queue_app import app; app.send_task({task!r}, {arguments!r})"
    subprocess.run(
        [sys.executable, "-c", program], env=dict(os.environ) | environ, cwd=ROOT, check=True
    )


@contextmanager
def a_worker(environ: dict[str, str], tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (tmp_path / "worker.log").open("ab") as log:
        process = start_child(
            [
                *(sys.executable, "-m", "celery", "-A", "tests.running.queue_app", "worker"),
                *("--concurrency=1", "--without-gossip", "--without-mingle"),
                *("--without-heartbeat", "--loglevel=INFO"),
            ],
            output=log,
            cwd=ROOT,
            environ=dict(os.environ) | environ,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def a_redis(tmp_path: Path) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("no redis-server on this machine (Debian: apt install redis-server)")
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    with (tmp_path / "redis.log").open("wb") as log:
        process = start_child([program, *options], output=log)
    try:
        until(lambda: answers(port), what="redis")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


@contextmanager
def a_rabbitmq(tmp_path: Path) -> Iterator[str]:
    """A broker with its own home, node name and ports; its name server (epmd) is ours too."""
    program = shutil.which("rabbitmq-server", path="/usr/lib/rabbitmq/bin:" + os.environ["PATH"])
    if program is None:
        pytest.skip("no rabbitmq-server on this machine (Debian: apt install rabbitmq-server)")
    port, distribution, names = free_port(), free_port(), free_port()
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "RABBITMQ_NODENAME": f"jeton{secrets.token_hex(3)}@localhost",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_DIST_PORT": str(distribution),
        "ERL_EPMD_PORT": str(names),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "RABBITMQ_MNESIA_BASE": str(tmp_path / "rabbit"),
        "RABBITMQ_LOG_BASE": str(tmp_path / "rabbit"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(tmp_path / "plugins"),
        "RABBITMQ_PID_FILE": str(tmp_path / "rabbit.pid"),
    }
    with (tmp_path / "rabbit.log").open("wb") as log:
        epmd = start_child(["epmd", "-port", str(names)], output=log, environ=environ)
        process = start_child([program], output=log, environ=environ, cwd=tmp_path)
    try:
        url = f"amqp://guest:guest@127.0.0.1:{port}//"
        until(lambda: greets(url), seconds=60, what=f"RabbitMQ; see {tmp_path}/rabbit.log")
        yield url
    finally:
        for started in (process, epmd):
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()


def greets(url: str) -> bool:
    try:
        with Connection(url, connect_timeout=2) as connection:
            connection.connect()
    except OSError:
        return False
    return True


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
