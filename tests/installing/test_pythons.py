"""The package on the other Pythons that it says it supports, where this machine has them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.installing.wheels import environ, said
from tests.running.demo import launch, running
from tests.running.waiting import until
from tests.skipping import OPTIONAL

pytestmark = [pytest.mark.process, pytest.mark.soak]
PATHS = os.pathsep.join(map(str, (*Path.home().glob(".pyenv/versions/*/bin"), os.defpath)))


def python(version: str) -> str:
    found = shutil.which(f"python{version}", path=PATHS)
    if found is None:
        pytest.skip(f"{OPTIONAL}no Python {version} here")
    return found


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_from_the_wheel_to_a_house(version: str, wheel: Path, tmp_path: Path) -> None:
    """With its own packages from the index, as somebody has them who installs it."""
    venv = tmp_path / "venv"
    subprocess.run([python(version), "-m", "venv", str(venv)], check=True)
    subprocess.run([venv / "bin" / "pip", "install", "--quiet", str(wheel)], check=True)
    jeton, home = venv / "bin" / "jeton", tmp_path / "home"
    home.mkdir()
    house = launch(home / "jeton", program=[str(jeton)], extra=environ(home))
    try:
        until(lambda: running(house), seconds=500, what=f"the platform; see {house.output}")
        assert house.get("/readyz") == (200, "ready\n")
        assert house.get("/")[0] == 200
        assert f"Python {version}" in said(jeton, home, "doctor", PORT=str(house.port)).stdout
        audit = said(jeton, home, "audit")
        assert "The books are in order" in audit.stdout
    finally:
        assert house.stop() == 0
