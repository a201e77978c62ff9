"""A PostgreSQL server as distributions ship it, over TCP and with passwords, instead of ours."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.broker.queue import conninfo
from config.embedded.binaries import find_installation
from config.embedded.processes import start_child
from tests.running.demo import free_port
from tests.running.legal import filled_in
from tests.running.test_settings import manage
from tests.running.waiting import until
from tests.skipping import OPTIONAL

pytestmark = [pytest.mark.process]

PASSWORD = "a/b c%d'e"
IN_A_URL = "a%2Fb%20c%25d%27e"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A cluster of the machine's own PostgreSQL."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not installed:
        pytest.skip(
            OPTIONAL + "no PostgreSQL server on this machine (Debian: apt install postgresql)"
        )
    programs, user = installed[-1].parent, find_installation().user
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
            [programs / "initdb", *initdb, f"--pwfile={home}/password"], output=log, user=user
        )
        assert done.wait(60) == 0, (home / "log").read_text()
        chosen = free_port()
        server = start_child(
            [programs / "postgres", "-D", home / "data", "-p", str(chosen), "-k", home],
            output=log,
            user=user,
        )
    until(lambda: answers(chosen), what="the server")
    yield chosen
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


CHECKED = ["check", "--deploy", "--fail-level=WARNING", "--database=default"]


def test_the_platform_finds_its_way_to_it(port: int, tmp_path: Path) -> None:
    carry_out(port, tmp_path, CHECKED)


@pytest.mark.soak
def test_the_platform_sets_itself_up_on_it(port: int, tmp_path: Path) -> None:
    carry_out(port, tmp_path, ["migrate", "--database=owner", "--verbosity=0"], CHECKED, ["audit"])


def carry_out(port: int, folder: Path, *commands: list[str]) -> None:
    """After the database was made; each must go well."""
    environ = {
        "DATABASE_URL": address(port, "jeton_web", "jeton"),
        "DATABASE_WORKER_URL": address(port, "jeton_worker", "jeton"),
        "DATABASE_OWNER_URL": address(port, "jeton_owner", "jeton"),
        "SECRET_KEY": secrets.token_urlsafe(48),
        "SEED_KEY": secrets.token_urlsafe(48),
        "PUBLIC_URL": "https://play.example.org",
        "LEGAL_DIR": filled_in(folder),
    }
    for command in (["setup_database", address(port, "postgres", "postgres")], *commands):
        done = manage(*command, **environ)
        assert done.returncode == 0, (command, done.stdout, done.stderr)


def test_the_queue_finds_it_with_a_password_full_of_punctuation(port: int) -> None:
    database = {
        "HOST": "127.0.0.1",
        "PORT": port,
        "NAME": "postgres",
        "USER": "postgres",
        "PASSWORD": PASSWORD,
    }
    psycopg.connect(conninfo(database)).close()
