"""The replay in a browser: its list of events shows what is wished for."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.numbers import standing
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
