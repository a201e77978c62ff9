"""The referee of the examples, with real programs: ours, the page's, and such as fail."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rummy.engine import PRESETS
from tests.architecture.sources import ROOT
from tests.protocol.test_serving import PAGE

OURS = f"{sys.executable} -m rummy.bots.serve level=casual"
pytestmark = pytest.mark.thorough
IDENTIFIED = "import sys, time\nprint('id {\"protocol\": 1}', flush=True)\n"
FAILING = {
    "stopped": "raise SystemExit(1)",
    "no answer in time": "import time\ntime.sleep(600)",
    "another protocol": "print('id {\"protocol\": 9}', flush=True)\ninput()",
    "answered 'resign'": IDENTIFIED + "print('resign', flush=True)\nsys.stdin.read()",
    "passed when on turn": IDENTIFIED + "print('pass', flush=True)\nsys.stdin.read()",
    "action_type_unknown": IDENTIFIED
    + "print('action {\"type\": 1}', flush=True)\nsys.stdin.read()",
}


def refereed(
    *programs: str,
    preset: str = "gin_palast",
    deals: int = 1,
    seconds: int = 20,
    more: tuple[str, ...] = (),
) -> str:
    ran = subprocess.run(
        [
            sys.executable,
            "clients/examples/referee.py",
            "--preset",
            preset,
            "--seconds",
            str(seconds),
        ]
        + [word for program in programs for word in ("--program", program)]
        + ["--deals", str(deals), *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture
def theirs(tmp_path: Path) -> str:
    """The program of the page."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.S)
    assert found is not None
    (tmp_path / "theirs.py").write_text(found[1])
    return f"{sys.executable} {tmp_path / 'theirs.py'}"


@pytest.mark.drawn(3)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_program_of_the_page_meets_ours_in_every_game(preset: str, theirs: str) -> None:
    said = refereed(OURS, theirs, preset=preset)
    assert "forfeited" not in said
    ours, other = (float(line.split()[0]) for line in said.splitlines()[1:])
    assert ours == -other


def test_who_lets_the_discard_pass_is_asked_once_for_it() -> None:
    """GER-V4: at three or more, everybody is asked for every discard."""
    knocking = ("--option", "knock_for_discard=true", "--seats", "4")
    said = refereed(OURS, OURS, preset="german_romme", more=knocking)
    assert "forfeited" not in said


def test_the_same_seed_has_the_same_result() -> None:
    assert refereed(OURS, OURS, deals=2) == refereed(OURS, OURS, deals=2)


def test_a_program_against_itself_gains_nothing_whatever_the_cards(theirs: str) -> None:
    """Each holds both hands of every deal once, and this one has no chance in it."""
    assert (
        re.findall(r"[+-]\d+\.\d\d ± 0\.00", refereed(theirs, theirs, deals=2))
        == ["+0.00 ± 0.00"] * 2
    )


@pytest.mark.drawn(3)
@pytest.mark.parametrize("fault", FAILING)
def test_a_program_that_fails_loses_the_round(fault: str, tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(FAILING[fault])
    seconds = 2 if fault == "no answer in time" else 20
    said = refereed(OURS, f"{sys.executable} {tmp_path / 'failing.py'}", seconds=seconds)
    assert "+100.00" in said
    assert "2 rounds forfeited" in said
    assert fault in said
