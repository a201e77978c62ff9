"""Nobody is waited for: against bots alone the next cards come by themselves."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import among_people, with_bots
from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser


def test_cards_are_dealt_after_a_look_without_a_tap(visitor: Visitor) -> None:
    page = visitor(phone=True, still=True)
    with_bots(page, preset="romme_500", seats=2, format="ring", rounds=1)
    expect(page.locator("#clock")).to_have_text(re.compile("^[123] s$"))
    expect(page.locator("#table")).to_have_attribute("data-playing", "true")


def test_whoever_reads_on_keeps_the_tables_own_pause(visitor: Visitor) -> None:
    page = visitor(still=True)
    page.clock.install()
    with_bots(page, point_limit=25)
    page.locator(".fair summary").click()
    page.clock.fast_forward(4_000)
    expect(page.locator("#clock")).to_have_text(re.compile("^1[0-6] s$"))
    expect(page.locator("#table")).to_have_attribute("data-phase", "between")


def test_people_are_waited_for(visitor: Visitor) -> None:
    anna, bert = visitor(still=True), visitor(still=True)
    anna.clock.install()
    among_people(anna, bert, point_limit=25)
    anna.clock.fast_forward(4_000)
    expect(anna.locator("#clock")).to_have_text(re.compile("^1[0-6] s$"))
    expect(anna.locator("#table")).to_have_attribute("data-phase", "between")
