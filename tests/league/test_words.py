"""Every entry that careers and premium know has its words."""

from accounts.career import wording
from accounts.league import ACHIEVEMENTS, LOWEST_DIVISION, TOP_DIVISION, Move
from accounts.premium.reading import RIGHTS


def test_achievements_divisions_moves_and_rights_have_words() -> None:
    assert list(wording.ACHIEVEMENTS) == list(ACHIEVEMENTS)
    assert list(wording.DIVISIONS) == list(range(TOP_DIVISION, LOWEST_DIVISION + 1))
    assert set(wording.MOVES) == {move.value for move in Move}
    assert tuple(wording.RIGHTS) == RIGHTS


def test_no_two_achievements_have_the_same_name() -> None:
    names = [str(name) for name, _ in wording.ACHIEVEMENTS.values()]
    assert len(set(names)) == len(names)
