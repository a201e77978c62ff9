"""A small disk of a test's own, which can be filled."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PAGE_BYTES = 4096


@contextmanager
def a_small_disk(place: Path, megabytes: int) -> Iterator[Path]:
    """In memory, mounted at `place`; skips where nobody may mount one."""
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", place],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("optional: nobody but root has a small disk to fill")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: Path) -> Path:
    """Until there is no room; what has taken it all, to be removed.

    Taken and not written, which whoever works beside it on a slow machine would outrun.
    """
    filler, piece = disk / "filler", 2**30
    with filler.open("wb") as file:
        while piece >= PAGE_BYTES:
            try:
                os.posix_fallocate(file.fileno(), os.fstat(file.fileno()).st_size, piece)
            except OSError:
                piece //= 2
    return filler
