"""From the front page to a running tournament within a minute, on a phone, as a guest."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import API, post
from tests.browser.conftest import Visitor
from tests.browser.places import OPERATOR, PASSWORD

pytestmark = pytest.mark.browser

MINUTE_MS = 60_000
WORDS = "The hall closes at eleven. Whoever still has a coat in the cloakroom: fetch it by then."
# Where bar and line end, and where the felt begins.
BOTTOMS = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return { bar: box(".bar").bottom, line: box("#announced").bottom, felt: box(".felt").top };
}"""


def give_up(page: Page) -> str:
    """Resign the round, as the table's options allow: the quickest end there is.

    What it costs, as the page says before it is confirmed.
    """
    page.locator('[data-open="options-dialog"]').click()
    page.locator('[data-action="resign"]').click()
    cost = page.locator("#leave-body p").inner_text()
    page.locator('[data-action="confirm-resign"]').click()
    return cost


def announced_to(page: Page, director: Page) -> None:
    """A word to everybody stands above the felt, over nothing, until it is closed, for good."""
    director.goto(f"{director.url}accounts/login/")
    director.locator('[name="login"]').fill(OPERATOR)
    director.locator('[name="password"]').fill(PASSWORD)
    director.locator("main form button").first.click()
    director.wait_for_url(lambda url: "login" not in url)
    address = str(page.locator(".bar-back").get_attribute("href"))
    order = {"kind": "announce", "remark": WORDS}
    post(director, f"{API}{address}orders/", order)
    line = page.locator("#announced")
    expect(line.get_by_role("status")).to_have_text(f"Announcement: {WORDS}", timeout=MINUTE_MS)
    lies = page.evaluate(BOTTOMS)
    assert lies["bar"] <= lies["line"] <= lies["felt"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    line.get_by_role("button", name="Close").click()
    expect(line.get_by_role("button")).to_be_hidden()
    assert page.evaluate(BOTTOMS)["line"] == lies["bar"], "nothing is left of it"
    page.reload()
    expect(page.locator("#own .total")).to_have_text("100 chips")
    expect(line.get_by_role("status")).to_have_text("")


def test_a_guest_enters_on_a_phone_is_seated_and_led_on_by_the_table(visitor: Visitor) -> None:
    page = visitor(phone=True)
    row = page.locator("[data-tournament]", has_text="Gin à quatre").first
    row.locator('[data-action="enter"]').click()
    expect(page.locator("main .facts")).to_contain_text("1,000 → 980")
    page.locator('[data-action="confirm"]').click()
    expect(page.locator("#place")).to_have_attribute("data-state", "not_started")
    # Bots come one by one; the page finds out by itself that the cards are dealt, and goes there.
    page.wait_for_url(re.compile(r"/tables/\d+/"), timeout=MINUTE_MS)
    expect(page.locator("#round-name")).to_contain_text("chips a point · level 1")
    expect(page.locator("#own .total")).to_have_text("100 chips")
    expect(page.locator(".bar-back")).to_have_attribute("href", re.compile(r"/tournaments/\d+/"))
    announced_to(page, visitor())
    table = page.url
    assert "from your stack" in give_up(page)
    expect(page.locator("#next-table")).to_be_visible(timeout=MINUTE_MS)
    expect(page.locator("#next-table .settled")).to_contain_text("yours was 100")
    # Nobody scored in a round that was given up.
    expect(page.locator(".result-title")).to_be_visible()
    expect(page.locator("#own .total")).to_have_text("")
    expect(page.locator("table.result")).to_have_count(0)
    page.locator("#next-table a.button.main").click(timeout=MINUTE_MS)
    page.wait_for_url(re.compile(r"/tournaments/\d+/"))
    expect(page.locator("#place")).to_have_attribute("data-state", re.compile("out|finished"))
    page.goto(f"{table}replay/1/")
    expect(page.locator("#replay-score")).to_have_text(
        "This round was broken off: it has no score."
    )
