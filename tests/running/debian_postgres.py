"""A private cluster of the system's PostgreSQL, where there is one: not the embedded's version."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from config.embedded.binaries import _unprivileged_user
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


@contextmanager
def a_system_server(home: Path) -> Iterator[str]:
    """Its socket's folder, as part of an address, while the server runs; again, if it did there."""
    bin_dir, user = programs(), _unprivileged_user() if os.geteuid() == 0 else None
    home.mkdir(exist_ok=True)
    if user is not None:
        os.chown(home, user, -1)
    for closed in (home, *home.parents):
        if closed.stat().st_uid == os.geteuid() != 0 or closed == home.parent:
            closed.chmod(closed.stat().st_mode | 0o011)
    initdb: list[str | Path] = [
        bin_dir / "initdb",
        "-D",
        home / "data",
        "-U",
        "postgres",
        "--encoding=UTF8",
    ]
    options = [
        "-c",
        "listen_addresses=",
        "-c",
        f"unix_socket_directories={home}",
        "-c",
        "fsync=off",
    ]
    with (home / "log").open("ab") as log:
        if not (home / "data").exists():
            made = start_child(
                [*initdb, "--locale=C.UTF-8", "--auth=trust"], output=log, user=user, cwd=Path("/")
            )
            assert made.wait() == 0, (home / "log").read_text()
        server = start_child(
            [bin_dir / "postgres", "-D", home / "data", *options],
            output=log,
            user=user,
            cwd=Path("/"),
            death_signal=signal.SIGINT,
        )
    try:
        until(lambda: _answers(home), what=f"PostgreSQL; see {home}/log")
        yield str(home).replace("/", "%2F")
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _answers(home: Path) -> bool:
    try:
        psycopg.connect(f"host={home} user=postgres dbname=postgres").close()
    except psycopg.OperationalError:
        return False
    return True
