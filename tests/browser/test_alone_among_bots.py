"""Nobody is waited for: against bots alone the next cards come by themselves."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import among_people, with_bots
from tests.browser.conftest import Visitor
from tests.browser.table_page import TablePage, give_up

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


@pytest.mark.soak
def test_people_are_waited_for(visitor: Visitor) -> None:
    anna, bert = visitor(still=True), visitor(still=True)
    anna.clock.install()
    among_people(anna, bert, point_limit=25)
    anna.clock.fast_forward(4_000)
    expect(anna.locator("#clock")).to_have_text(re.compile("^1[0-6] s$"))
    expect(anna.locator("#table")).to_have_attribute("data-phase", "between")


def test_the_card_in_focus_is_the_card_that_is_chosen_and_a_new_one_takes_the_focus(
    visitor: Visitor,
) -> None:
    """A screen reader moves the focus without a key; what it says and what Space does are one."""
    page = visitor(still=True)
    with_bots(page, point_limit=25)
    table = TablePage(page)
    table.deal()
    expect(page.locator("#table")).to_have_attribute("data-turn", "mine")
    hand = page.locator("#hand [data-card]")
    hand.nth(4).focus()
    before = table.version
    page.keyboard.press("d")
    table.wait_beyond(before)
    drawn = page.locator("#hand [data-card]:focus")
    expect(drawn).to_have_attribute("aria-label", re.compile("new"))
    expect(page.locator("#say")).to_contain_text("You draw the")
    hand.nth(2).focus()
    page.keyboard.press("Space")
    expect(hand.nth(2)).to_have_attribute("aria-selected", "true")


def test_one_tap_at_the_end_and_the_bots_deal_again(visitor: Visitor) -> None:
    page = visitor(phone=True, still=True)
    with_bots(page, point_limit=25)
    give_up(page)
    page.locator('[data-action="again"]').click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
    expect(page.locator("#table")).not_to_have_attribute("data-phase", "finished")


@pytest.mark.soak
def test_whoever_gives_up_while_others_play_on_is_told_so_and_may_go(visitor: Visitor) -> None:
    page, *others = (visitor(still=True, phone=True) for _ in range(3))
    among_people(page, *others, preset="romme_500", seats=3, format="ring", rounds=1)
    for one in (page, *others):
        TablePage(one).deal()
    expect(page.locator("#table")).to_have_attribute("data-playing", "true")
    expect(page.locator("[data-given-up]")).to_have_count(0)
    give_up(page)
    left = page.locator("[data-given-up]")
    expect(left).to_contain_text("You have given up; the others play on without you.")
    expect(left.locator('[data-action="like"]')).to_be_in_viewport()
    expect(others[0].locator("[data-given-up]")).to_have_count(0)
    give_up(others[0])
    TablePage(page).expect_finished()
    expect(left).to_have_count(0)
