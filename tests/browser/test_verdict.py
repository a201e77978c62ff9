"""At the end of a match stands how well one played, as soon as that has been judged."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.api_player import ApiPlayer, chosen
from tests.browser.arriving import act, among_people
from tests.browser.conftest import Visitor
from tests.running.demo import Site

pytestmark = pytest.mark.browser
MOVES_MAX = 300


@pytest.mark.soak
def test_after_a_match_accuracy_and_luck_are_told(visitor: Visitor, site: Site) -> None:
    page, other = visitor(lang="de", phone=True, still=True), ApiPlayer(site)
    other.join(among_people(page, preset="romme_500", format="ring", rounds=1))
    table = page.locator("#table")
    for _move in range(MOVES_MAX):
        view = act(page, other.table, chosen)
        if view["phase"] == "finished":
            break
        other.take_turn()
    expect(table).to_have_attribute("data-phase", "finished")
    verdict = page.locator(".stage .verdict")
    expect(verdict).to_have_text(
        re.compile(r"^Genauigkeit: \d+\s%\. Glück mit den Karten: [+−]?[\d,]+ Punkte?\.$")
    )
    page.locator('.stage a[href*="/replay/1/"]').click()
    row = page.locator("#judged .history tbody tr").first
    expect(row.locator("td").first).to_have_text(re.compile(r"^\d+\s%$"))
