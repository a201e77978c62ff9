"""Back to a moment: what was written before it is there, what came after it is not."""

import datetime as dt
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from config.copies import BackupFailed
from config.copies.past import bases, copy_base, forget_before, gone_back, put_in_place
from config.embedded.binaries import find_installation
from config.embedded.places import Places
from config.embedded.platform import embedded_database
from config.embedded.roles import OWNER
from config.embedded.server import THROWAWAY, Server
from tests.backoffice.test_backups import NO_ADDRESS, commanded, manage
from tests.running.demo import a_demo
from tests.running.waiting import until

pytestmark = pytest.mark.database


@pytest.fixture
def server(short_home: Path) -> Iterator[Server]:
    made = Server(
        find_installation(),
        short_home / "postgres",
        short_home / "socket",
        short_home / "log",
        THROWAWAY,
        password="of this house",
        kept_log=short_home / "it's 100% kept",
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
        ((moment,),) = connection.execute("SELECT clock_timestamp()").fetchall()
    assert isinstance(moment, dt.datetime)
    return moment


def test_a_database_goes_back_to_a_moment_and_on_from_there(server: Server) -> None:
    log = server.kept_log
    assert log is not None
    run(server, "CREATE TABLE moved (n int)")
    before = now(server)
    base = copy_base(server, log)
    until(lambda: dt.datetime.now(dt.UTC) > base.at, what="the next second")
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
    assert kept is not None
    assert (kept / "PG_VERSION").exists()

    server.start()
    second = copy_base(server, log)
    until(lambda: dt.datetime.now(dt.UTC) > second.at, what="the next second")
    run(server, "INSERT INTO moved VALUES (3)")
    again = now(server)
    run(server, "INSERT INTO moved VALUES (4)")
    assert forget_before(second, log) == [base.path]
    assert bases(log) == [second]
    server.stop()
    parts = {path.name[:8] for path in log.glob("*.gz")}
    assert parts == {"00000002"}, "of the earlier line nothing is needed any more"
    shutil.rmtree(server.cluster)  # a disk is lost, with the passwords, and the end of the log
    elsewhere = replace(server, password="of another")
    with gone_back(elsewhere, log, again) as back:
        assert run(back, "SELECT n FROM moved ORDER BY n") == [1, 3]


Looking = psycopg.Connection[tuple[int, dt.datetime]]
PLAYED = "SELECT count(*), clock_timestamp() FROM games_tableevent"


def looking_into(data_dir: Path) -> Looking:
    return psycopg.connect(Places(data_dir).dsn(OWNER), autocommit=True)


def moves(looking: Looking) -> tuple[int, dt.datetime]:
    """How many there are at least at which moment."""
    row = looking.execute(PLAYED).fetchone()
    assert row is not None
    return row


@pytest.mark.soak
@pytest.mark.process
def test_a_house_that_has_played_goes_back_to_a_moment_and_plays_on(short_home: Path) -> None:
    log, data_dir = short_home / "log", short_home / "data"
    log.mkdir(mode=0o711)
    environ = NO_ADDRESS | {"DATA_DIR": str(data_dir), "WAL_DIR": str(log)}

    with a_demo(data_dir, extra=environ), looking_into(data_dir) as looking:
        assert "goes back to" in manage(environ, "backup", "--base", "--keep", "2")
        begun, copied = moves(looking)
        until(lambda: moves(looking)[0] > begun + 20, seconds=180, what="play")
        before, moment = moves(looking)
        after, _ = moves(looking)
        until(lambda: moves(looking)[0] > after + 20, seconds=180, what="play that goes on")
        running = commanded(environ, "restore", "--until", f"{moment}", "--replace")
        assert "stop the platform" in running.stderr
    assert "has no copy of before" in commanded(
        environ, "restore", "--until", f"{copied - dt.timedelta(days=1)}", "--rehearse"
    ).stderr  # fmt: skip
    told = manage(environ, "restore", "--until", f"{moment}", "--rehearse")
    assert "The books are in order" in told
    assert "It is removed again" in told
    told = manage(environ, "restore", "--until", f"{moment}", "--replace")
    assert "The books are in order" in told
    assert "It is the platform's; what was before is kept in" in told
    assert len(bases(log)) == 2
    with embedded_database(Places(data_dir)), looking_into(data_dir) as looking:
        there, _ = moves(looking)
    assert before <= there <= after
    with a_demo(data_dir, extra=environ), looking_into(data_dir) as looking:
        until(lambda: moves(looking)[0] > there, seconds=180, what="play that goes on")
        assert "well  log " in commanded(environ, "doctor").stdout
    assert "The books are in order" in manage(environ, "audit")
