"""Pure packages need no framework; the contracts between packages are held by `make lint`."""

import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

PURE = (
    "rummy.engine",
    "rummy.bots",
    "rummy.hints",
    "rummy.fairness",
    "rummy.lessons",
    "rummy.match",
    "rummy.settlement",
    "accounts.ledger",
    "accounts.league",
    "accounts.people.social",
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


@pytest.mark.drawn(5)
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
