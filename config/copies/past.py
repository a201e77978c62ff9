"""Back to a moment, with the embedded server: a copy of all its files, and its log from there on.

PostgreSQL unpacks the last copy before the moment and does again what its log says, up to there.
"""

import datetime as dt
import json
import math
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import psycopg
from django.conf import settings

from config.copies import BackupFailed
from config.copies.programs import running
from config.embedded import archive
from config.embedded.binaries import PostgresUnavailable
from config.embedded.places import successor_of
from config.embedded.processes import start_child
from config.embedded.server import Server

_STAMP = "%Y%m%d-%H%M%S"
_PART_BYTES = 16 << 20
_POLL_SECONDS = 0.1
_UNFINISHED = "unfinished"  # a copy that is being made or removed; the next one begins without it


class Base(NamedTuple):
    at: dt.datetime  # from then on it can be used
    path: Path


def kept_log() -> Path:
    """The folder of this house's. Raises BackupFailed where none is kept."""
    if not settings.EMBEDDED:
        raise BackupFailed(
            "the database is a server of your own: docs/operator.md tells how it goes back"
        )
    if not settings.WAL_DIR:
        raise BackupFailed("WAL_DIR names no folder, so the database's log is not kept")
    return Path(settings.WAL_DIR).absolute()


def bases(log: Path) -> list[Base]:
    """Copies of all files, the oldest first."""
    found = sorted(
        path for path in log.glob("base-*") if re.fullmatch(r"base-\d{8}-\d{6}", path.name)
    )
    return [
        Base(dt.datetime.strptime(f"{path.name[5:]}+0000", f"{_STAMP}%z"), path) for path in found
    ]


def copy_base(server: Server, log: Path) -> Base:
    """Copy all files while everybody plays on. Raises BackupFailed."""
    unfinished = log / _UNFINISHED
    shutil.rmtree(unfinished, ignore_errors=True)
    where = {
        "HOST": server.socket_dir,
        "USER": "postgres",
        "PASSWORD": server.password,
    }
    told = ("--format=tar", "--gzip", "--wal-method=fetch", "--checkpoint=fast", "--no-password")
    program = server.installation.program("pg_basebackup")
    with running(program, f"--pgdata={unfinished}", *told, database=where):
        pass
    at = dt.datetime.fromtimestamp(math.ceil(time.time()), dt.UTC)
    return Base(at, unfinished.rename(log / f"base-{at:{_STAMP}}"))


def forget_before(base: Base, log: Path) -> list[Path]:
    """Remove older copies, and the log that only they need; the copies."""
    began = json.loads((base.path / "backup_manifest").read_text())["WAL-Ranges"][0]["Start-LSN"]
    high, low = (int(half, 16) for half in began.split("/"))
    first = f"{high:08X}{low // _PART_BYTES:08X}"  # behind the timeline in a part's name
    for part in log.glob("*"):
        if re.match(r"[0-9A-F]{24}\b", part.name) and part.name[8:24] < first:
            part.unlink()
    older = [one.path for one in bases(log) if one.at < base.at]
    for path in older:  # half removed, it would still pass for one
        shutil.rmtree(path.rename(log / _UNFINISHED))
    return older


@contextmanager
def gone_back(server: Server, log: Path, until: dt.datetime) -> Iterator[Server]:
    """A server on the cluster as it was at the moment, where the house's would be.

    Afterwards nothing is left of it, unless it was put in place. Raises BackupFailed.
    """
    fit = [base for base in bases(log) if base.at <= until]
    if not fit:
        raise BackupFailed(f"{log} has no copy of before {until:%Y-%m-%d %H:%M:%S %Z}")
    cluster = server.cluster.with_name(f"{server.cluster.name}_going_back")
    shutil.rmtree(cluster, ignore_errors=True)
    moment = until.astimezone(dt.UTC).isoformat(sep=" ")
    back = replace(
        server,
        cluster=cluster,
        password="",  # it may be of another house's start: the next one sees to passwords
        kept_log=None,
        options={
            **server.options,
            **archive.read_from(log, server.cluster),
            "recovery_target_time": moment,
            "recovery_target_action": "promote",
        },
    )
    try:
        _unpack(fit[-1], back)
        try:
            back.start(seconds=600, once=True)
            _wait_until_there(back)
        except PostgresUnavailable as error:
            raise BackupFailed(f"{until:%Y-%m-%d %H:%M:%S %Z} was not reached: {error}") from None
        yield back
    finally:
        back.stop()
        shutil.rmtree(cluster, ignore_errors=True)


def _unpack(base: Base, back: Server) -> None:
    """As the server's user, to whom all of it has to belong."""
    back.private(back.cluster)
    with (base.path / "base.tar.gz").open("rb") as packed, back.log.open("ab") as output:
        child = start_child(
            ["tar", "-xz"],
            given=packed,
            output=output,
            user=back.installation.user,
            cwd=back.cluster,
        )
    if child.wait() != 0:
        raise BackupFailed(f"{base.path} could not be unpacked:\n{back.log_end()}")
    (back.cluster / "pg_hba.conf").write_text("local all all trust\n")
    signal = back.cluster / "recovery.signal"
    signal.touch()
    if back.installation.user is not None:
        os.chown(signal, back.installation.user, -1)


def _wait_until_there(back: Server) -> None:
    """Until it has done again all that its log says up to the moment, however long that takes."""
    with psycopg.connect(back.dsn(), autocommit=True) as looking:
        try:
            while looking.execute("SELECT pg_is_in_recovery()").fetchone() != (False,):
                time.sleep(_POLL_SECONDS)
        except psycopg.OperationalError:
            raise PostgresUnavailable(f"the log ends before\n{back.log_end()}") from None


def put_in_place(back: Server, house: Path) -> Path | None:
    """Let its cluster be the house's, on which no server runs; where that one, if any, is kept.

    Killed in between, the next start does the rest: never is there a house without a cluster, which
    would be given a new and empty one.
    """
    back.stop()
    kept, successor = None, successor_of(house)
    shutil.rmtree(successor, ignore_errors=True)
    back.cluster.rename(successor)
    if house.exists():
        kept = house.rename(house.with_name(f"{house.name}_until_{time.strftime('%Y%m%d%H%M%S')}"))
    successor.rename(house)
    return kept
