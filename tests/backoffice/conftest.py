"""What the office's tests share: quick passwords, and a board that remembers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from backoffice import board


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _clean_board() -> Iterator[None]:
    """What a test has put on the board is taken down again."""
    yield
    board._lay_over({})
    board._board.announcements, board._board.maintenance = (), False
