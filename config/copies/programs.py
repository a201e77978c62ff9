"""PostgreSQL's own programs at work: those of the wheel, or the system's if they are newer."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any

import psycopg

from config.broker.queue import conninfo
from config.copies import BackupFailed
from config.embedded.binaries import PostgresUnavailable, find_installation

_CHUNK_BYTES = 1 << 20
# What `running` takes as good: also that nobody reads on, who then says why.
_ENDED_WELL = (0, -signal.SIGPIPE)


@contextlib.contextmanager
def running(
    program: Path,
    *arguments: str,
    database: Mapping[str, Any] | None = None,
    stdin: int | None = None,
    stdout: int | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """The program while it works, on that database; it is killed where the body fails.

    Raises BackupFailed with the program's own words unless it comes to a good end.
    """
    with (
        tempfile.TemporaryFile() as words,
        subprocess.Popen(
            [program, *arguments],
            stdin=stdin,
            stdout=stdout,
            stderr=words,
            env=_environ(database or {}),
        ) as process,
    ):
        try:
            yield process
        except BaseException:
            process.kill()
            raise
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(BrokenPipeError):
                if pipe:
                    pipe.close()
        if process.wait() not in _ENDED_WELL:
            words.seek(0)
            said = words.read().decode(errors="replace")
            raise BackupFailed(f"{program.name} failed: {_cause(said)}")


def output_of(program: Path, *arguments: str) -> str:
    """All that it writes. Raises BackupFailed."""
    with running(program, *arguments, stdout=subprocess.PIPE) as process:
        return b"".join(chunks(pipe_of(process.stdout))).decode(errors="replace")


def pipe_of(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise BackupFailed("no pipe")
    return pipe


def chunks(stream: IO[bytes]) -> Iterator[bytes]:
    return iter(partial(stream.read, _CHUNK_BYTES), b"")


def _cause(said: str) -> str:
    """The lines that say what was wrong, without the statement it was wrong with."""
    telling = re.compile(r"\b(error|detail|hint|fatal)\b:", re.IGNORECASE)
    lines = [line.strip()[:400] for line in said.splitlines() if telling.search(line)]
    return "\n".join(lines[:6]) or said.strip()[-400:]


def _environ(database: Mapping[str, Any]) -> dict[str, str]:
    """The connection by environment: a password has no place in a list of processes."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    parts = {
        "PGHOST": database.get("HOST"),
        "PGPORT": database.get("PORT"),
        "PGUSER": database.get("USER"),
        "PGPASSWORD": database.get("PASSWORD"),
        "PGDATABASE": database.get("NAME"),
        "PGSSLMODE": database.get("OPTIONS", {}).get("sslmode"),
    }
    libpq = {name: str(value) for name, value in parts.items() if value}
    return kept | {"LC_ALL": "C.UTF-8"} | libpq


@contextlib.contextmanager
def connected(database: Mapping[str, Any]) -> Iterator[psycopg.Connection[Any]]:
    """Raises BackupFailed where it does not answer."""
    try:
        connection = psycopg.connect(conninfo(dict(database)), connect_timeout=5)
    except psycopg.Error as error:
        raise BackupFailed(f"the database does not answer: {str(error).strip()}") from None
    with connection:
        yield connection


def major_of(connection: psycopg.Connection[Any]) -> int:
    return connection.info.server_version // 10_000


def find(name: str, *, at_least: int = 0) -> Path:
    """The wheel's program, or the system's; one that is not older than the server."""
    found = []
    with contextlib.suppress(PostgresUnavailable):
        found.append(find_installation().program(name))
    if on_path := shutil.which(name):
        found.append(Path(on_path))
    majors = {path: _version(path) for path in found if path.exists()}
    fit = [path for path, major in majors.items() if major >= at_least]
    if fit:
        return fit[0]
    words = ", ".join(f"{path} ({major})" for path, major in majors.items()) or "none"
    raise BackupFailed(
        f"{name} of PostgreSQL {at_least} or newer is needed, and found was: {words}; "
        "install the client programs of your server's version"
    )


def _version(program: Path) -> int:
    done = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)", done.stdout)
    return int(found[1]) if found else 0
