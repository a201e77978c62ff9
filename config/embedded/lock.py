"""One platform per data directory, held by a file lock that no crash can leave behind."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
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
