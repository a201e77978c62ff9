"""The keyboard's place is never lost: where a button goes, it goes on at what came instead."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.arriving import among_people, with_bots
from tests.browser.conftest import Visitor
from tests.browser.table_page import TablePage, give_up

pytestmark = pytest.mark.browser


def press(page: Page, action: str) -> None:
    button = page.locator(f'[data-action="{action}"]:visible').first
    button.focus()
    button.press("Enter")


def a_card(page: Page) -> Locator:
    return page.locator("#hand [data-card]:focus")


def test_after_the_deal_was_asked_for_the_keyboard_waits_at_the_table_and_then_is_in_the_hand(
    visitor: Visitor,
) -> None:
    anna, bert = visitor(still=True), visitor(still=True)
    among_people(anna, bert, point_limit=25)
    press(anna, "ready")
    expect(anna.locator("#stage")).to_contain_text("Waiting for")
    expect(anna.locator("#stage")).to_be_focused()
    TablePage(bert).deal()
    expect(a_card(anna)).to_have_count(1)
    give_up(bert)
    expect(anna.locator("#stage .button:focus")).to_have_count(1)
    press(anna, "rematch-offer")
    expect(anna.locator("#rematch")).to_contain_text("Waiting for")
    expect(anna.locator("#rematch")).to_be_focused()


def test_a_hint_takes_its_buttons_place_and_the_keyboard_goes_to_the_hand(
    visitor: Visitor,
) -> None:
    page = visitor(still=True)
    with_bots(page, training=True)
    TablePage(page).deal()
    press(page, "hint")
    expect(page.locator('[data-action="hint"]')).to_have_count(0)
    expect(a_card(page)).to_have_count(1)


def test_a_coach_whose_button_is_done_with_is_gone_on_from(visitor: Visitor) -> None:
    page = visitor(still=True, at="learn/gin/")
    for beginning in ("What fits into no meld", "Your turn."):
        press(page, "go-on")
        expect(page.locator("#coach-says")).to_contain_text(beginning)
    expect(page.locator("#coach-on")).to_be_hidden()
    expect(page.locator("body")).not_to_be_focused()
