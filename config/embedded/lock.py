"""Locks of the file system, which no crash can leave behind: of a data directory, of a folder."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from config.embedded.places import unusable


class DataDirectoryInUse(Exception):
    """Another process runs a platform on this data directory; `pid` is who says so, 0 unknown."""

    def __init__(self, path: Path, pid: int) -> None:
        super().__init__(f"{path.parent} is in use by process {pid or '?'}")
        self.pid = pid


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold the lock at `path`, or raise DataDirectoryInUse or UnusablePlace at once."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = path.open("a+")
    except OSError as error:
        raise unusable(path.parent, error.strerror or str(error)) from None
    with opened as file:  # never inherited by children, so it ends with this process
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            text = file.read().strip()
            raise DataDirectoryInUse(path, int(text) if text.isdigit() else 0) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


@contextmanager
def folder_for_now(room: Path, name: str) -> Iterator[Path]:
    """A folder of one's own below `room`, which is gone afterwards.

    What somebody who was killed has left there under this name goes first. Raises OSError.
    """
    room.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in room.glob(f"{name}-*"):
        with suppress(OSError), _held(left):
            shutil.rmtree(left)
    made = Path(tempfile.mkdtemp(prefix="new-", dir=room))
    with _held(made):  # before it has a name by which others may remove it
        folder = made.rename(made.with_name(made.name.replace("new", name, 1)))
        try:
            yield folder
        finally:
            shutil.rmtree(folder)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Raises BlockingIOError where another process holds it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)
