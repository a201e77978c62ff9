"""Deutsches Rommé and Rommé 500 by mouse, by touch, by keyboard alone, by the accessibility tree.

Rommé 500 by mouse and by keyboard is played in `test_romme`.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.romme_page import KeyboardRomme, RommePage
from tests.browser.romme_ways import EarsRomme, TouchRomme
from tests.browser.test_romme import open_table, play_to_the_end, seated
from tests.running.demo import Site

pytestmark = [pytest.mark.browser, pytest.mark.soak]

MATCHES: tuple[tuple[str, type[RommePage]], ...] = (
    ("german_romme", RommePage),
    ("german_romme", TouchRomme),
    ("german_romme", KeyboardRomme),
    ("german_romme", EarsRomme),
    ("romme_500", TouchRomme),
    ("romme_500", EarsRomme),
)


@pytest.mark.parametrize(("preset", "player"), MATCHES)
def test_a_game_is_played_each_way(
    preset: str, player: type[RommePage], visitor: Visitor, site: Site
) -> None:
    """Between two, from the deal to the settlement, and what was laid is in the log.

    Two rounds of Rommé 500, whose seven cards are now and then gone in the other's first turn.
    """
    page = visitor(phone=player is TouchRomme)
    page.emulate_media(reduced_motion="reduce")
    open_table(page, preset, seats=2, format="ring", rounds="2" if preset == "romme_500" else "1")
    table = player(page)
    done = play_to_the_end(table, seated(site, page, 1))
    table.expect_finished()
    assert {"ready", "draw", "discard"} <= done
    expect(page.locator("#sheet [data-line]").first).to_be_attached()
