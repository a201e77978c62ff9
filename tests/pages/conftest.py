"""What the tests of the pages share: compiled catalogues, and people with a browser each."""

from collections.abc import Callable, Iterator

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings as configured
from django.utils import translation
from django.utils.translation import trans_real

from accounts.joining.players import create_player
from accounts.models import Player
from tests.browser.chromium import an_empty_page as an_empty_page


@pytest.fixture(scope="session", autouse=True)
def _compiled_catalogues() -> None:
    """As the Makefile does, for whoever runs these tests alone."""
    for source in configured.LOCALE_PATHS[-1].rglob("*.po"):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as text, target.open("wb") as compiled:
            write_mo(compiled, read_po(text))
    trans_real._translations = {}  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def make_player() -> Callable[[str], Player]:
    return lambda name: create_player(name=name, password="rummy-evening")
