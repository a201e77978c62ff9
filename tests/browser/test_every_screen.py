"""Very wide and very low screens, chosen colours, and what comes and goes over a table."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.arriving import with_bots
from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser
TOUCH = 44


# Asked within the page: a move between two questions draws the table anew.
BOX = """selector => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box?.width ? box.toJSON() : null;
}"""
TARGETS = """() => [...document.querySelectorAll(".bar a, .bar button")]
  .map(node => node.getBoundingClientRect()).filter(box => box.width)
  .map(box => Math.min(box.width, box.height))"""


def box(page: Page, selector: str) -> Any:
    return page.wait_for_function(BOX, arg=selector).json_value()


def test_a_table_keeps_its_parts_together_on_every_screen(visitor: Visitor) -> None:
    page = visitor(still=True, lang="de")
    with_bots(page, point_limit=25)
    expect(page.locator("#table")).to_have_attribute("data-playing", "true")

    page.set_viewport_size(ViewportSize(width=2560, height=1440))
    hand = [box(page, f"#hand .hand-card:{end}-child") for end in ("first", "last")]
    assert box(page, "#own .seat")["x"] > hand[0]["x"] - 200
    assert box(page, "#own .sorter")["x"] < hand[1]["x"] + hand[1]["width"] + 200

    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        targets = page.evaluate(TARGETS)
        assert targets
        assert min(targets) >= TOUCH

    before = box(page, ".felt")
    page.evaluate("Object.assign(document.getElementById('banner'), {hidden: false}).append('…')")
    assert box(page, "#banner")["height"] > 0
    assert box(page, ".felt") == before

    page.locator('.bar [data-open="rules-dialog"]').click()
    title, close = box(page, "#rules-title"), box(page, "#rules-dialog .close")
    assert title["y"] < close["y"] + close["height"] / 2 < title["y"] + title["height"]


@pytest.mark.soak
def test_colours_of_the_system_leave_turn_and_melds_to_be_seen(visitor: Visitor) -> None:
    page = visitor(still=True)
    with_bots(page, point_limit=25)
    page.emulate_media(forced_colors="active")
    expect(page.locator(".seat.on-turn")).to_have_count(1)
    frames = [
        page.locator(f"{seat} .plate").first.evaluate("node => getComputedStyle(node).borderColor")
        for seat in (".seat.on-turn", ".seat:not(.on-turn)")
    ]
    assert frames[0] != frames[1]
