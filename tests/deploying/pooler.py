"""PgBouncer with `deploy/database/pgbouncer.ini`, before a cluster without passwords."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from config.embedded.binaries import find_installation
from config.embedded.processes import start_child
from tests.deploying.files import DEPLOY, program, replaced
from tests.running.demo import free_port
from tests.running.waiting import until


@contextmanager
def a_pooler(socket_dir: str, folder: Path, *, users: list[str]) -> Iterator[int]:
    """The port at which it leads to every database of the cluster at that socket."""
    pgbouncer, port = program("pgbouncer"), free_port()
    known, whole = folder / "userlist.txt", folder / "pgbouncer.ini"
    known.write_text("".join(f'"{user}" ""\n' for user in users))
    changes = {
        "jeton = host=127.0.0.1 port=5432 dbname=jeton": f"* = host={socket_dir}",
        "listen_port = 6432": f"listen_port = {port}",
        "auth_type = scram-sha-256": "auth_type = trust",
        "/etc/pgbouncer/userlist.txt": str(known),
    }
    ini = replaced(DEPLOY / "database" / "pgbouncer.ini", changes)
    whole.write_text(f"{ini}unix_socket_dir =\n")
    user = find_installation().user if os.geteuid() == 0 else None
    for path in (folder, known, whole):
        if user is not None:
            os.chown(path, user, -1)
    for closed in folder.parents:  # one deeper where tests run beside others
        if closed.is_relative_to(tempfile.gettempdir()) and closed != Path(tempfile.gettempdir()):
            closed.chmod(closed.stat().st_mode | 0o011)
    with (folder / "log").open("wb") as log:
        process = start_child([pgbouncer, str(whole)], output=log, user=user, cwd=Path("/"))
    try:
        until(lambda: _answers(port, users[0]), what=(folder / "log").read_text())
        yield port
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(port: int, user: str) -> bool:
    try:
        psycopg.connect(f"postgresql://{user}@127.0.0.1:{port}/postgres").close()
    except psycopg.OperationalError:
        return False
    return True
