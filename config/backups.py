"""Backups by PostgreSQL's own programs: those of the wheel, or the system's if they are newer.

`pg_dump` reads one snapshot, so a backup made while everybody plays holds a single moment. It
holds the ledger, the logs and the queue, with grants and triggers; it does not hold `SEED_KEY`,
without which rounds that were in play cannot be dealt on.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from config.embedded.binaries import PostgresUnavailable, find_installation
from config.embedded.roles import OWNER
from config.queue import conninfo


class BackupFailed(Exception):
    """No backup, or nothing restored; the message says why and what to do."""


def dump(database: Mapping[str, Any], target: Path) -> int:
    """Write the database into `target`, whole or not at all; its size in bytes."""
    program = _program("pg_dump", at_least=_server_major(database))
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.touch(mode=0o600)
    try:
        _run(
            [str(program), "--format=custom", "--compress=6", f"--file={unfinished}"],
            database,
        )
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def restore(database: Mapping[str, Any], source: Path) -> None:
    """Fill an empty database from a backup, in one transaction, owned by the migrating role."""
    if not source.is_file():
        raise BackupFailed(f"{source} is not there")
    program = _program("pg_restore", at_least=_server_major(database))
    # The new database has its schema `public` already; whose it is was decided when it was made.
    _run(
        [
            *(str(program), "--exit-on-error", "--single-transaction", "--no-owner"),
            *(f"--role={OWNER}", f"--dbname={database['NAME']}", str(source)),
        ],
        database,
    )


def address_of(database: Mapping[str, Any]) -> str:
    """A Django database setting as an address, as `DATABASE_URL` takes it."""
    user, password = database.get("USER") or "", database.get("PASSWORD") or ""
    credentials = quote(str(user), safe="") + (f":{quote(str(password), safe='')}" * bool(password))
    host = quote(str(database.get("HOST") or ""), safe="")
    port = f":{database['PORT']}" if database.get("PORT") else ""
    return f"postgresql://{credentials}@{host}{port}/{quote(str(database['NAME']), safe='')}"


def _run(command: Sequence[str], database: Mapping[str, Any]) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    done = subprocess.run(
        list(command),
        env=kept | _libpq(database),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupFailed(f"{Path(command[0]).name} failed: {done.stderr.strip()[-1000:]}")


def _libpq(database: Mapping[str, Any]) -> dict[str, str]:
    """The connection by environment: a password has no place in a list of processes."""
    parts = {
        "PGHOST": database.get("HOST"),
        "PGPORT": database.get("PORT"),
        "PGUSER": database.get("USER"),
        "PGPASSWORD": database.get("PASSWORD"),
        "PGDATABASE": database.get("NAME"),
        "PGSSLMODE": database.get("OPTIONS", {}).get("sslmode"),
    }
    return {name: str(value) for name, value in parts.items() if value}


def _server_major(database: Mapping[str, Any]) -> int:
    try:
        with psycopg.connect(conninfo(dict(database)), connect_timeout=5) as connection:
            return connection.info.server_version // 10_000
    except psycopg.Error as error:
        raise BackupFailed(f"the database does not answer: {error}") from None


def _program(name: str, *, at_least: int) -> Path:
    """The wheel's program, or the system's; one that is not older than the server."""
    found = []
    with contextlib.suppress(PostgresUnavailable):
        found.append(find_installation().program(name))
    if on_path := shutil.which(name):
        found.append(Path(on_path))
    majors = {path: _major(path) for path in found if path.exists()}
    fit = [path for path, major in majors.items() if major >= at_least]
    if fit:
        return fit[0]
    told = ", ".join(f"{path} ({major})" for path, major in majors.items()) or "none"
    raise BackupFailed(
        f"{name} of PostgreSQL {at_least} or newer is needed, and found was: {told}; "
        "install the client programs of your server's version"
    )


def _major(program: Path) -> int:
    done = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)", done.stdout)
    return int(found[1]) if found else 0
