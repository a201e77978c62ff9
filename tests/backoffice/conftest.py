"""What the tests of the office share: a board that remembers nothing."""

from collections.abc import Iterator

import pytest

from backoffice.running import board


@pytest.fixture(autouse=True)
def _clean_board() -> Iterator[None]:
    """What a test has put on the board is taken down again."""
    yield
    board._lay_over({})
    board._board.announcements, board._board.maintenance = (), False
