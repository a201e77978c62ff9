"""A small disk of a test's own, which can be filled."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


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
    """Until there is no room; what has taken it all, to be removed."""
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(2**16))
    return filler
