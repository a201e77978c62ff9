"""The embedded server's log, kept part by part: with a copy of all files, any moment comes back.

A part is 16 MB, or what a minute has brought; compressed, a quiet one is some thousand bytes. It is
as secret as the cluster it comes from, and not encrypted.
"""

import shlex
from pathlib import Path

PACKED = ".gz"


def kept_in(folder: Path) -> dict[str, str]:
    """What the server is told that its log be kept there, each part whole and on the disk.

    It asks again for a part after a crash: the same one is well, another one never replaces it.
    """
    part = f"{_in(folder)}{PACKED}"
    return {
        "archive_mode": "on",
        "archive_timeout": "60s",
        "archive_command": (
            f"if test -e {part}; then gzip -dc {part} | cmp -s - %p; "
            f"else gzip -1 < %p > {part}.new && sync {part}.new && mv {part}.new {part}; fi"
        ),
    }


def read_from(folder: Path, cluster: Path) -> dict[str, str]:
    """What another server is told that it do again what the log says.

    The end of the log nobody has kept yet; it lies in the cluster, if there still is one.
    """
    part, end = f"{_in(folder)}{PACKED}", _in(cluster / "pg_wal")
    return {
        "restore_command": f"if test -e {part}; then gzip -dc {part} > %p; else cp {end} %p; fi",
        # What it writes itself is kept as soon as it is the house's: its command is missing yet.
        "archive_mode": "on",
        "archive_command": "",
    }


def _in(folder: Path) -> str:
    """The part that PostgreSQL asks for, in a folder, for its shell."""
    return shlex.quote(f"{folder}/".replace("%", "%%")) + "%f"
