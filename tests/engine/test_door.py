"""The door itself: its documentation runs, and it stays small."""

import doctest

from games import engine


def test_the_example_in_the_doors_documentation_runs() -> None:
    result = doctest.testmod(engine)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_door_has_twenty_names_and_all_exist() -> None:
    assert len(engine.__all__) <= 20
    assert all(hasattr(engine, name) for name in engine.__all__)
