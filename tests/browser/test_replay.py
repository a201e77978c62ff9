"""The replay in a browser: its list of events shows what is wished for."""

from __future__ import annotations

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
