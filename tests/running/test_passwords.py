"""Nobody is let into the embedded database without the password of the role they come as."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import psycopg
import pytest

from config.embedded.binaries import find_installation
from config.embedded.places import Places
from config.embedded.platform import keep_secrets, start_database
from config.embedded.roles import OWNER, SUPERUSER, WEB, WORKER, create_role
from config.embedded.server import THROWAWAY, Server
from tests.running.demo import Demo, a_demo
from tests.running.waiting import until

pytestmark = pytest.mark.process
ROLES = (SUPERUSER, OWNER, WEB, WORKER)
PROCESSES = {
    "config.serve": WEB,
    "celery .* worker": WORKER,
    "manage.py dispatcher": WORKER,
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with a_demo(tmp_path_factory.mktemp("passwords") / "data") as running:
        yield running


def written_memory_of(pid: int) -> Iterator[bytes]:
    """Piece by piece; what cannot be written cannot have been told either."""
    with (
        Path(f"/proc/{pid}/maps").open() as maps,
        Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory,
    ):
        for line in maps:
            where, rights, *_ = line.split()
            begin, end = (int(number, 16) for number in where.split("-"))
            if rights.startswith("rw"):
                memory.seek(begin)
                yield memory.read(end - begin)


def passwords_known_to(pid: int, places: Places) -> set[str]:
    secrets = {role: places.kept_secret(role).encode() for role in ROLES}
    pieces = written_memory_of(pid)
    return {role for piece in pieces for role, secret in secrets.items() if secret in piece}


def is_let_in(address: str) -> bool:
    try:
        psycopg.connect(address).close()
    except psycopg.OperationalError as error:
        if "password" not in str(error):
            raise
        return False
    return True


@pytest.mark.parametrize(("pattern", "role"), PROCESSES.items())
def test_a_process_knows_the_password_of_its_own_role_alone(
    demo: Demo, pattern: str, role: str
) -> None:
    """Not in all that it may write, which what it was forked from has left to it."""
    places = Places(demo.data_dir)
    assert passwords_known_to(demo.child(pattern), places) == {role}
    own = places.dsn(role)
    for other in ROLES:
        assert is_let_in(own.replace(f"//{role}:", f"//{other}:")) == (other == role)
        assert not is_let_in(places.address(other))


def test_what_all_are_forked_from_knows_none(demo: Demo) -> None:
    assert passwords_known_to(demo.child("jeton fork server"), Places(demo.data_dir)) == set()


def test_what_was_killed_and_started_again_knows_no_more(demo: Demo) -> None:
    """The fork server has handed on the worker's password by then."""
    killed = demo.kill("config.serve")
    until(lambda: demo.child("config.serve") not in (0, killed) and demo.get("/readyz")[0] == 200)
    assert passwords_known_to(demo.child("config.serve"), Places(demo.data_dir)) == {WEB}


def test_secrets_of_the_database_are_kept_for_whoever_starts_it(demo: Demo) -> None:
    kept = [Places(demo.data_dir).secret(role) for role in ROLES]
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
    assert len({path.read_text() for path in kept}) == len(ROLES)


@pytest.mark.parametrize("role", [WEB, WORKER])
def test_a_running_role_reaches_nothing_beyond_its_tables(demo: Demo, role: str) -> None:
    with psycopg.connect(Places(demo.data_dir).dsn(role), autocommit=True) as running:
        for statement in (
            "COPY accounts_player (username) FROM PROGRAM 'id'",
            "COPY (SELECT 1) TO PROGRAM 'true'",
            "COPY (SELECT 1) TO '/tmp/x'",
            "SELECT pg_read_file('PG_VERSION')",
            "SELECT pg_ls_dir('.')",
            "SELECT lo_import('/etc/passwd')",
            "SELECT rolpassword FROM pg_authid",
            "SELECT pg_read_binary_file('global/pg_control')",
            "CREATE EXTENSION vector",
            "CREATE SCHEMA mine",
            "CREATE ROLE mine",
            "CREATE DATABASE mine",
            "CREATE TABLE mine ()",
            "CREATE FUNCTION mine() RETURNS int LANGUAGE c AS 'libc', 'system'",
            "LOAD 'plpgsql'",
            f"SET ROLE {OWNER}",
            f"SET SESSION AUTHORIZATION {SUPERUSER}",
            f"GRANT {OWNER} TO {role}",
            f"ALTER ROLE {OWNER} PASSWORD 'known'",
            "ALTER SYSTEM SET hba_file = '/tmp/x'",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                running.execute(statement.encode())


def test_a_data_directory_that_believed_everybody_asks_from_its_next_start(
    tmp_path: Path,
) -> None:
    """As an earlier release left it: no passwords, and one role that did everything."""
    tmp_path.chmod(0o711)
    places = Places(tmp_path / "data")
    keep_secrets(places)
    for role in ROLES:
        places.secret(role).unlink()
    places.logs.mkdir()
    log = places.logs / "log"
    earlier = Server(find_installation(), places.cluster, places.socket_dir, log, THROWAWAY)
    earlier.start()
    with psycopg.connect(earlier.dsn(), autocommit=True) as admin:
        create_role(admin, OWNER)
        create_role(admin, "jeton_app")
        admin.execute(f"CREATE DATABASE jeton OWNER {OWNER}")
    with psycopg.connect(places.address(OWNER), autocommit=True) as owner:
        owner.execute("CREATE TABLE kept (n int)")
        owner.execute("GRANT SELECT ON kept TO jeton_app")
    earlier.stop()
    server = start_database(places)
    try:
        assert [is_let_in(places.address(role)) for role in ROLES] == [False] * 4
        with psycopg.connect(places.dsn(WEB)) as web:
            assert web.execute("SELECT n FROM kept").fetchall() == []
    finally:
        server.stop()
    places.secret(SUPERUSER).unlink()  # lost: the next start makes another
    server = start_database(places)
    try:
        assert is_let_in(places.dsn(SUPERUSER, database="postgres"))
    finally:
        server.stop()
    assert re.search(r"scram-sha-256$", (places.cluster / "pg_hba.conf").read_text().strip())
    assert os.fspath(places.socket_dir) in unquote(places.dsn(WEB))
