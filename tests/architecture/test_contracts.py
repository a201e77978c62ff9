"""What may import what. The contracts stand in pyproject.toml; this holds the code to them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

PURE = (
    "games.engine",
    "games.bots",
    "games.hints",
    "games.fairness",
    "games.lessons",
    "games.match",
    "games.settlement",
    "accounts.ledger",
    "accounts.league",
    "accounts.social",
    "tournaments.director",
    "tournaments.forecast",
    "tournaments.simulation",
)
OUTSIDE = ("django", "rest_framework", "celery", "psycopg")
IMPORTS = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_the_import_contracts_are_kept() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_loads_without_the_frameworks(package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, package],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not set(OUTSIDE) & set(done.stdout.split())
