"""Two people play again by one tap each: the rematch panel below the result (PLAY-4)."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import among_people
from tests.browser.conftest import Visitor
from tests.browser.table_page import give_up

pytestmark = pytest.mark.browser


def two_at_a_finished_table(visitor: Visitor) -> tuple[Page, Page]:
    anna, bert = visitor(phone=True, still=True), visitor(still=True)
    among_people(anna, bert, stake_chips=100, point_limit=25)
    expect(anna.locator("#table")).to_have_attribute("data-phase", "between")
    give_up(bert)
    for page in (anna, bert):
        expect(page.locator("#table")).to_have_attribute("data-phase", "finished")
    return anna, bert


def test_one_tap_each_leads_both_to_the_next_table_and_the_score_goes_on(
    visitor: Visitor,
) -> None:
    anna, bert = two_at_a_finished_table(visitor)
    before = anna.url
    anna.locator('[data-action="rematch-offer"]').click()
    expect(anna.locator("#rematch")).to_contain_text("Waiting for")
    bert.locator('[data-action="rematch-consent"]').click()
    for page in (anna, bert):
        page.wait_for_url(lambda address: "/tables/" in address and address != before)
        expect(page.locator("#table")).to_have_attribute("data-phase", "between")
        expect(page.locator("#rematch")).to_be_hidden()
    assert anna.url == bert.url
    give_up(anna)
    for page in (anna, bert):
        expect(page.locator("#rematch .series")).to_contain_text(re.compile(r" 1 – .* 1$"))


@pytest.mark.soak
def test_a_no_is_told_and_ends_it(visitor: Visitor) -> None:
    anna, bert = two_at_a_finished_table(visitor)
    anna.locator('[data-action="rematch-offer"]').click()
    bert.locator('[data-action="rematch-decline"]').click()
    expect(anna.locator("#rematch")).to_contain_text("does not want a rematch")
    expect(anna.locator('#rematch [data-action="rematch-offer"]')).to_have_count(0)


@pytest.mark.soak
def test_after_a_match_the_first_thing_to_press_is_to_play_again(visitor: Visitor) -> None:
    """The result, then one main button, and the lobby last and quiet; no round has a replay yet."""
    anna, _bert = two_at_a_finished_table(visitor)
    order = anna.locator("#stage .result-title, #stage .row .button")
    expect(order.first).to_have_class("result-title")
    kinds = [str(one.get_attribute("class")) for one in order.all()[1:]]
    assert kinds == ["button main", "button quiet"]
    expect(order.nth(1)).to_have_attribute("data-action", "like")
    expect(order.last).to_have_attribute("data-action", "to-lobby")
    expect(anna.locator('[data-action="rematch-offer"]')).to_have_class("button main")
    expect(anna.locator('main a[href*="premium"]')).to_have_count(0)


@pytest.mark.soak
def test_at_the_end_stands_why_it_is_over_and_nothing_twice(visitor: Visitor) -> None:
    anna, bert = two_at_a_finished_table(visitor)
    expect(anna.locator(".stage .why")).to_have_text(re.compile("has given up"))
    expect(bert.locator(".stage .why")).to_have_text("You have given up.")
    expect(anna.locator("#happened")).to_be_hidden()


@pytest.mark.soak
def test_who_has_played_together_may_become_friends_there(visitor: Visitor) -> None:
    anna, bert = two_at_a_finished_table(visitor)
    asking = anna.get_by_role("button", name=re.compile("^Ask .* to be friends$"))
    asking.click()
    expect(asking).to_have_count(0)
    expect(anna.locator(".befriend")).to_contain_text("has been asked to be friends")
    bert.reload()
    accept = bert.get_by_role("button", name=re.compile("^Accept .* as a friend$"))
    accept.click()
    expect(bert.locator(".befriend")).to_have_count(0)
