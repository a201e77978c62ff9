"""The replay in a browser: its list of events shows what is wished for."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.looking import violations
from tests.browser.numbers import standing
from tests.browser.test_tournament import give_up
from tests.running.demo import Site

pytestmark = pytest.mark.browser


def test_the_list_shows_one_players_events_or_the_special_ones(
    visitor: Visitor, site: Site
) -> None:
    page = visitor(at=f"tables/{standing(site)['played']}/replay/1/")
    rows = page.locator("#steps li")
    shown = page.locator("#steps li:visible")
    expect(rows).not_to_have_count(0)
    everything = rows.all_inner_texts()
    wish = page.get_by_label("Show")
    wish.select_option("special")
    assert 0 < shown.count() < len(everything)
    expect(shown.filter(has_text="draws")).to_have_count(0)
    wish.select_option(label="Anna")
    assert shown.count() > 0
    assert all(text.startswith("Anna") for text in shown.all_inner_texts())
    wish.select_option("all")
    assert shown.all_inner_texts() == everything


def test_what_cost_most_is_worked_out_while_one_looks_at_the_round(
    visitor: Visitor, site: Site
) -> None:
    page = visitor(at=f"tables/{standing(site)['played']}/replay/1/")
    players = page.locator("#review h3")
    expect(players).to_have_count(page.locator(".replay-seat").count())
    for decision in page.locator("#review [data-step-to]").all():
        decision.click()
        step = decision.get_attribute("data-step-to") or ""
        expect(page.locator("#scrubber")).to_have_value(step)


def test_where_something_else_answers_for_the_review_the_round_is_there_all_the_same(
    visitor: Visitor, site: Site
) -> None:
    page = visitor(at=f"tables/{standing(site)['played']}/replay/1/")
    page.route("**/review/", lambda route: route.fulfill(body="<h1>Hotel</h1>"))
    page.reload()
    expect(page.locator("#review")).to_have_text("No connection.")
    expect(page.locator("#steps li")).not_to_have_count(0)


def test_at_each_decision_stands_what_there_was_to_choose(visitor: Visitor, site: Site) -> None:
    page = visitor(phone=True, at=f"tables/{standing(site)['played']}/replay/1/")
    expect(page.locator("#review h3").first).to_be_attached()
    for _step in range(8):
        if page.locator("#choices").is_visible():
            break
        page.locator('[data-step="on"]').click()
    expect(page.locator("#choices .taken")).to_have_count(1)
    expect(page.locator("#choices .taken .badge")).to_have_text("chosen")
    assert page.locator("#choices tr").count() >= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


@pytest.mark.soak
def test_the_strong_bot_plays_on_with_somebodys_hand(visitor: Visitor, site: Site) -> None:
    address = f"tables/{standing(site)['played']}/replay/1/"
    page = visitor(phone=True, at=f"{address}?expert=0")
    expect(page.locator("#expert b")).to_contain_text("strong bot")
    expect(page.locator("#replay-score tr")).not_to_have_count(0)
    expect(page.locator("#judged")).to_have_count(0)
    page.locator("#verify").click()
    expect(page.locator("#checks")).to_have_attribute("data-proved", "true")
    assert violations(page) == []
    page.locator("#expert a.button").click()
    expect(page.locator("#expert")).to_be_hidden()
    expect(page.locator("#judged")).to_be_visible()


def test_a_visitor_plays_a_round_on_from_a_step_to_its_end(visitor: Visitor, site: Site) -> None:
    """The cards are those of the round, its record verifies, and one is led back to it."""
    address = f"tables/{standing(site)['played']}/replay/1/"
    page = visitor(phone=True, still=True, at=f"{address}?step=4")
    before = page.locator("#steps li").all_inner_texts()[:4]
    page.locator("#play-on button").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
    expect(page.locator("#table")).to_have_attribute("data-playing", "true")
    expect(page.locator(".table-head, header").first).to_contain_text("A round played on")
    expect(page.locator(".bar-back")).to_have_attribute("href", re.compile(rf"{address}\?step=4"))
    give_up(page)
    expect(page.locator("#table")).to_have_attribute("data-phase", "finished")
    expect(page.locator(".result-title")).to_have_text("The practice is over")
    page.locator('[data-action="before"]').click()
    page.wait_for_url(re.compile(rf"{address}\?step=4"))
    assert page.locator("#steps li").all_inner_texts()[:4] == before
