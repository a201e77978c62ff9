"""The apps' SQL, one file per subject: `<app>/sql/<name>.sql`, run by migrations and by audits."""

from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


def read_sql(app: str, name: str) -> str:
    """The text of that file."""
    return (_ROOT / app / "sql" / f"{name}.sql").read_text(encoding="utf-8")
