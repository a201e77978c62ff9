"""The ledger's SQL, one file per subject, run by migrations.

Every file may be run again (`CREATE OR REPLACE`, `DROP TRIGGER IF EXISTS`): whoever changes one
adds a migration that runs it anew.
"""

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent


def read(name: str) -> str:
    """The text of `<name>.sql` in this folder."""
    return (_FOLDER / f"{name}.sql").read_text(encoding="utf-8")
