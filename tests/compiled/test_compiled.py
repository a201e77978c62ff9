"""Compiled modules do what the sources do, and are of these very sources.

The quick tests compile a handful of modules without optimising; the soak compiles what
`make compiled` does, plays round after round beside the sources and runs the library's own tests.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tests.chance import seed
from tests.installing.wheels import built as wheel_built
from tests.installing.wheels import installed, said

A_FEW = (
    "rummy/engine/budget.py",
    "rummy/engine/cards.py",
    "rummy/engine/melding/suit_tables.py",
)
GIN = ("gin_palast", "gin_classic")
SUITE = ("engine", "bots", "match", "hints", "skill", "puzzles", "research", "conformance")


Ran = subprocess.CompletedProcess[str]


def run(*words: str | Path, builds: str | Path, root: Path = ROOT) -> Ran:
    told = os.environ | {"RUMMY_COMPILED": str(builds), "PYTHONPATH": str(root)}
    return subprocess.run(
        [sys.executable, *words], cwd=root, env=told, capture_output=True, text=True, check=False
    )


def built(into: Path, *options: str) -> Path:
    """A folder with a build of these sources."""
    done = run("packaging/compiling.py", "--into", into, *options, builds="no")
    if done.returncode and "No C compiler" in done.stderr + done.stdout:
        pytest.skip("optional: no C compiler")
    if done.returncode and "headers are missing" in done.stderr:
        pytest.skip("optional: Python's headers are missing")
    assert done.returncode == 0, done.stderr
    return into


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("few"), "--optimise", "0", "--only", *A_FEW)


def played(builds: str | Path, rounds: int, games: Sequence[str]) -> tuple[str, str]:
    """Which way it was run, and all that was told."""
    options = ["--rounds", str(rounds), "--seed", str(seed())]
    if games:
        options += ["--games", *games]
    done = run("-m", "tests.compiled.lockstep", *options, builds=builds)
    assert done.returncode == 0, done.stderr
    return done.stderr.strip(), done.stdout


def test_compiled_and_sources_are_in_step_and_other_sources_refuse_the_build(
    few: Path, tmp_path: Path
) -> None:
    (way, compiled), (other_way, sources) = played(few, 2, GIN), played("no", 2, GIN)
    assert (way, other_way) == ("compiled", "sources")
    assert compiled == sources
    assert len(sources.splitlines()) == 4
    assert run("-c", "import rummy", builds=few).returncode == 0
    shutil.copytree(ROOT / "rummy", tmp_path / "rummy")
    with (tmp_path / "rummy" / "words.py").open("a") as changed:
        changed.write("# one remark more\n")
    refused = run("-c", "import rummy", builds=few, root=tmp_path)
    assert "nothing was built of these sources" in refused.stderr
    assert run("-c", "import rummy.engine", builds="no", root=tmp_path).returncode == 0


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
