"""Back to a moment: what was written before it is there, what came after it is not."""

import datetime as dt
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.copies import BackupFailed
from config.copies.past import bases, copy_base, forget_before, gone_back, put_in_place
from config.embedded.binaries import find_installation
from config.embedded.server import THROWAWAY, Server
from tests.running.waiting import until

pytestmark = pytest.mark.database


@pytest.fixture
def home() -> Iterator[Path]:
    """A short path, as of a socket, that the server's user may pass through."""
    made = Path(tempfile.mkdtemp(prefix="jt-"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def server(home: Path) -> Iterator[Server]:
    made = Server(
        find_installation(),
        home / "postgres",
        home / "socket",
        home / "log",
        THROWAWAY,
        kept_log=home / "it's 100% kept",
    )
    made.start()
    yield made
    made.stop()


def run(server: Server, statement: str) -> list[int]:
    with psycopg.connect(server.dsn(), autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return [row[0] for row in cursor.fetchall()] if cursor.description else []


def now(server: Server) -> dt.datetime:
    """The server's clock, between what was committed before and what is afterwards."""
    with psycopg.connect(server.dsn()) as connection:
        row = connection.execute("SELECT clock_timestamp()").fetchone()
    assert row is not None
    time.sleep(0.01)
    return row[0]


def test_a_database_goes_back_to_a_moment_and_on_from_there(server: Server) -> None:
    log = server.kept_log
    assert log is not None
    run(server, "CREATE TABLE moved (n int)")
    before = now(server)
    base = copy_base(server, log)
    until(lambda: now(server) > base.at, what="the next second")
    run(server, "INSERT INTO moved VALUES (1)")
    moment = now(server)
    run(server, "INSERT INTO moved VALUES (2)")
    late = now(server)
    server.stop()

    with pytest.raises(BackupFailed, match="has no copy of before"), gone_back(server, log, before):
        pass
    with pytest.raises(BackupFailed, match="recovery ended before"), gone_back(server, log, late):
        pass
    assert sorted(path.name for path in server.cluster.parent.glob("postgres*")) == ["postgres"]
    with gone_back(server, log, moment) as back:
        assert run(back, "SELECT n FROM moved") == [1]
        kept = put_in_place(back, server.cluster)
    assert (kept / "PG_VERSION").exists()

    server.start()
    second = copy_base(server, log)
    until(lambda: now(server) > second.at, what="the next second")
    run(server, "INSERT INTO moved VALUES (3)")
    again = now(server)
    run(server, "INSERT INTO moved VALUES (4)")
    assert forget_before(second, log) == [base.path]
    assert bases(log) == [second]
    server.stop()
    parts = {path.name[:8] for path in log.glob("*.gz")}
    assert parts == {"00000002"}, "of the earlier line nothing is needed any more"
    with gone_back(server, log, again) as back:
        assert run(back, "SELECT n FROM moved ORDER BY n") == [1, 3]
