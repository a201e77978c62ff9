"""The wheel of this checkout, and an environment of its own in which it is installed."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.architecture.sources import ROOT


def built(into: Path) -> Path:
    """The wheel, built as `pip install` of the checkout would build it."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = into.glob("*.whl")
    return wheel


def installed(wheel: Path, home: Path) -> Path:
    """The command `jeton` of an environment that borrows the locked packages from ours."""
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return home / "bin" / "jeton"


def said(jeton: Path, home: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """What the command answers somebody who has set nothing else."""
    told = environ(home) | settings
    return subprocess.run(
        [jeton, *words], env=told, cwd=home, capture_output=True, text=True, check=False
    )


def environ(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    return kept | {"HOME": str(home), "DATA_DIR": "", "XDG_DATA_HOME": ""}


def data_of(home: Path) -> Path:
    return home / ".local" / "share" / "jeton"
