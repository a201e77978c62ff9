"""Platforms that have played are backed up, restored, audited and go on, whatever PostgreSQL.

Of the system's PostgreSQL only where it is installed; the tests that want it say so otherwise. All
of this takes minutes: test_backups restores the shared platform's backup beside it in every run.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.embedded.places import Places
from tests.backoffice.test_backups import NO_ADDRESS, manage
from tests.running.debian_postgres import a_system_server
from tests.running.demo import a_demo
from tests.running.test_broker import a_worker, lines, send
from tests.running.waiting import until
from tests.tournaments.evening import PUBLISH

pytestmark = [pytest.mark.process, pytest.mark.database, pytest.mark.soak]

PLAYED = """
SELECT (SELECT count(*) FROM tournaments_tournament WHERE name = 'Evening' AND phase = 'finished'),
       (SELECT count(*) FROM games_round WHERE number > 0) > 0,
       (SELECT coalesce(max(msg_id), 0) FROM pgmq.q_jeton)
"""
MOVES = "SELECT count(*) FROM games_tableevent"
SECRETS = {"SECRET_KEY": "a key of this test alone " * 3, "SEED_KEY": "another key of it " * 3}


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A folder whose path fits into a socket's, and that the server's user may pass through."""
    with tempfile.TemporaryDirectory(prefix="jeton-backups-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="module")
def system(home: Path) -> Iterator[str]:
    with a_system_server(home / "pg") as host:
        yield host


def addresses(host: str, name: str = "jeton") -> dict[str, str]:
    return SECRETS | {
        "DATABASE_URL": f"postgresql://jeton_web@{host}/{name}",
        "DATABASE_WORKER_URL": f"postgresql://jeton_worker@{host}/{name}",
        "DATABASE_OWNER_URL": f"postgresql://jeton_owner@{host}/{name}",
    }


def over(looking: psycopg.Connection[tuple[int, ...]]) -> bool:
    """Whether the tournament has been played to its end, and rounds at tables were."""
    found = looking.execute(PLAYED).fetchone()
    return found is not None and found[:2] == (1, True)


def played(environ: dict[str, str], data_dir: Path) -> Path:
    """The backup of a platform on which, with a worker, tables and a tournament were played.

    Its database is the one that `environ` names, or else the embedded one.
    """
    with a_demo(data_dir, extra=environ, from_nothing=True):
        environ = environ | {"DATA_DIR": str(data_dir)}
        text = PUBLISH.format(preset="gin_classic", seats=2, stack=60, players=4, bot="greedy")
        manage(environ, "shell", "-c", text)
        dsn = environ.get("DATABASE_OWNER_URL") or Places(data_dir).dsn("jeton_owner")
        with psycopg.connect(dsn, autocommit=True) as looking:
            until(lambda: over(looking), seconds=300)
        manage(environ, "backup", str(data_dir / "while-played.dump"))
    file = data_dir / "played.dump"
    manage(environ, "backup", str(file))
    return file


@pytest.fixture(scope="module")
def embedded(home: Path) -> Path:
    return played(NO_ADDRESS, home / "embedded")


@pytest.fixture(scope="module")
def of_the_system(home: Path, system: str) -> Path:
    environ = addresses(system)
    manage(environ, "setup_database", f"postgresql://postgres@{system}/postgres")
    return played(environ, home / "system")


def goes_on(environ: dict[str, str], tmp_path: Path) -> None:
    """The queue came without its messages, and a worker works on it."""
    with psycopg.connect(environ["DATABASE_OWNER_URL"]) as owner:
        assert owner.execute("SELECT count(*) FROM pgmq.q_jeton").fetchone() == (0,)
    notes = tmp_path / "notes"
    with a_worker(environ, tmp_path):
        send(environ, "tests.note", str(notes), "ran")
        until(lambda: lines(notes) == ["ran"], seconds=60)
    manage(environ, "backup", str(tmp_path / "again.dump"))


def test_the_embedded_platform_moves_into_an_empty_installation(
    embedded: Path, tmp_path: Path
) -> None:
    # A backup holds no SEED_KEY: whoever moves brings it along, or rounds in play cannot go on.
    seed_key = Places(embedded.parent).kept_secret("seed_key")
    new = NO_ADDRESS | {"DATA_DIR": str(tmp_path / "new"), "SEED_KEY": seed_key}
    told = manage(new, "restore", str(embedded))
    assert "The books are in order" in told
    assert "is the restored one" in told, "there was nothing to keep"
    assert "SEED_KEY" not in told
    with a_demo(tmp_path / "new", extra={"SEED_KEY": seed_key}) as demo:
        assert demo.get("/readyz")[0] == 200
        dsn = Places(tmp_path / "new").dsn("jeton_owner")
        with psycopg.connect(dsn, autocommit=True) as looking:
            begun = looking.execute(MOVES).fetchone()
            assert over(looking)
            until(
                lambda: looking.execute(MOVES).fetchone() != begun,
                seconds=180,
                what="play that goes on",
            )
    assert "The books are in order" in manage(new, "audit")


def test_the_embedded_platform_moves_to_the_systems_postgresql(
    embedded: Path, system: str, tmp_path: Path
) -> None:
    environ = addresses(system, "moved")
    admin = f"postgresql://postgres@{system}/postgres"
    manage(environ, "setup_database", admin)
    told = manage(environ, "restore", str(embedded), "--replace", "--administrator", admin)
    assert "The books are in order" in told
    assert "It was made by PostgreSQL 18; this server is" in told
    goes_on(environ, tmp_path)


def test_a_platform_on_the_systems_postgresql_comes_back_to_it(
    of_the_system: Path, system: str, tmp_path: Path
) -> None:
    admin = f"postgresql://postgres@{system}/postgres"
    restored = ("restore", str(of_the_system), "--database", "back", "--administrator", admin)
    assert "The books are in order" in manage(addresses(system), *restored)
    goes_on(addresses(system, "back"), tmp_path)


def test_a_platform_on_the_systems_postgresql_moves_into_an_embedded_one(
    of_the_system: Path, tmp_path: Path
) -> None:
    new = NO_ADDRESS | {"DATA_DIR": str(tmp_path / "new")}
    told = manage(new, "restore", str(of_the_system), "--replace")
    assert "The books are in order" in told
    assert "sealed under a key that SEED_KEY does not name" in told, "the old one was not brought"
    assert "The books are in order" in manage(new, "audit")
