"""A failing test can be repeated with its cards: decks and bots come from the run's seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.moves.decks import TableShuffler
from games.running import absent
from games.tables.opening import create_table
from games.tables.terms import TableOffer
from rummy.fairness import SERVER_SEED_BYTES
from rummy.match import MatchTerms
from tests import chance
from tests.architecture.sources import ROOT

DRAWN = """
from hypothesis import given, strategies as st

@given(st.integers())
def test_fails(number):
    print("drawn", number)
    assert abs(number) < 1000
"""


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize("_again", range(2))
def test_the_cards_and_bots_of_a_test_are_those_of_the_runs_seed(
    _again: int, request: pytest.FixtureRequest
) -> None:
    table, name = create_table(player=None, offer=TableOffer()), request.node.nodeid
    assert table.pk == 1  # whatever has been played before
    wanted = chance.dice(f"{name} 1 1").randbytes(SERVER_SEED_BYTES)
    assert TableShuffler(table.pk, MatchTerms.from_json(table.terms)).reveal(1) == wanted.hex()
    assert absent.DICE.random() == chance.dice(f"{name} {absent.__name__}").random()


def said(seed: str, tmp_path: Path) -> tuple[str, list[str]]:
    """The seed that a failing test names, and what Hypothesis drew for it."""
    tmp_path.mkdir()
    (tmp_path / "test_it.py").write_text(DRAWN)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "tests.chance", "-p", "no:django", "."],
        cwd=tmp_path,
        env=os.environ | {chance.VARIABLE: seed, "PYTHONPATH": str(ROOT), "CI": ""},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    named = told.partition(f"{chance.VARIABLE}=")[2].partition(" ")[0]
    return named, [line for line in told.splitlines() if line.startswith("drawn")]


@pytest.mark.soak
def test_what_fails_names_its_seed_which_repeats_it(tmp_path: Path) -> None:
    runs = [said(seed, tmp_path / str(number)) for number, seed in enumerate(("any", "7"))]
    again = said(runs[0][0], tmp_path / "again")
    assert again == runs[0]
    assert runs[1][0] == "7"
    assert runs[1][1] != runs[0][1]
