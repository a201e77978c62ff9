"""What lies in `deploy/`, for tests that read it and tests that run it."""

import shutil
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tests.skipping import OPTIONAL

DEPLOY = ROOT / "deploy"
PACKAGES = {"promtool": "prometheus", "systemd-analyze": "systemd"}


def program(name: str) -> str:
    """Where a program of Debian lies; skips, saying how to get it, where it is not installed."""
    found = shutil.which(name, path="/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin")
    if found is None:
        pytest.skip(f"{OPTIONAL}no {name} here (Debian: apt install {PACKAGES.get(name, name)})")
    return found


def replaced(path: Path, changes: dict[str, str]) -> str:
    """The file's text with paths and ports of this machine; each of them must occur in it."""
    text = path.read_text()
    for old, new in changes.items():
        assert old in text, f"{path.name} has no {old!r}"
        text = text.replace(old, new)
    return text
