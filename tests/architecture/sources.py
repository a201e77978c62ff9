"""The project's own Python files and their syntax trees."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "accounts", "games", "tournaments", "backoffice", "tests", "benchmarks")


def files(*packages: str) -> list[Path]:
    """Python files of the packages, migrations excepted: those are records, not code."""
    found = [path for package in packages for path in (ROOT / package).rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))
