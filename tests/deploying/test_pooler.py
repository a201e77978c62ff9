"""What of the platform works through PgBouncer as `deploy/` sets it up, and what does not."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from config.embedded.binaries import find_installation
from config.embedded.processes import start_child
from tests.deploying.files import DEPLOY, program, replaced
from tests.running.demo import free_port
from tests.running.test_settings import manage
from tests.running.waiting import until

pytestmark = pytest.mark.process

OPTIONS = "-c lock_timeout=3s"


@pytest.fixture
def pooled(migrated_database_url: dict[str, str], tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a platform that reaches its database through PgBouncer."""
    pgbouncer = program("pgbouncer")
    behind = conninfo_to_dict(migrated_database_url["DATABASE_URL"])
    port, name = free_port(), behind["dbname"]
    folder = tmp_path / "pooler"
    folder.mkdir()
    users = folder / "userlist.txt"
    users.write_text('"jeton_web" ""\n"jeton_worker" ""\n')
    whole = folder / "pgbouncer.ini"
    changes = {
        "jeton = host=127.0.0.1 port=5432 dbname=jeton": f"{name} = host={behind['host']}",
        "listen_port = 6432": f"listen_port = {port}",
        "auth_type = scram-sha-256": "auth_type = trust",
        "/etc/pgbouncer/userlist.txt": str(users),
    }
    whole.write_text(
        replaced(DEPLOY / "database" / "pgbouncer.ini", changes) + "unix_socket_dir =\n"
    )
    user = find_installation().user if os.geteuid() == 0 else None
    for path in (folder, users, whole):
        if user is not None:
            os.chown(path, user, -1)
    for closed in (tmp_path, *tmp_path.parents):  # one deeper where tests run beside others
        if closed.is_relative_to(tempfile.gettempdir()) and closed != Path(tempfile.gettempdir()):
            closed.chmod(closed.stat().st_mode | 0o011)
    with (folder / "log").open("wb") as log:
        process = start_child([pgbouncer, str(whole)], output=log, user=user, cwd=Path("/"))
    urls = {
        "DATABASE_URL": f"postgresql://jeton_web@127.0.0.1:{port}/{name}",
        "DATABASE_WORKER_URL": f"postgresql://jeton_worker@127.0.0.1:{port}/{name}",
    }
    try:
        until(lambda: _answers(urls["DATABASE_URL"]), what=(folder / "log").read_text())
        yield {**migrated_database_url, **urls}
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(address: str) -> bool:
    try:
        psycopg.connect(address).close()
    except psycopg.OperationalError:
        return False
    return True


def test_a_command_of_the_platform_reaches_its_database(pooled: dict[str, str]) -> None:
    done = manage("audit", **pooled)
    assert done.returncode == 0, done.stdout + done.stderr


def test_listeners_hear_and_options_are_lost_unless_the_role_has_them(
    pooled: dict[str, str],
) -> None:
    address = pooled["DATABASE_URL"]
    with (
        psycopg.connect(address, autocommit=True) as listener,
        psycopg.connect(address, autocommit=True, options=OPTIONS) as speaker,
    ):
        listener.execute("listen jeton_tables")
        speaker.execute("notify jeton_tables, 'news'")
        assert [n.payload for n in listener.notifies(timeout=20, stop_after=1)] == ["news"]
        assert speaker.execute("show lock_timeout").fetchone() == ("0",)
