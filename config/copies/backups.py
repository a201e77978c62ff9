"""Backups by PostgreSQL's own programs: those of the wheel, or the system's if they are newer.

`pg_dump` reads one snapshot, so a backup made while everybody plays holds a single moment. It
holds the ledger and the logs, with grants and triggers. Of the queue it holds the tables without
their messages: they only wake somebody, and whoever starts on a restored database does so anew
for all that is due. It does not hold `SEED_KEY`, without which rounds that were in play cannot be
dealt on.
"""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg
import pyrage

from config.broker.queue import conninfo
from config.embedded.binaries import PostgresUnavailable, find_installation
from config.embedded.roles import OWNER

SEALED = ".age"  # what the name of an encrypted backup ends with


class BackupFailed(Exception):
    """No backup, or nothing restored; the message says why and what to do."""


def dump(database: Mapping[str, Any], target: Path, *, recipients: Sequence[str] = ()) -> int:
    """Write the database into `target`, whole or not at all; its size in bytes.

    With `recipients`, public keys of age, nobody but who has one of their private keys can read
    it; what is not encrypted never lies on a disk.
    """
    readers = [pyrage.x25519.Recipient.from_str(one) for one in recipients]
    if target.is_dir():
        raise BackupFailed(f"{target} is a folder; name a file in it")
    with _connected(database) as connection:
        program = _program("pg_dump", at_least=_major(connection))
        _require_readable(connection)
    unfinished = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.touch(mode=0o600)
        # Large objects anybody may make, and the platform has none.
        told = ("--format=custom", "--compress=6", "--exclude-table-data=pgmq.[qa]_*", "--no-blobs")
        _write([str(program), *told], database, unfinished, readers)
        unfinished.replace(target)
    except OSError as error:
        raise BackupFailed(f"{target} cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def _write(
    command: Sequence[str],
    database: Mapping[str, Any],
    into: Path,
    readers: Sequence[pyrage.x25519.Recipient],
) -> None:
    """What the program writes, sealed for the readers where there are any."""
    with (
        tempfile.TemporaryFile() as said,
        into.open("wb") as file,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=said, env=_environ(database)
        ) as source,
    ):
        if source.stdout is None:
            raise BackupFailed("no pipe")
        try:
            if readers:
                pyrage.encrypt_io(source.stdout, file, readers)
            else:
                shutil.copyfileobj(source.stdout, file)
        finally:
            source.stdout.close()
        if source.wait():
            said.seek(0)
            cause = _cause(said.read().decode(errors="replace"))
            raise BackupFailed(f"{Path(command[0]).name} failed: {cause}")


def new_key(path: Path) -> str:
    """Write a private key, which is not to lie on this machine for long; the public one."""
    identity = pyrage.x25519.Identity.generate()
    try:
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(f"# public key: {identity.to_public()}\n{identity}\n")
    except OSError as error:
        raise BackupFailed(f"{path} cannot be written: {error.strerror}") from None
    return str(identity.to_public())


@contextlib.contextmanager
def opened(source: Path, *, identity: Path | None, room: Path) -> Iterator[Path]:
    """The backup as it was before it was encrypted, in a folder of its own below `room` meanwhile.

    Raises BackupFailed.
    """
    if source.suffix != SEALED:
        yield source
        return
    if identity is None:
        raise BackupFailed(f"{source} is encrypted: name the file with the private key, --identity")
    room.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=room) as folder:
        plain = Path(folder) / source.stem
        try:
            lines = identity.read_text().splitlines()
            keys = [pyrage.x25519.Identity.from_str(one) for one in lines if one.startswith("AGE")]
            with source.open("rb") as sealed, plain.open("wb") as file:
                pyrage.decrypt_io(sealed, file, keys)
        except (OSError, pyrage.IdentityError, pyrage.DecryptError) as error:
            raise BackupFailed(f"{source} cannot be opened with {identity}: {error}") from None
        yield plain


def note(database: Mapping[str, Any], source: Path, *, is_rehearsal: bool) -> None:
    """Write down what was done, for `doctor` and `/metrics`; tables of an older version lack it."""
    done = (source.stat().st_size, source.suffix == SEALED, is_rehearsal)
    with _connected(database) as connection, contextlib.suppress(psycopg.errors.UndefinedTable):
        connection.execute(_DONE, done)


_DONE = "INSERT INTO backup_run (bytes, is_encrypted, is_rehearsal) VALUES (%s, %s, %s)"


def kept_in(folder: Path) -> list[Path]:
    """The backups that were given a name by their date, the oldest first."""
    return sorted([*folder.glob("jeton-*.dump"), *folder.glob(f"jeton-*.dump{SEALED}")])


def version_of(source: Path) -> int:
    """Of which PostgreSQL a backup is. Raises BackupFailed for what is none."""
    if not source.is_file():
        raise BackupFailed(f"{source} is not there, or is no file")
    if not os.access(source, os.R_OK):
        raise BackupFailed(f"{source} may not be read by this user")
    listed = _run([_program("pg_restore"), "--list", str(source)], {})
    found = re.search(r"Dumped from database version: (\d+)", listed)
    return int(found[1]) if found else 0


def restore(database: Mapping[str, Any], source: Path) -> int:
    """Fill an empty database from a backup, in one transaction, owned by the migrating role.

    The server's version. One that is older than the backup's is asked all the same: what it does
    not know ends the transaction, and the audit says whether what came over is whole.
    """
    with _connected(database) as connection:
        server = _major(connection)
        program = _program("pg_restore", at_least=server)
    of = version_of(source)
    written = [str(program), "--file=-", "--no-owner", f"--role={OWNER}", str(source)]
    loaded = [
        str(_program("psql", at_least=server)),
        "--no-psqlrc",
        "--quiet",
        "--output=/dev/null",
    ]
    loaded += ["--single-transaction", "--set=ON_ERROR_STOP=1"]
    try:
        _pour(written, loaded, database)
    except BackupFailed as error:
        if server >= of:
            raise
        raise BackupFailed(
            f"{error}\nThe backup is of PostgreSQL {of} and this server is {server}, which may not "
            f"know what a newer one has written: restore it on {of} or newer"
        ) from None
    return server


def _run(command: Sequence[str | Path], database: Mapping[str, Any]) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        env=_environ(database),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise BackupFailed(f"{Path(command[0]).name} failed: {_cause(done.stderr)}")
    return done.stdout


# Said by every newer pg_restore at the beginning, and unknown to servers before PostgreSQL 17.
_UNKNOWN_TO_OLDER = b"SET transaction_timeout = 0;\n"


def _pour(written: Sequence[str], loaded: Sequence[str], database: Mapping[str, Any]) -> None:
    """What one program writes into another, which stops at the first fault and undoes all."""
    environ = _environ(database)
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(written, stdout=subprocess.PIPE, stderr=said, env=environ) as source,
        tempfile.TemporaryFile() as words,
        subprocess.Popen(loaded, stdin=subprocess.PIPE, stderr=words, env=environ) as sink,
    ):
        if source.stdout is None or sink.stdin is None:
            raise BackupFailed("no pipe")
        with contextlib.suppress(BrokenPipeError):
            for line in source.stdout:
                if line == _UNKNOWN_TO_OLDER:
                    break
                sink.stdin.write(line)
            shutil.copyfileobj(source.stdout, sink.stdin)
        source.stdout.close()
        if source.wait():  # half a script must not be committed
            sink.kill()
        with contextlib.suppress(BrokenPipeError):
            sink.stdin.close()
        for program, process, errors in ((written, source, said), (loaded, sink, words)):
            if process.wait() > 0:
                errors.seek(0)
                cause = _cause(errors.read().decode(errors="replace"))
                raise BackupFailed(f"{Path(program[0]).name} failed: {cause}")


def _cause(said: str) -> str:
    """The lines that say what was wrong, without the statement it was wrong with."""
    telling = re.compile(r"\b(error|detail|hint|fatal)\b:", re.IGNORECASE)
    lines = [line.strip()[:400] for line in said.splitlines() if telling.search(line)]
    return "\n".join(lines[:6]) or said.strip()[-400:]


def _require_readable(connection: psycopg.Connection[Any]) -> None:
    """Everything in the database can be read by us, or the sentence says what, whose, and what now.

    pg_dump names one of them behind a list of all tables.
    """
    found = connection.execute(_CLOSED).fetchall()
    if found:
        role = connection.info.user
        words = ", ".join(f"{name} (of {owner})" for name, owner in found[:5])
        raise BackupFailed(
            f"{role} may not read {words}"
            + f" and {len(found) - 5} more" * (len(found) > 5)
            + f": no backup would be whole. Everything belongs to {role}: run "
            "manage.py migrate --database owner, and if that does not help, as an administrator, "
            f"ALTER TABLE {found[0][0]} OWNER TO {role}"
        )


_CLOSED = """
SELECT c.oid::regclass::text, pg_get_userbyid(c.relowner)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
   AND CASE c.relkind WHEN 'S' THEN NOT has_sequence_privilege(c.oid, 'SELECT')
                      ELSE c.relkind IN ('r', 'p') AND NOT has_table_privilege(c.oid, 'SELECT')
       END
 ORDER BY 1
"""


def _environ(database: Mapping[str, Any]) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    return kept | {"LC_ALL": "C.UTF-8"} | _libpq(database)


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


@contextlib.contextmanager
def _connected(database: Mapping[str, Any]) -> Iterator[psycopg.Connection[Any]]:
    try:
        connection = psycopg.connect(conninfo(dict(database)), connect_timeout=5)
    except psycopg.Error as error:
        raise BackupFailed(f"the database does not answer: {str(error).strip()}") from None
    with connection:
        yield connection


def _major(connection: psycopg.Connection[Any]) -> int:
    return connection.info.server_version // 10_000


def _program(name: str, *, at_least: int = 0) -> Path:
    """The wheel's program, or the system's; one that is not older than the server."""
    found = []
    with contextlib.suppress(PostgresUnavailable):
        found.append(find_installation().program(name))
    if on_path := shutil.which(name):
        found.append(Path(on_path))
    majors = {path: _major_of(path) for path in found if path.exists()}
    fit = [path for path, major in majors.items() if major >= at_least]
    if fit:
        return fit[0]
    words = ", ".join(f"{path} ({major})" for path, major in majors.items()) or "none"
    raise BackupFailed(
        f"{name} of PostgreSQL {at_least} or newer is needed, and found was: {words}; "
        "install the client programs of your server's version"
    )


def _major_of(program: Path) -> int:
    done = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)", done.stdout)
    return int(found[1]) if found else 0
