"""Where backups lie: in a folder, or in a bucket of an S3-compatible storage.

Either way a backup is there whole or not at all, and what is not encrypted lies nowhere else.
"""

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from django.conf import settings

from config.copies import BackupFailed

if TYPE_CHECKING:
    from obstore.store import S3Config, S3Store

_S3 = "s3://"
_TRIED_AGAIN = 4  # times, with pauses that grow
_SLOWEST = timedelta(minutes=10)  # one part, up or down; what breaks off goes on where it was
_PART_BYTES = 16 << 20  # of which S3 takes ten thousand
_PARTS_AT_ONCE = 4


class Kept(NamedTuple):
    name: str
    bytes: int
    at: datetime


_NAMED_BY_DATE = re.compile(r"jeton-[0-9]{8}-[0-9]{6}\.dump(\.age)?")
_UNFINISHED = ".part"
# Nobody is at work any more on what has not grown for so long.
_GIVEN_UP = timedelta(days=1)


@dataclass(frozen=True)
class Folder:
    """As text a shelf is where the backups are, for sentences; all it does raises BackupFailed."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def put(self, name: str, content: Iterable[bytes]) -> int:
        """Keep it, whole or not at all; its size in bytes."""
        target = self.path / name
        unfinished = self.path / f"{name}{_UNFINISHED}"
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._forget_unfinished()
            unfinished.touch(mode=0o600)
            with unfinished.open("wb") as file:
                size = sum(map(file.write, content))
                file.flush()
                os.fsync(file.fileno())  # before older ones are removed for it
            unfinished.replace(target)
        except OSError as error:
            raise BackupFailed(f"{target} cannot be written: {error.strerror}") from None
        finally:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)
        return size

    def _forget_unfinished(self) -> None:
        """What those have left who were killed over it."""
        long_ago = (datetime.now(UTC) - _GIVEN_UP).timestamp()
        for path in self.path.glob(f"jeton-*{_UNFINISHED}"):
            name = path.name.removesuffix(_UNFINISHED)
            if _NAMED_BY_DATE.fullmatch(name) and path.stat().st_mtime < long_ago:
                path.unlink(missing_ok=True)

    def fetch(self, name: str, room: Path) -> Path:
        """It as a file; where it is none yet, one that is made in the folder `room`."""
        return self.path / name

    def remove(self, name: str) -> None:
        try:
            (self.path / name).unlink(missing_ok=True)
        except OSError as error:
            raise BackupFailed(f"{self}/{name} cannot be removed: {error.strerror}") from None

    def all(self) -> list[Kept]:
        """Those that were given a name by their date, the oldest first."""
        found = [path for path in self.path.glob("jeton-*") if _NAMED_BY_DATE.fullmatch(path.name)]
        stats = ((path.name, path.stat()) for path in sorted(found))
        return [
            Kept(name, one.st_size, datetime.fromtimestamp(one.st_mtime, UTC))
            for name, one in stats
        ]


@dataclass(frozen=True)
class Bucket:
    """`s3://bucket/prefix`; who may enter, and where it is, says the environment."""

    address: str

    def __str__(self) -> str:
        return self.address

    @cached_property
    def _store(self) -> "S3Store":
        try:
            from obstore.store import S3Store
        except ImportError:
            raise BackupFailed(
                f"{self} needs a library: install jeton[s3] (or obstore) beside the platform"
            ) from None
        bucket, _, prefix = self.address.removeprefix(_S3).partition("/")
        # What is not told the library finds where machines of a cloud learn who they are.
        told = {key: value for key, value in settings.BACKUP_STORAGE.items() if value}
        plain = settings.BACKUP_STORAGE["endpoint"].startswith("http:")
        return S3Store(
            bucket,
            prefix=prefix.strip("/") or None,
            config=cast("S3Config", told),
            client_options={"allow_http": plain, "timeout": _SLOWEST},
            retry_config={"max_retries": _TRIED_AGAIN},
        )

    def put(self, name: str, content: Iterable[bytes]) -> int:
        size = 0

        def counted() -> Iterator[bytes]:
            nonlocal size
            for chunk in content:
                size += len(chunk)
                yield chunk

        with self._asked(name) as store:
            # What was sent in parts is called off where the content fails.
            store.put(name, counted(), chunk_size=_PART_BYTES, max_concurrency=_PARTS_AT_ONCE)
        return size

    def fetch(self, name: str, room: Path) -> Path:
        with self._asked(name) as store, (room / name).open("wb") as file:
            for chunk in store.get(name).stream():
                file.write(chunk)
        return room / name

    def remove(self, name: str) -> None:
        with self._asked(name) as store:
            store.delete(name)

    def all(self) -> list[Kept]:
        with self._asked() as store:
            found = store.list_with_delimiter()["objects"]
        return sorted(
            Kept(one["path"], one["size"], one["last_modified"])
            for one in found
            if _NAMED_BY_DATE.fullmatch(one["path"])
        )

    @contextlib.contextmanager
    def _asked(self, name: str = "") -> Iterator["S3Store"]:
        """The storage; what it refuses is told in a sentence."""
        store = self._store  # says first if the library is missing
        from obstore.exceptions import BaseError

        try:
            yield store
        except (BaseError, FileNotFoundError) as error:
            raise BackupFailed(
                f"{'/'.join(filter(None, (str(self), name)))}: {_why(error)}"
            ) from None


def _why(error: Exception) -> str:
    """The storage's own sentence, or else the last words of the library's."""
    said = str(error).partition("Debug source")[0].strip()
    theirs = re.search(r"<Code>(\w+)</Code>\s*<Message>(.*?)</Message>", said)
    return f"{theirs[2]} ({theirs[1]})" if theirs else said.rpartition(" - ")[2][:400]


Shelf = Folder | Bucket


def ours() -> Shelf:
    """Where this house's backups belong."""
    return Bucket(settings.BACKUP_TO) if settings.BACKUP_TO else Folder(settings.BACKUP_DIR)


def placed(file: str) -> tuple[Shelf, str]:
    """Where one backup lies, and its name there: by a path, or an address as `list` tells it."""
    if file.startswith(_S3):
        where, _, name = file.rpartition("/")
        return Bucket(where), name
    path = Path(file)
    return Folder(path.parent), path.name
