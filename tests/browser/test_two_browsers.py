"""Two people with two browsers play a whole match, from the lobby to the chips."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.table_page import TablePage, play_out

pytestmark = pytest.mark.browser


def play_as_guest(page: Page) -> None:
    page.locator('[data-action="play-as-guest"]').first.click()
    expect(page.locator('[data-action="play-as-guest"]')).to_have_count(0)


def chips_in_wallet(page: Page) -> int:
    page.goto("/".join(page.url.split("/")[:3]) + "/wallet/")
    return int(re.sub(r"\D", "", page.locator(".balance").inner_text()))


def open_table(page: Page) -> str:
    """A match to 25 points against a friend, stake 100; the table's address."""
    page.locator('[data-action="new-table"]').click()
    page.locator('input[name="format"][value="match"]').check()
    page.locator('[name="point_limit"]').select_option("25")
    page.locator('[name="stake_chips"]').fill("100")
    page.locator('input[name="company"][value="people"]').check()
    page.locator("form.table-form button.main").click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    return page.url


def open_ring(page: Page) -> str:
    """A ring game of one round against whoever sits down, stake 100; the table's address."""
    page.locator('[data-action="new-table"]').click()
    page.locator('input[name="format"][value="ring"]').check()
    page.locator('[name="rounds"]').select_option("1")
    page.locator('[name="stake_chips"]').fill("100")
    page.locator('input[name="company"][value="people"]').check()
    page.locator("form.table-form button.main").click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    return page.url


def test_a_round_is_played_live_and_its_stake_moves_to_the_winner(visitor: Visitor) -> None:
    balances = _played_by_two(visitor, open_ring)
    # A stock that runs out before anybody knocks leaves nobody a point.
    assert sorted(balances) in ([900, 1_100], [1_000, 1_000])


@pytest.mark.soak  # as many rounds as it takes, each of some sixty moves in two browsers
@pytest.mark.timeout(900)
def test_a_match_is_played_live_and_its_stake_moves_to_the_winner(visitor: Visitor) -> None:
    assert sorted(_played_by_two(visitor, open_table)) == [900, 1_100]


def _played_by_two(visitor: Visitor, open_one: Callable[[Page], str]) -> list[int]:
    """Two people play to the end, each seeing the other's moves; what both have then."""
    anna, bert = visitor(lang="de", phone=True), visitor(still=True)
    for page in (anna, bert):
        play_as_guest(page)
    bert.goto(open_one(anna))
    bert.locator('[data-action="join"]').first.click()
    bert.wait_for_url(re.compile(r"/tables/\d+/"))
    tables = TablePage(anna), TablePage(bert)
    play_out(*tables)
    for table in tables:
        table.expect_finished()
        expect(table.page.locator("[data-line]").first).to_be_attached()
    return [chips_in_wallet(page) for page in (anna, bert)]


def test_a_reload_in_mid_round_shows_the_same_hand(visitor: Visitor) -> None:
    page = visitor()
    page.locator('[data-action="quick-seat"]').click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    table = TablePage(page)
    expect(page.locator('[data-action="ready"]:visible')).to_have_count(1)
    table.press("ready")
    expect(page.locator("#hand [data-card]")).not_to_have_count(0)
    before = sorted(table.hand())
    page.reload()
    expect(page.locator("#hand [data-card]")).to_have_count(len(before))
    assert sorted(table.hand()) == before  # whatever the bot has done meanwhile
