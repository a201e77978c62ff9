"""The page's lines about going back to a moment, done as they stand on Debian's PostgreSQL."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.deploying.test_page import commands
from tests.running.debian_postgres import a_system_server, programs
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.soak]
AS_SERVER = "runuser -u postgres -- "


@pytest.fixture
def home() -> Iterator[Path]:
    """Whom the server runs as may pass through it, as through /var/lib."""
    with tempfile.TemporaryDirectory(prefix="jg-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def do(home: Path, line: str) -> None:
    """A line of the page, with places of this test's own."""
    if line.startswith(("systemctl", "/opt/jeton")):
        return
    server = home / "pg"
    for theirs, ours in (
        ("/var/lib/jeton-log", f"{home}/kept"),
        ("/var/lib/postgresql/15/main", f"{server}/data"),
        ("/var/lib/postgresql/15/before", f"{server}/before"),
        (f"{AS_SERVER}p", f"{AS_SERVER}{programs()}/p"),
    ):
        line = line.replace(theirs, ours)
    if os.geteuid() != 0:
        line = line.replace(AS_SERVER, "").replace("-o postgres -g postgres ", "")
    environ = {"PATH": os.environ["PATH"], "PGHOST": str(server), "PGUSER": "postgres"}
    done = subprocess.run(
        ["bash", "-c", line], env=environ, cwd="/", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (line, done.stderr)


def run(home: Path, statement: str) -> list[tuple[object, ...]]:
    address = f"host={home}/pg user=postgres dbname=postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def test_the_lines_of_the_page_take_debians_postgresql_back_to_a_moment(home: Path) -> None:
    lines = commands("Back to a moment")
    weekly = next(n for n, line in enumerate(lines) if "pg_basebackup" in line)
    started = lines.index("systemctl start postgresql")
    once, copy, back = lines[:weekly], lines[weekly], lines[weekly + 1 : started]
    with a_system_server(home / "pg"):
        for line in once:
            do(home, line)
    with a_system_server(home / "pg"):
        run(home, "CREATE TABLE moved (n int)")
        do(home, copy)
        run(home, "INSERT INTO moved VALUES (1)")
        ((moment,),) = run(home, "SELECT clock_timestamp()")
        run(home, "INSERT INTO moved VALUES (2)")
    (base,) = (home / "kept").glob("base-*")
    for line in back:
        here = line.replace("base-2026-11-22", base.name)
        do(home, here.replace("2026-11-27 20:09 Europe/Berlin", f"{moment}"))
    with a_system_server(home / "pg"):
        for line in lines[started:]:
            do(home, line)
        assert run(home, "SELECT n FROM moved") == [(1,)]
        run(home, "INSERT INTO moved VALUES (3)")
        until(lambda: any((home / "kept").glob("00000002.history.gz")), what="a log of its own")
