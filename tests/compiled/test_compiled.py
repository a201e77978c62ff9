"""Compiled modules do what the sources do, and are of these very sources.

The quick test looks how a build is found; the soak compiles what `make compiled` does, plays
round after round beside the sources and runs the library's own tests.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from rummy.compiled import fingerprint
from tests.architecture.sources import ROOT
from tests.chance import seed
from tests.installing.wheels import built as wheel_built
from tests.installing.wheels import installed, said

SUITE = ("engine", "bots", "match", "hints", "skill", "puzzles", "research", "conformance")

Ran = subprocess.CompletedProcess[str]


def run(*words: str | Path, builds: str | Path, root: Path = ROOT) -> Ran:
    told = os.environ | {"RUMMY_COMPILED": str(builds), "PYTHONPATH": str(root)}
    return subprocess.run(
        [sys.executable, *words], cwd=root, env=told, capture_output=True, text=True, check=False
    )


def built(into: Path) -> Path:
    """A folder with a build of these sources."""
    done = run("packaging/compiling.py", "--into", into, builds="no")
    if done.returncode and "No C compiler" in done.stderr + done.stdout:
        pytest.skip("optional: no C compiler")
    if done.returncode and "headers are missing" in done.stderr:
        pytest.skip("optional: Python's headers are missing")
    assert done.returncode == 0, done.stderr
    return into


def played(builds: str | Path, rounds: int, games: Sequence[str]) -> tuple[str, str]:
    """Which way it was run, and all that was told."""
    options = ["--rounds", str(rounds), "--seed", str(seed())]
    if games:
        options += ["--games", *games]
    done = run("-m", "tests.compiled.lockstep", *options, builds=builds)
    assert done.returncode == 0, done.stderr
    return done.stderr.strip(), done.stdout


def test_a_build_comes_before_the_sources_and_is_refused_by_others(tmp_path: Path) -> None:
    """Builds lie under what they were made from; here is one with a module that cannot be read."""
    builds, copy = tmp_path / "builds", tmp_path / "copy"
    module = builds / fingerprint() / "rummy" / f"words{EXTENSION_SUFFIXES[0]}"
    module.parent.mkdir(parents=True)
    module.touch()
    assert run("-c", "import rummy", builds=builds).returncode == 0
    assert module.name in run("-c", "import rummy.words", builds=builds).stderr
    shutil.copytree(ROOT / "rummy", copy / "rummy")
    with (copy / "rummy" / "words.py").open("a") as changed:
        changed.write("# one remark more\n")
    refused = run("-c", "import rummy", builds=builds, root=copy)
    assert "nothing was built of these sources" in refused.stderr
    assert run("-c", "import rummy.words", builds="no", root=copy).returncode == 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("whole"))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_all_that_is_compiled_is_in_step_over_many_rounds(whole: Path) -> None:
    (way, compiled), (_, sources) = played(whole, 40, ()), played("no", 40, ())
    assert way == "compiled"
    assert compiled.splitlines() == sources.splitlines()


@pytest.mark.soak
def test_a_wheel_packs_what_was_compiled_for_one_kind_of_machine(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JETON_COMPILED", "yes")
    wheel = wheel_built(tmp_path)
    assert not wheel.name.endswith("-none-any.whl")
    jeton = installed(wheel, tmp_path / "home")
    (house,) = tmp_path.glob("home/lib/python*/site-packages/jeton/house")
    (build,) = (house / ".compiled").iterdir()
    assert build.name == next(whole.iterdir()).name
    assert said(jeton, tmp_path, "--version").returncode == 0
    imported = "import rummy.engine.melding.classic as one; print(one.__file__)"
    done = run("-c", imported, builds="yes", root=house)
    assert Path(done.stdout.strip()).is_relative_to(build)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_the_library_passes_its_own_tests_compiled(whole: Path) -> None:
    folders = [f"tests/{folder}" for folder in SUITE]
    done = run("-m", "pytest", "-q", "-n", "2", "-m", "not soak", *folders, builds=whole)
    assert done.returncode == 0, done.stdout[-5000:]
