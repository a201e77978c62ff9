"""Backups by `pg_dump`, encrypted or not, and the way back from them.

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
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from subprocess import PIPE
from typing import Any

import psycopg

from config.copies import BackupFailed, programs
from config.copies.sealing import SEALED, sealed, unseal
from config.copies.shelves import Shelf
from config.embedded.lock import folder_for_now
from config.embedded.roles import OWNER


def back_up(
    database: Mapping[str, Any], shelf: Shelf, name: str, *, recipients: Sequence[str] = ()
) -> int:
    """Put the database on the shelf, whole or not at all; its size in bytes.

    With `recipients`, public keys of age, nobody but who has one of their private keys can read
    it; what is not encrypted never lies on a disk. Raises BackupFailed.
    """
    with programs.connected(database) as connection:
        program = programs.find("pg_dump", at_least=programs.major_of(connection))
        _require_readable(connection)
    # Large objects anybody may make, and the platform has none.
    told = ("--format=custom", "--compress=6", "--exclude-table-data=pgmq.[qa]_*", "--no-blobs")

    def content() -> Generator[bytes, None, None]:
        with programs.running(program, *told, database=database, stdout=PIPE) as dumping:
            dumped = programs.pipe_of(dumping.stdout)
            yield from sealed(dumped, recipients) if recipients else programs.chunks(dumped)

    with contextlib.closing(content()) as flowing:  # if the shelf fails, so that the program ends
        return shelf.put(name, flowing)


def restore(database: Mapping[str, Any], source: Path) -> int:
    """Fill an empty database from a backup, in one transaction, owned by the migrating role.

    What single roles were granted is left out: the house it is of may have had others, of whom
    this server has never heard. `database_roles` grants this house's own the same.

    The server's version is returned. One that is older than the backup's is asked all the same:
    what it does not know ends the transaction, and the audit says whether what came over is whole.
    Raises BackupFailed.
    """
    with programs.connected(database) as connection:
        server = programs.major_of(connection)
    writer, loader = (programs.find(name, at_least=server) for name in ("pg_restore", "psql"))
    written = ("--file=-", "--no-owner", "--no-privileges", f"--role={OWNER}", str(source))
    loaded = ("--no-psqlrc", "--quiet", "--output=/dev/null", "--single-transaction")
    of = version_of(source)
    granted = _granted_to_everybody(writer, source)
    try:
        with (
            # The inner one ends first: if it fails, the outer is killed and commits nothing.
            programs.running(
                loader, *loaded, "--set=ON_ERROR_STOP=1", database=database, stdin=PIPE
            ) as loading,
            programs.running(writer, *written, stdout=PIPE) as writing,
            contextlib.suppress(BrokenPipeError),  # the loader has stopped, and says why
        ):
            script, sink = programs.pipe_of(writing.stdout), programs.pipe_of(loading.stdin)
            for line in script:
                if line == _UNKNOWN_TO_OLDER:
                    break
                sink.write(line)
            shutil.copyfileobj(script, sink)
            sink.write(granted)
    except BackupFailed as error:
        if server >= of:
            raise
        raise BackupFailed(
            f"{error}\nThe backup is of PostgreSQL {of} and this server is {server}, which may not "
            f"know what a newer one has written: restore it on {of} or newer"
        ) from None
    return server


# Said by every newer pg_restore at the beginning, and unknown to servers before PostgreSQL 17.
_UNKNOWN_TO_OLDER = b"SET transaction_timeout = 0;\n"


@contextlib.contextmanager
def opened(shelf: Shelf, name: str, *, identity: Path | None, room: Path) -> Iterator[Path]:
    """The backup as it was before it was encrypted, while this lasts.

    What has to be fetched or opened for that lies in a folder of its own below `room`; of one that
    was killed it is removed by the next. Raises BackupFailed.
    """
    with folder_for_now(room, "opened") as folder:
        source = shelf.fetch(name, folder)
        if source.suffix == SEALED:
            plain = folder / source.stem
            unseal(source, identity, plain)
            source = plain
        yield source


def version_of(source: Path) -> int:
    """Of which PostgreSQL a backup is. Raises BackupFailed for what is none."""
    if not source.is_file():
        raise BackupFailed(f"{source} is not there, or is no file")
    if not os.access(source, os.R_OK):
        raise BackupFailed(f"{source} may not be read by this user")
    listed = programs.output_of(programs.find("pg_restore"), "--list", str(source))
    found = re.search(r"Dumped from database version: (\d+)", listed)
    return int(found[1]) if found else 0


def _granted_to_everybody(program: Path, source: Path) -> bytes:
    """The statements by which everybody was given something, or it was taken from them.

    A name may hold lines of its own, and psql takes a backslash in one as a command to the machine.
    """
    listed = programs.output_of(program, "--list", str(source))
    entries = re.findall(r"^\d+; \d+ \d+ (?:DEFAULT )?ACL .*$", listed, re.MULTILINE)
    with tempfile.NamedTemporaryFile("w") as chosen:
        chosen.write("\n".join(entries))
        chosen.flush()
        told = ("--file=-", "--no-owner", f"--use-list={chosen.name}", str(source))
        script = programs.output_of(program, *told)
    return "\n".join(_OF_EVERYBODY.findall(script)).encode()


_OF_EVERYBODY = re.compile(
    r"^(?:GRANT|REVOKE|ALTER DEFAULT PRIVILEGES)"
    r' (?:[^\\"\n]|"[^\\"\n]*")* (?:TO|FROM) PUBLIC;$',
    re.MULTILINE,
)


def note(database: Mapping[str, Any], name: str, size: int, *, is_rehearsal: bool) -> None:
    """Write down what was done, for `doctor` and `/metrics`; tables of an older version lack it."""
    done = (size, name.endswith(SEALED), is_rehearsal)
    with (
        programs.connected(database) as connection,
        contextlib.suppress(psycopg.errors.UndefinedTable),
    ):
        connection.execute(_DONE, done)


_DONE = "INSERT INTO backup_run (bytes, is_encrypted, is_rehearsal) VALUES (%s, %s, %s)"


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
