"""One wheel, and an environment in which it is installed, for the tests of a file."""

from pathlib import Path

import pytest

from tests.installing.wheels import built, installed
from tests.running.demo import alone


@pytest.fixture(scope="module")
def wheel() -> Path:
    """One for all processes of the run."""
    with alone() as home:
        if not (home / "wheel").exists():
            built(home / "wheel")
        (found,) = (home / "wheel").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def jeton(wheel: Path) -> Path:
    """The command of an environment that all processes of the run share, and leave as it is."""
    with alone() as home:
        command = home / "venv" / "bin" / "jeton"
        return command if command.exists() else installed(wheel, home / "venv")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")
