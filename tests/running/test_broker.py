"""A real worker over each of the three brokers: our own PostgreSQL, Redis, RabbitMQ.

Redis and RabbitMQ are started from the machine's own programs where it has them.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from celery.signals import worker_shutting_down
from pgmq.install import get_embedded_install_sql
from psycopg.conninfo import conninfo_to_dict

from config.broker.pgmq import Waiter
from config.broker.queue import install_queue, transport_options
from config.celery import broker as broker_of
from config.embedded.processes import start_child
from config.embedded.roles import WORKER
from tests.chance import dice
from tests.running.brokers import RabbitMQ, Redis, a_broker
from tests.running.waiting import until

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds; loading Django takes a worker some of them on a machine that is busy
OTHERS: list[type[Redis | RabbitMQ]] = [Redis, RabbitMQ]
_DATABASE = {"HOST": "/run/x", "NAME": "jeton", "USER": "jeton_web", "PASSWORD": "it's"}


def test_the_embedded_queue_never_follows_a_foreign_address() -> None:
    options = transport_options(_DATABASE, _DATABASE)
    assert conninfo_to_dict(options["conn_string"]) == {
        "host": "/run/x",
        "dbname": "jeton",
        "user": "jeton_web",
        "password": "it's",
    }
    assert options["init_extension"] is False


@pytest.mark.parametrize("url", ["redis://there/1", "amqp://there/v"])
def test_a_named_broker_is_used_as_named(url: str) -> None:
    assert broker_of(url, _DATABASE, session=_DATABASE)["broker_url"] == url


def test_the_queue_is_installed_where_somebody_has_brought_pgmq_already(
    database_url: dict[str, str],
) -> None:
    install(database_url)
    install(database_url)
    with psycopg.connect(database_url["DATABASE_WORKER_URL"]) as application:
        assert application.execute("SELECT queue_name FROM pgmq.meta").fetchall() == [("jeton",)]


def test_a_message_a_free_place_and_the_end_wake_who_waits(database_url: dict[str, str]) -> None:
    """None of them waits for the next look, which would come only after a minute here."""
    address = database_url["DATABASE_WORKER_URL"]
    waiter = Waiter(address)
    waiter.register("jeton")
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_notify('pgmq.q_jeton.INSERT', '')")
        assert waiter.wait(60)
    waiter.wake()
    assert waiter.wait(60)
    assert not waiter.wait(0)
    worker_shutting_down.send(sender=None)
    with pytest.raises(TimeoutError):
        waiter.wait(60)
    waiter.close()


@pytest.mark.soak
def test_a_worker_runs_tasks_over_postgresql(database_url: dict[str, str], tmp_path: Path) -> None:
    install(database_url)
    passes_a_task_through(database_url, tmp_path)


def test_a_task_whose_worker_was_killed_runs_again(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    """Over PostgreSQL, to which it was sent before there was a worker."""
    install(database_url)
    environ = database_url | {"TEST_VISIBILITY_SECONDS": "2"}
    notes = tmp_path / "notes"
    send(environ, "tests.note_slowly", str(notes), 1.5)
    with a_worker(environ, tmp_path) as process:
        until(lambda: lines(notes) == ["begun"])
        os.killpg(process.pid, signal.SIGKILL)
    with a_worker(environ, tmp_path):
        until(lambda: lines(notes) == ["begun", "begun", "done"])


def test_a_worker_runs_tasks_over_another_broker(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    """One that is here, drawn by the seed."""
    kinds = [kind for kind in OTHERS if kind.is_here()] or OTHERS
    over(dice("broker").choice(kinds), database_url, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("kind", OTHERS)
def test_a_worker_runs_tasks_over_each_broker(
    kind: type[Redis | RabbitMQ], database_url: dict[str, str], tmp_path: Path
) -> None:
    over(kind, database_url, tmp_path)


def over(kind: type[Redis | RabbitMQ], environ: dict[str, str], tmp_path: Path) -> None:
    with a_broker(kind, tmp_path) as broker:
        passes_a_task_through(environ | {"CELERY_BROKER_URL": broker.url}, tmp_path)


def passes_a_task_through(environ: dict[str, str], tmp_path: Path) -> None:
    """Sent before there is a worker, and sent to a running one: each runs once."""
    notes = tmp_path / "notes"
    send(environ, "tests.note", str(notes), "early")
    with a_worker(environ, tmp_path):
        what = f"the task; see {tmp_path}/worker.log"
        until(lambda: lines(notes) == ["early"], seconds=PATIENCE, what=what)
        send(environ, "tests.note", str(notes), "late")
        until(lambda: lines(notes) == ["early", "late"], seconds=PATIENCE, what=what)


def install(environ: dict[str, str]) -> None:
    with psycopg.connect(environ["DATABASE_OWNER_URL"]) as owner:
        install_queue(owner, script=get_embedded_install_sql(), user=WORKER)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def send(environ: dict[str, str], task: str, *arguments: object) -> None:
    """From a process of its own, as the platform's relay does."""
    program = f"from tests.running.queue_app import app; app.send_task({task!r}, {arguments!r})"
    subprocess.run(
        [sys.executable, "-c", program],
        env=dict(os.environ) | environ | {"DATABASE_URL": environ["DATABASE_WORKER_URL"]},
        cwd=ROOT,
        check=True,
    )


@contextmanager
def a_worker(
    environ: dict[str, str], tmp_path: Path, *, processes: str = "--concurrency=1"
) -> Iterator[subprocess.Popen[bytes]]:
    with (tmp_path / "worker.log").open("ab") as log:
        process = start_child(
            [
                *(sys.executable, "-m", "celery", "-A", "tests.running.queue_app", "worker"),
                *(processes, "--without-gossip", "--without-mingle"),
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
