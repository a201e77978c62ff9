"""What is planned for one's turn, who is away, the bell, and choices that go with the account."""

import json
import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.arriving import among_people, as_guest, post
from tests.browser.conftest import Visitor
from tests.browser.table_page import TablePage

pytestmark = pytest.mark.browser

API = "/api/v1"
IS_CUT = """node => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight"""


def a_round(visitor: Visitor) -> tuple[TablePage, TablePage]:
    """Two people in a round, the second one to wait while the first has to discard."""
    pages = visitor(still=True), visitor(phone=True, still=True)
    among_people(*pages, format="ring", rounds=1)
    tables = [TablePage(page) for page in pages]
    for table in tables:
        table.page.locator('[data-action="ready"]:visible').click()
    for table in tables:
        expect(table.page.locator("#hand [data-card]")).not_to_have_count(0)
        table.page.wait_for_function("document.querySelector('#table').dataset.turn !== 'none'")
    for _ in range(6):
        first, second = sorted(tables, key=lambda table: not table.is_my_turn)
        if first.phase == "discard":
            return first, second
        first.take_turn(knocking=False)
        second.wait_until_current(first.version)
    raise AssertionError("nobody comes to discard")


def planned(table: TablePage) -> str:
    return table.page.locator("#table").get_attribute("data-planned") or ""


def expect_planned(table: TablePage, what: str) -> None:
    expect(table.page.locator("#table")).to_have_attribute("data-planned", what)


def sent_by(page: Page) -> list[str]:
    """The kinds of all actions that this page sends from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/actions/"):
            sent.append(json.loads(request.post_data or "")["action"]["type"])

    page.on("request", note)
    return sent


def test_a_plan_is_kept_by_the_page_and_carried_out_when_the_turn_comes(visitor: Visitor) -> None:
    busy, waiting = a_round(visitor)
    sent = sent_by(waiting.page)
    waiting.page.locator('[data-action="plan-draw"]').click()
    card = waiting.hand()[-1]
    waiting.choose(card)
    waiting.page.locator('[data-action="plan-discard"]').click()
    expect_planned(waiting, "draw discard")
    marked = waiting.page.locator(f'#hand [data-card="{card}"]')
    expect(marked).to_have_attribute("aria-label", re.compile("planned to be discarded"))
    assert sent == []
    busy.take_turn(knocking=False)
    expect_planned(waiting, "")
    if waiting.page.locator("#banner").is_visible():  # the card drawn lets one knock
        assert sent == ["draw_stock"]
        return
    expect(busy.page.locator(f'.pile-discards [data-card="{card}"]')).to_be_visible()
    assert sent == ["draw_stock", "discard"]


@pytest.mark.soak
def test_a_plan_is_taken_back_by_one_tap_and_by_its_key(visitor: Visitor) -> None:
    _, waiting = a_round(visitor)
    page = waiting.page
    page.locator('[data-action="plan-draw"]').click()
    expect_planned(waiting, "draw")
    page.locator('[data-action="unplan-draw"]').click()
    expect_planned(waiting, "")
    waiting.choose(waiting.hand()[0])
    for letter, plan in (("d", "draw"), ("x", "draw discard"), ("d", "discard")):
        page.keyboard.press(letter)
        expect_planned(waiting, plan)
    page.locator('[data-action="unplan-discard"]').click()
    expect_planned(waiting, "")
    expect(page.locator("#say")).to_have_text("Taken back")


@pytest.mark.soak
def test_who_switches_plans_off_is_offered_none(visitor: Visitor) -> None:
    _, waiting = a_round(visitor)
    waiting.page.evaluate("jetonPrefs.set('ahead', 'off')")
    waiting.page.keyboard.press("d")
    waiting.choose(waiting.hand()[0])
    expect(waiting.page.locator('[data-action^="plan-"]')).to_have_count(0)
    assert planned(waiting) == ""


@pytest.mark.soak
def test_whoever_loses_the_table_is_seen_to_be_away_until_they_return(visitor: Visitor) -> None:
    stays, goes = a_round(visitor)
    address = goes.page.url
    goes.page.goto("about:blank")
    expect(stays.page.locator("#opponents [data-away]")).to_have_count(1)
    goes.page.goto(address)
    expect(stays.page.locator("#opponents [data-away]")).to_have_count(0)


@pytest.mark.soak
def test_the_bell_at_the_table_rings_and_falls_silent(visitor: Visitor) -> None:
    anna, bert = visitor(still=True), visitor(still=True)
    as_guest(bert)
    among_people(anna, visitor(still=True), format="ring", rounds=1)
    bell = anna.locator("#bell")
    expect(bell).to_be_hidden()
    home = "/".join(anna.url.split("/")[:3])
    number = anna.request.get(f"{home}{API}/me/").json()["player"]["id"]
    post(bert, f"{API}/players/{number}/friend/")
    expect(bell).to_have_attribute("aria-label", "Notices, 1 new")
    anna.set_viewport_size({"width": 320, "height": 568})
    assert not anna.locator(".bar-name").evaluate(IS_CUT)
    anna.locator('[data-open="options-dialog"]').click()
    anna.locator('#options-dialog [data-open="rules-dialog"]').click()
    expect(anna.locator("#rules-body")).to_be_visible()
    last = anna.request.get(f"{home}{API}/me/notices/").json()["results"][0]["id"]
    post(anna, f"{API}/me/notices/read/", {"up_to": last})
    expect(bell).to_be_hidden()
