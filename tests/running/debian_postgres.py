"""A private cluster of the system's PostgreSQL, where there is one: not the embedded's version."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from config.embedded.binaries import servers_user
from config.embedded.processes import start_child
from tests.running.waiting import until
from tests.skipping import OPTIONAL

CLUSTERS = Path("/usr/lib/postgresql")


def programs() -> Path:
    """Where the newest one's programs lie; skips, saying so, where there is none."""
    found = sorted(CLUSTERS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        pytest.skip(OPTIONAL + "no PostgreSQL of the system here (Debian: apt install postgresql)")
    return found[-1].parent


@dataclass(slots=True)
class SystemServer:
    """A cluster in a folder of its own, which may be killed and started again."""

    home: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def host(self) -> str:
        """Its socket's folder, as part of an address."""
        return str(self.home).replace("/", "%2F")

    def make(self) -> None:
        """Unless it is there."""
        user = servers_user()
        self.home.mkdir(exist_ok=True)
        if user is not None:
            os.chown(self.home, user, -1)
        for closed in (self.home, *self.home.parents):
            if closed.stat().st_uid == os.geteuid() != 0 or closed == self.home.parent:
                closed.chmod(closed.stat().st_mode | 0o011)
        if (self.home / "data").exists():
            return
        with (self.home / "log").open("ab") as log:
            initdb: list[str | Path] = [programs() / "initdb", "-D", self.home / "data"]
            options = ["-U", "postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust"]
            made = start_child([*initdb, *options], output=log, user=user, cwd=Path("/"))
        assert made.wait() == 0, (self.home / "log").read_text()

    def start(self) -> None:
        """And again, while backends of one that was killed hold its memory still."""
        until(self._runs, what=f"PostgreSQL; see {self.home}/log")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def _runs(self) -> bool:
        if self.process is None or self.process.poll() is not None:
            command: list[str | Path] = [programs() / "postgres", "-D", self.home / "data"]
            for setting in (
                "listen_addresses=",
                f"unix_socket_directories={self.home}",
                "fsync=off",
            ):
                command += ["-c", setting]
            with (self.home / "log").open("ab") as log:
                self.process = start_child(
                    command,
                    output=log,
                    user=servers_user(),
                    cwd=Path("/"),
                    death_signal=signal.SIGINT,
                )
        return _answers(self.home)


@contextmanager
def a_system_server(home: Path) -> Iterator[str]:
    """Its socket's folder, as part of an address, while the server runs; again, if it did there."""
    server = SystemServer(home)
    server.make()
    server.start()
    try:
        yield server.host
    finally:
        server.stop()


def _answers(home: Path) -> bool:
    try:
        psycopg.connect(f"host={home} user=postgres dbname=postgres").close()
    except psycopg.OperationalError:
        return False
    return True
