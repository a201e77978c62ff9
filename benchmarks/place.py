"""A platform to measure: its own durable PostgreSQL, migrated, in a throw-away directory."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from benchmarks.sizes import sized
from config.embedded.binaries import find_installation
from config.embedded.roles import OWNER, WEB, create_database, create_role
from config.embedded.server import DURABLE, Server

DATABASE = "jeton"
PGBENCH_SECONDS = sized(4, 1)
START_SECONDS, STOP_SECONDS = 600, 120


@dataclass(frozen=True, slots=True)
class Place:
    """A running database, and the environment in which Django finds it."""

    server: Server
    environ: dict[str, str]

    def pgbench(self, script: str, *, clients: int, seconds: int = PGBENCH_SECONDS) -> float:
        """Transactions per second of a pgbench script (role of the application)."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write(script)
            file.flush()
            Path(file.name).chmod(0o644)
            done = subprocess.run(
                [
                    self.server.installation.program("pgbench"),
                    *("-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds)),
                    *("-h", str(self.server.socket_dir), "-U", "postgres", "-f", file.name),
                    DATABASE,
                ],
                capture_output=True,
                text=True,
                check=True,
            )
        for line in done.stdout.splitlines():
            if line.startswith("tps = "):
                return float(line.split()[2])
        raise RuntimeError(done.stdout + done.stderr)

    def sql(self, text: str) -> None:
        with psycopg.connect(self.server.dsn(database=DATABASE), autocommit=True) as admin:
            admin.execute(text.encode())


@contextmanager
def place() -> Iterator[Place]:
    """Start everything a measurement needs, with the settings that production has."""
    home = Path(tempfile.mkdtemp(prefix="jeton-bench-"))
    home.chmod(0o711)
    server = Server(
        find_installation(), home / "data", home / "socket", home / "log", options=DURABLE
    )
    server.start()
    try:
        with psycopg.connect(server.dsn(), autocommit=True) as admin:
            create_role(admin, OWNER)
            admin.execute(f"alter role {OWNER} createdb")
            create_role(admin, WEB)
            create_database(admin, DATABASE, {WEB})  # what is measured here does both
        yield Place(server, _environ(server))
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def _environ(server: Server) -> dict[str, str]:
    host = str(server.socket_dir).replace("/", "%2F")
    return {
        "DATABASE_URL": f"postgresql://{WEB}@{host}/{DATABASE}",
        "DATABASE_OWNER_URL": f"postgresql://{OWNER}@{host}/{DATABASE}",
        "SECRET_KEY": "measured " * 8,
        "SEED_KEY": "measured " * 8,
        "MOVES_PER_SECOND_MAX": "100000",
        "VIEWS_PER_SECOND_MAX": "100000",
        "STREAMS_PER_CALLER_MAX": "100000",
        "PREMIUM_RIGHTS": "none",
        "LOG_LEVEL": "WARNING",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


@contextmanager
def demo(home: Path, **extra: str) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, str]]]:
    """A platform as `make demo` starts it, without shows, once it says that it runs; its variables.

    Its data are kept in `home` and found again by the next.
    """
    own = {"DATA_DIR": f"{home}/data", "PORT": str(free_port()), "SHOW_TABLES": "0", **extra}
    own["DJANGO_SETTINGS_MODULE"] = "config.settings"
    output = home / "out"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "demo"],
            env=dict(os.environ) | own,
            stdout=file,
            stderr=file,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while "Jeton is running" not in output.read_text():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(output.read_text())
            time.sleep(0.05)
        yield process, own
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def set_up_django(environ: dict[str, str]) -> None:
    """Point this process's Django at the place and migrate."""
    os.environ.update(environ)
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--database", "owner", "-v", "0"], check=True
    )
    import django

    django.setup()
