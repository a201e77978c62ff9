"""PgBouncer with `deploy/database/pgbouncer.ini`, before a cluster without passwords."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from config.embedded.binaries import servers_user
from config.embedded.processes import start_child
from tests.deploying.files import DEPLOY, program, replaced
from tests.running.demo import free_port
from tests.running.waiting import until


@dataclass(slots=True)
class Pooler:
    """It leads to every database of a cluster, and may be killed and started again."""

    folder: Path
    user: str
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [program("pgbouncer"), str(self.folder / "pgbouncer.ini")]
        with (self.folder / "log").open("ab") as log:
            self.process = start_child(command, output=log, user=servers_user(), cwd=Path("/"))
        until(lambda: _answers(self.port, self.user), what=f"PgBouncer; see {self.folder}/log")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()


@contextmanager
def a_pooler(socket_dir: str, *, users: list[str]) -> Iterator[Pooler]:
    """Started, with `deploy/database/pgbouncer.ini`, in a folder of that user."""
    program("pgbouncer")
    with tempfile.TemporaryDirectory(prefix="jeton-pooler-") as name:
        pooler = Pooler(Path(name), users[0])
        known, whole = pooler.folder / "userlist.txt", pooler.folder / "pgbouncer.ini"
        known.write_text("".join(f'"{user}" ""\n' for user in users))
        changes = {
            "jeton = host=127.0.0.1 port=5432 dbname=jeton": f"* = host={socket_dir}",
            "listen_port = 6432": f"listen_port = {pooler.port}",
            "auth_type = scram-sha-256": "auth_type = trust",
            "/etc/pgbouncer/userlist.txt": str(known),
        }
        ini = replaced(DEPLOY / "database" / "pgbouncer.ini", changes)
        whole.write_text(f"{ini}unix_socket_dir =\n")
        if (user := servers_user()) is not None:
            for path in (pooler.folder, known, whole):
                os.chown(path, user, -1)
        pooler.start()
        try:
            yield pooler
        finally:
            pooler.kill()


def _answers(port: int, user: str) -> bool:
    try:
        psycopg.connect(f"postgresql://{user}@127.0.0.1:{port}/postgres").close()
    except psycopg.OperationalError:
        return False
    return True
