"""A PostgreSQL server as distributions ship it, over TCP and with passwords, instead of ours."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from config.embedded.binaries import servers_user
from config.embedded.processes import start_child
from tests.running.debian_postgres import programs
from tests.running.demo import free_port
from tests.running.waiting import until

PASSWORD = "a/b c%d'e"
IN_A_URL = "a%2Fb%20c%25d%27e"


@contextmanager
def a_real_server() -> Iterator[int]:
    """The port of a cluster of the machine's own PostgreSQL; skips where there is none."""
    folder, user = programs(), servers_user()
    home = Path(tempfile.mkdtemp(prefix="jr-"))
    (home / "password").write_text(PASSWORD)
    for path in (home, home / "password"):
        if user is not None:
            os.chown(path, user, -1)
    initdb: list[str | Path] = [
        "-D",
        home / "data",
        "-U",
        "postgres",
        "--auth=scram-sha-256",
        "--no-sync",
        "-EUTF8",
    ]
    with (home / "log").open("wb") as log:
        done = start_child(
            [folder / "initdb", *initdb, f"--pwfile={home}/password"], output=log, user=user
        )
        assert done.wait(60) == 0, (home / "log").read_text()
        chosen = free_port()
        server = start_child(
            [folder / "postgres", "-D", home / "data", "-p", str(chosen), "-k", home],
            output=log,
            user=user,
        )
    until(lambda: answers(chosen), what="the server")
    try:
        yield chosen
    finally:
        server.send_signal(signal.SIGQUIT)
        server.wait()
        shutil.rmtree(home)


def address(port: int, role: str, database: str) -> str:
    return f"postgresql://{role}:{IN_A_URL}@127.0.0.1:{port}/{database}"


def answers(port: int) -> bool:
    try:
        psycopg.connect(address(port, "postgres", "postgres"), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
