"""The deal of the day in a browser: two taps from the lobby to the cards, and what comes after."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.table_page import TablePage, give_up

pytestmark = pytest.mark.browser


def test_a_newcomer_plays_it_on_a_phone_and_sees_how_others_fared(visitor: Visitor) -> None:
    page = visitor(lang="de", phone=True, still=True)
    page.locator('.daily-strip [data-action="daily"]').click()
    page.locator('[data-game="gin_palast"] [data-action="play-daily"]').click()
    expect(page.locator(".bar-name")).to_have_text("Blatt des Tages")
    expect(page.locator("#own-seed")).to_have_count(0)  # nobody adds to what all are dealt
    TablePage(page).deal()
    expect(page.locator("#hand [data-card]")).to_have_count(10)
    page.goto(page.url.split("/tables/")[0] + "/daily/")
    page.get_by_role("link", name="Weiterspielen").click()
    expect(page.locator("#hand [data-card]")).to_have_count(10)
    give_up(page)
    page.locator('#stage [data-action="daily"]').click()
    expect(page.locator(".daily-result")).to_contain_text("aufgegeben")
    expect(page.locator(".own-row")).to_contain_text("aufgegeben")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator('[data-action="share"]').click()
    expect(page.locator("#shared")).to_have_text("Der Text ist kopiert.")
    expect(page.locator('a[href*="/replay/"]')).to_have_count(0)
