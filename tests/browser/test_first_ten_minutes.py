"""A newcomer's first ten minutes on a phone, in German: lesson, puzzle, daily deal, analysis."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.numbers import standing
from tests.browser.table_page import TablePage
from tests.running.demo import Site

pytestmark = pytest.mark.browser
BEATS_MAX = 30


def test_from_the_lesson_to_the_analysis(visitor: Visitor, site: Site) -> None:
    page = visitor(lang="de", phone=True, still=True, at="learn/gin/")
    learn(page)
    page.get_by_role("link", name="Eine Aufgabe lösen").click()
    page.locator('a[href$="game=gin_palast&theme=draw"]').click()
    draw(page)
    page.locator('#coach-end [data-action="next"]').click()
    look_it_up(page)
    page.locator('[data-action="all-puzzles"]').click()
    expect(page.locator("h1")).to_have_text("Aufgaben")
    page.goto(page.url.replace("/puzzles/", "/daily/"))
    page.locator('[data-game="gin_palast"] [data-action="play-daily"]').click()
    TablePage(page).deal()
    expect(page.locator("#hand [data-card]")).to_have_count(10)
    analyse(page, f"{page.url.split('/tables/')[0]}/tables/{standing(site)['played']}/replay/1/")


def learn(page: Page) -> None:
    """Read on, and let oneself be shown each move."""
    coach = page.locator("#coach")
    for _beat in range(BEATS_MAX):
        expect(page.locator("#coach-on")).not_to_have_attribute("aria-disabled", "true")
        waits = coach.get_attribute("data-waits")
        if waits == "over":
            return
        says = page.locator("#coach-says").inner_text()
        page.locator('[data-action="go-on"]:visible, [data-action="show-me"]:visible').click()
        expect(page.locator("#coach-says")).not_to_have_text(says)
    raise AssertionError("the lesson does not end")


def draw(page: Page) -> None:
    """Decide, and see whether it was right, by how much, and that nothing more can be done."""
    expect(page.locator("#hand [data-card]")).to_have_count(10)
    page.locator('#actions [data-action="draw-stock"]').click()
    expect(page.locator("#coach-says")).to_have_text(re.compile("Richtig!|Nicht ganz."))
    expect(page.locator("#coach-proof li").nth(1)).to_contain_text("weniger, ±")
    expect(page.locator("#coach-proof")).to_contain_text("dein Zug")
    expect(page.locator("#actions button:visible")).to_have_count(0)


def look_it_up(page: Page) -> None:
    expect(page.locator("#coach")).to_have_attribute("data-waits", "move")
    expect(page.locator("#hand [data-card]")).not_to_have_count(0)
    page.locator('[data-action="show-me"]').click()
    expect(page.locator("#coach-says")).to_contain_text("Das ist die Lösung.")
    expect(page.locator("#coach-proof li").first).to_contain_text("am besten")


def analyse(page: Page, address: str) -> None:
    """What the result was made of, and a tap on the graph leads to the step."""
    page.goto(address)
    graph = page.locator("#story-graph svg")
    expect(graph).to_be_visible()
    expect(page.locator(".story-parts tfoot")).to_contain_text("Ergebnis")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    most = int(page.locator("#scrubber").get_attribute("max") or 0)
    expect(page.locator("#scrubber")).to_have_value(str(round(most / 2)))
    page.locator("#autoplay").click()
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "true")
