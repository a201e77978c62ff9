"""What is missing on a machine is said there and an error in CI; one place knows the browser."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

SKIPPING = """
import pytest

@pytest.mark.skipif(True, reason="no such program")
def test_marked(): ...

def test_at_run_time():
    pytest.skip("no browser")

def test_a_server_no_fresh_machine_has():
    pytest.skip("optional: no broker")

@pytest.mark.xfail
def test_known_to_fail():
    assert False
"""


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("ci", "failed"), [("", ""), ("true", "1 failed, 1 skipped, 1 xfailed, 1 error")]
)
def test_a_skip_is_an_error_in_ci(ci: str, failed: str, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SKIPPING)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.skipping", "-p", "no:django", "."],
        cwd=tmp_path,
        env=os.environ | {"CI": ci, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (failed or "3 skipped, 1 xfailed") in ran.stdout
    assert ran.returncode == (1 if ci else 0)


def browser(*asked: str, path: Path, ci: str = "") -> subprocess.CompletedProcess[str]:
    """`scripts/browser` on a machine that has these programs only, and nothing to install with."""
    for tool in ("bash", "env", "id"):
        if not (path / tool).exists():
            (path / tool).symlink_to(Path("/usr/bin") / tool)
    return subprocess.run(
        [str(ROOT / "scripts" / "browser"), *asked],
        env={"PATH": str(path), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_script_knows_which_browser_is_used(tmp_path: Path) -> None:
    assert browser("find", path=tmp_path).returncode == 1
    for name in ("google-chrome", "chromium", "chromium-headless-shell"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
        assert browser("find", path=tmp_path).stdout == f"{tmp_path / name}\n"
        assert browser(path=tmp_path, ci="true").returncode == 0


def test_without_a_browser_it_is_said_and_in_ci_an_error(tmp_path: Path) -> None:
    said = browser(path=tmp_path)
    assert (said.returncode, "will be skipped" in said.stderr) == (0, True)
    assert browser(path=tmp_path, ci="true").returncode == 1


def test_where_one_could_be_installed_and_was_not_it_is_an_error(tmp_path: Path) -> None:
    for name, does in (("apt-get", "exit 100"), ("id", "echo 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    assert browser(path=tmp_path).returncode == 1


def test_nobody_else_looks_for_a_browser() -> None:
    named = "chromium" + "-browser"
    rooms = [
        path for room in ("tests", "benchmarks", "config") for path in (ROOT / room).rglob("*.py")
    ]
    assert [path.name for path in rooms if named in path.read_text()] == []
