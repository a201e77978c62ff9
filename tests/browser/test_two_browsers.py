"""Two people with two browsers play a match, from the lobby to the chips."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.table_page import TablePage, give_up, play_on, play_out

pytestmark = pytest.mark.browser

# Both have dealt, drawn and discarded, whoever began.
MOVES = 8


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


def test_moves_are_seen_live_and_the_stake_moves_to_the_winner(visitor: Visitor) -> None:
    """Some turns of a round, until one of them gives it up."""
    tables = _two_at_a_table(visitor, open_ring)
    if play_on(*tables, moves=MOVES):
        give_up(tables[1].page)
    # A stock that runs out before anybody knocks leaves nobody a point.
    assert sorted(_settled(tables)) in ([900, 1_100], [1_000, 1_000])


@pytest.mark.soak  # a round is some sixty moves in two browsers, a match as many as it takes
@pytest.mark.parametrize("open_one", [open_ring, open_table])
def test_what_is_played_live_to_its_end_moves_the_stake_to_the_winner(
    open_one: Callable[[Page], str], visitor: Visitor
) -> None:
    tables = _two_at_a_table(visitor, open_one)
    play_out(*tables)
    balances = sorted(_settled(tables))
    assert balances == [900, 1_100] or (open_one is open_ring and balances == [1_000, 1_000])


def _two_at_a_table(
    visitor: Visitor, open_one: Callable[[Page], str]
) -> tuple[TablePage, TablePage]:
    anna, bert = visitor(lang="de", phone=True), visitor(still=True)
    for page in (anna, bert):
        play_as_guest(page)
    bert.goto(open_one(anna))
    bert.locator('[data-action="join"]').first.click()
    bert.wait_for_url(re.compile(r"/tables/\d+/"))
    return TablePage(anna), TablePage(bert)


def _settled(tables: tuple[TablePage, TablePage]) -> list[int]:
    """What both have when the match is over, and both see so."""
    for table in tables:
        table.expect_finished()
    return [chips_in_wallet(table.page) for table in tables]


def test_a_reload_in_mid_round_shows_the_same_hand(visitor: Visitor) -> None:
    page = visitor()
    page.locator('[data-action="quick-seat"]').click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    table = TablePage(page)
    expect(page.locator('[data-action="ready"]:visible')).to_have_count(1)
    table.deal()
    expect(page.locator("#hand [data-card]")).not_to_have_count(0)
    before = sorted(table.hand())
    page.reload()
    expect(page.locator("#hand [data-card]")).to_have_count(len(before))
    assert sorted(table.hand()) == before  # whatever the bot has done meanwhile
