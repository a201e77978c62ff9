"""The door itself: its documentation runs, and it stays small."""

import doctest

from rummy import engine
from tests.architecture.sources import ROOT


def test_the_example_in_the_doors_documentation_runs() -> None:
    result = doctest.testmod(engine)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_door_has_twenty_names_and_all_exist() -> None:
    assert len(engine.__all__) <= 20
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_the_librarys_page_plays_a_round() -> None:
    result = doctest.testfile(str(ROOT / "rummy" / "README.md"), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0
