"""The back office's SQL, one file per subject; each may be run again."""

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent


def read(name: str) -> str:
    """The text of `<name>.sql` in this folder."""
    return (_FOLDER / f"{name}.sql").read_text(encoding="utf-8")
