"""The embedded PostgreSQL: first start, restart, crashes, neighbours."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.copies.past import put_in_place
from config.embedded.binaries import PostgresUnavailable, find_installation, open_to_all, reachable
from config.embedded.lock import DataDirectoryInUse, hold
from config.embedded.places import Places
from config.embedded.platform import ROLES, keep_secrets, start_database
from config.embedded.processes import command_of, start_child
from config.embedded.server import THROWAWAY, Server
from tests.running.waiting import until
from tests.skipping import OPTIONAL

pytestmark = pytest.mark.process


@pytest.fixture
def server(short_home: Path) -> Iterator[Server]:
    made = a_server(short_home, "one")
    yield made
    made.stop()


def a_server(short_home: Path, name: str) -> Server:
    return Server(
        find_installation(),
        short_home / name / "data",
        short_home / f"{name}-s",
        short_home / "log",
        THROWAWAY,
    )


def run(server: Server, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.dsn(), autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def test_a_second_start_finds_what_the_first_wrote(server: Server) -> None:
    server.start()
    run(server, "create table kept as select 42 as n")
    server.stop()
    server.start()
    assert run(server, "select n from kept") == [(42,)]


def test_after_a_killed_postmaster_the_next_start_recovers(server: Server) -> None:
    server.start()
    run(server, "create table kept as select generate_series(1, 1000) as n")
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    server.start()
    assert run(server, "select count(*) from kept") == [(1000,)]


def test_a_process_number_that_means_somebody_else_is_forgotten(server: Server) -> None:
    server.start()
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    lock = server.cluster / "postmaster.pid"
    lines = lock.read_text().splitlines()
    lock.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    server.start()
    assert run(server, "select 1") == [(1,)]


def test_an_interrupted_first_start_is_begun_anew(server: Server) -> None:
    server.cluster.mkdir(parents=True)
    (server.cluster / "half-made").write_text("")
    server.start()
    assert run(server, "select 1") == [(1,)]


class Killed(BaseException):
    """Whoever did this is dead: nothing of what it would have done afterwards is done."""


def test_a_first_start_killed_over_its_cluster_is_begun_anew(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`initdb` writes first what tells a cluster."""

    def killed(*command: Any, **options: Any) -> None:
        child = start_child(*command, **options)
        until(lambda: any(server.cluster.parent.glob("*/PG_VERSION")), what="a half-made cluster")
        child.kill()
        child.wait()
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr("config.embedded.server.start_child", killed)
        with pytest.raises(Killed):
            server.start()
    server.start()
    assert run(server, "select 1") == [(1,)]
    assert [path.name for path in server.cluster.parent.iterdir()] == ["data"]


@pytest.mark.parametrize(("renamed", "found"), [(1, "the old one"), (2, "the new one")])
def test_whoever_is_killed_over_putting_a_cluster_in_place_leaves_one_that_starts(
    short_home: Path,
    server: Server,
    renamed: int,
    found: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And never a house without one, which would be given a new and empty one."""
    other = a_server(short_home, "two")
    for one, name in ((server, "the old one"), (other, "the new one")):
        one.start()
        run(one, f"create table kept as select '{name}'::text as name")
        one.stop()
    rename = Path.rename
    done: list[Path] = []

    def killed(path: Path, to: Path) -> Path:
        if len(done) == renamed:
            raise Killed
        done.append(path)
        return rename(path, to)

    with monkeypatch.context() as dying:
        dying.setattr(Path, "rename", killed)
        with pytest.raises(Killed):
            put_in_place(other, server.cluster)
    server.start()
    assert run(server, "select name from kept") == [(found,)]
    assert not list(server.cluster.parent.glob("*_next"))


@pytest.mark.soak
def test_two_servers_run_side_by_side(short_home: Path, server: Server) -> None:
    other = a_server(short_home, "two")
    server.start()
    other.start()
    try:
        run(server, "create table here ()")
        assert run(other, "select to_regclass('here')") == [(None,)]
    finally:
        other.stop()


def test_only_the_socket_is_open_and_only_to_us(server: Server) -> None:
    server.start()
    assert run(server, "show listen_addresses") == [("",)]
    assert server.socket_dir.stat().st_mode & 0o777 == 0o700


def test_the_log_tells_of_a_failed_statement_but_not_what_was_in_it(server: Server) -> None:
    server.start()
    run(server, "create table hands (cards text check (cards <> '7h8h9h'))")
    with pytest.raises(psycopg.errors.CheckViolation):
        run(server, "insert into hands values ('7h8h9h')")
    text = server.log.read_text()
    assert "violates check constraint" in text
    assert "7h8h9h" not in text


def test_a_broken_cluster_says_why_it_does_not_start(server: Server) -> None:
    server.start()
    server.stop()
    (server.cluster / "PG_VERSION").write_text("9\n")
    with pytest.raises(PostgresUnavailable, match="database files are incompatible with server"):
        server.start(seconds=1)


def test_the_platforms_database_is_durable_and_its_running_role_is_no_superuser(
    short_home: Path,
) -> None:
    places = Places(short_home / "data")
    server = start_database(places)
    try:
        settings = ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"]
        assert [run(server, f"show {name}") for name in settings] == [[("on",)]] * 4
        shown = run(server, "select rolname, rolsuper from pg_roles where rolname like 'jeton%'")
        assert sorted(shown) == [(role, False) for role in sorted(ROLES)]
        assert run(server, "select datcollate from pg_database where datname = 'jeton'") == [("C",)]
    finally:
        server.stop()
        shutil.rmtree(places.socket_dir, ignore_errors=True)


def test_secrets_are_written_once_and_for_us_alone(short_home: Path) -> None:
    places = Places(short_home / "data")
    keep_secrets(places)
    first = places.secret("secret_key").read_text()
    keep_secrets(places)
    assert places.secret("secret_key").read_text() == first
    assert places.secret("secret_key").stat().st_mode & 0o777 == 0o600
    assert first != places.secret("seed_key").read_text()


def test_a_secret_whose_writer_was_killed_is_written_by_the_next(
    short_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty one would be a password that everybody knows."""
    places = Places(short_home / "data")

    def killed(_descriptor: int) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(os, "fsync", killed)
        with pytest.raises(Killed):
            keep_secrets(places)
    assert list(places.secrets.iterdir()) == []
    keep_secrets(places)
    assert len(places.secret("secret_key").read_text()) >= 48


def test_a_data_directory_has_one_holder(short_home: Path) -> None:
    with (
        hold(short_home / "lock"),
        pytest.raises(DataDirectoryInUse) as caught,
        hold(short_home / "lock"),
    ):
        pass
    assert caught.value.pid == os.getpid()
    with hold(short_home / "lock"):
        pass


_LAUNCHER = """
import sys, time
from pathlib import Path
from config.embedded.binaries import find_installation
from config.embedded.server import THROWAWAY, Server
home = Path(sys.argv[1])
server = Server(find_installation(), home / "data", home / "s", home / "log", THROWAWAY)
server.start()
print(server.process.pid, flush=True)
time.sleep(600)
"""


def test_a_killed_launcher_leaves_no_server_behind(short_home: Path) -> None:
    launcher = subprocess.Popen(
        [sys.executable, "-c", _LAUNCHER, str(short_home)], stdout=subprocess.PIPE, text=True
    )
    assert launcher.stdout is not None
    pid = int(launcher.stdout.readline())
    launcher.send_signal(signal.SIGKILL)
    launcher.wait()
    launcher.stdout.close()
    until(lambda: "postgres" not in command_of(pid), what="the server to follow its launcher")
    assert not (short_home / "data" / "postmaster.pid").exists(), "it went down cleanly"


@pytest.mark.skipif(
    os.geteuid() != 0, reason=OPTIONAL + "only root has another user to start it as"
)
def test_programs_unpacked_by_a_careful_installer_run_for_everybody(short_home: Path) -> None:
    """With umask 077 a wheel arrives closed to everybody else; the link in it leads nowhere yet."""
    tree = short_home / "wheel"
    (tree / "bin").mkdir(parents=True)
    (tree / "bin" / "postgres").touch(mode=0o700)
    (tree / "share").touch(mode=0o600)
    (tree / "lib").symlink_to("later")
    (tree / "bin").chmod(0o700)
    nobody = pwd.getpwnam("nobody").pw_uid
    assert not reachable(tree / "bin" / "postgres", nobody)
    open_to_all(tree)
    modes = [path.stat().st_mode & 0o777 for path in (tree / "bin" / "postgres", tree / "share")]
    assert modes == [0o755, 0o644]
    assert (tree / "bin").stat().st_mode & 0o055 == 0o055


def test_as_root_the_server_runs_unprivileged_even_behind_a_closed_door(short_home: Path) -> None:
    closed = short_home / "closed"
    closed.mkdir(mode=0o700)
    server = Server(
        find_installation(), closed / "data", short_home / "s", short_home / "log", THROWAWAY
    )
    assert server.installation.user
    assert not reachable(closed, server.installation.user)
    server.start()
    try:
        assert server.process is not None
        owner = Path(f"/proc/{server.process.pid}").stat().st_uid
        assert owner == server.installation.user
        assert run(server, "select 1") == [(1,)]
    finally:
        server.stop()
