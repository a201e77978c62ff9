"""A table is there before its scripts: felt, names and backs, and nothing jumps then."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.arriving import with_bots
from tests.browser.conftest import Visitor
from tests.running.demo import Site

pytestmark = pytest.mark.browser

SCRIPT = "**/main.js"
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifted += one.value;
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.drawn(1)
@pytest.mark.parametrize("phone", [False, True])
def test_the_table_lies_there_before_its_scripts_and_stays_where_it_is(
    visitor: Visitor, phone: bool
) -> None:
    page = visitor(phone=phone, still=True)
    with_bots(page, point_limit=25)
    expect(page.locator("#table")).to_have_attribute("data-playing", "true")
    # While it is one's own turn no bot moves anything on the page.
    expect(page.locator("#prompt")).to_have_class(re.compile("mine"))
    held: list[Route] = []
    page.route(SCRIPT, lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    expect(page.locator(".hand > .back")).to_have_count(10)
    expect(page.locator("#opponents .who-name")).not_to_be_empty()
    expect(page.locator("[data-card]")).to_have_count(0)
    page.evaluate(SHIFTS)
    held[0].continue_()
    expect(page.locator(".hand [data-card]").first).to_be_visible()
    assert page.locator(".hand > .back").count() == 0
    assert page.evaluate("window.shifted") < 0.02


@pytest.mark.parametrize(("zone", "asked"), [("America/New_York", 2), ("Europe/Vienna", 1)])
def test_the_first_page_of_all_shows_the_readers_times(
    chromium: Browser, site: Site, zone: str, asked: int
) -> None:
    """Where the house's clock shows the same as the reader's, it is not asked for again."""
    context = chromium.new_context(timezone_id=zone, service_workers="block")
    page = context.new_page()
    pages: list[str] = []
    page.on("request", lambda one: pages.extend([one.url] * one.is_navigation_request()))
    page.goto(f"http://localhost:{site.port}/tournaments/")
    shown = zone if asked > 1 else "Europe/Berlin"
    expect(page.locator("html")).to_have_attribute("data-zone", shown)
    assert len(pages) == asked
    page.goto(f"http://localhost:{site.port}/tournaments/calendar/")
    expect(page.locator("html")).to_have_attribute("data-zone", zone)
    assert len(pages) == asked + 1
    context.close()


def test_felt_back_and_deck_are_chosen_at_the_table_and_kept(visitor: Visitor) -> None:
    page = visitor(still=True)
    with_bots(page, point_limit=25)
    page.locator('[data-open="options-dialog"]').click()
    for name, value in (("felt", "wine"), ("back", "black"), ("deck", "night")):
        page.locator(f'[name="{name}"][value="{value}"]').check()
    page.reload()
    chosen = page.evaluate(
        "(({ felt, back, deck }) => [felt, back, deck])(document.documentElement.dataset)"
    )
    assert chosen == ["wine", "black", "night"]
    felt = "getComputedStyle(document.body).getPropertyValue('--felt-muted').trim()"
    assert page.evaluate(felt) == "#ecd2d8"


def test_what_is_pressed_in_a_pages_header_is_a_finger_high(visitor: Visitor) -> None:
    page = visitor(phone=True)
    with_bots(page, point_limit=25)
    page.goto("/".join(page.url.split("/")[:3]))
    for pressed in (".top .chips", ".top .news-bell"):
        box = page.locator(pressed).bounding_box()
        assert box is not None
        assert box["height"] >= 44
