"""The special rules as a player meets them: seen, pressed, explained, and read aloud."""

import re
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from rummy import engine
from tests.browser.api_player import ApiPlayer, move_on
from tests.browser.arriving import among_people, with_bots
from tests.browser.conftest import Visitor
from tests.browser.looking import violations
from tests.browser.table_page import PATIENCE_SECONDS, TablePage
from tests.browser.test_two_browsers import play_as_guest
from tests.running.demo import Site

pytestmark = pytest.mark.browser

ALL = tuple(engine.HOUSE_RULES)
WIDE = ("cyclic_runs", "jokers", "rainbow_runs", "tedesco", "training")


def table_with(page: Page, *rules: str) -> TablePage:
    """A table with these special rules, against a bot; it waits for the cards to be dealt."""
    with_bots(page, house_rules=rules)
    return TablePage(page)


def table_opened_with(page: Page, rules: Sequence[str]) -> TablePage:
    """The same by the form."""
    play_as_guest(page)
    page.locator('[data-action="new-table"]').click()
    page.locator("[data-house-rules] summary").click()
    for rule in rules:
        page.locator(f'input[name="house_rules"][value="{rule}"]').check()
    page.locator('[name="min_rounds_won"]').fill("2")
    page.locator('[name="turn_seconds"]').select_option("120")
    page.locator('input[name="company"][value="bot"]').check()
    page.locator("form.table-form button.main").click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    return TablePage(page)


def to_the_first_discard(table: TablePage) -> None:
    """Deal, and draw from the stock when the turn comes; a round lost before starts anew."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if table.is_my_turn and table.phase == "discard":
            return
        if not table.take_turn():
            table.page.wait_for_timeout(50)
    raise AssertionError("the turn never comes")


def test_a_table_shows_all_its_special_rules(visitor: Visitor) -> None:
    page = visitor(still=True)
    table = table_opened_with(page, ALL)
    to_the_first_discard(table)
    expect(page.locator(".limit [data-card]")).to_be_visible()  # GIN-S6
    expect(page.locator("#round-name")).to_contain_text("Training")  # GIN-S9
    expect(page.locator(".seat-own .total")).to_contain_text("rounds won: 0 of 2")  # GIN-S3
    page.locator('.bar [data-open="rules-dialog"]').click()
    for rule in ALL:
        examples = page.locator(
            f'#rules-dialog a[href="/rules/gin/{rule}/"][aria-label*="examples"]'
        )
        expect(examples).to_have_count(1)
    for link in page.locator("#rules-dialog a").all():
        expect(link).to_have_attribute("target", "_blank")  # nobody is led away from the table
    assert violations(page) == []


@pytest.mark.soak
def test_hirschn_counts_down_and_forbids_the_knock_of_its_turn(visitor: Visitor) -> None:
    """GIN-S4: the tag names the turns left; the button is there once a round."""
    page = visitor(phone=True, still=True)
    table = table_with(page, "hirschn")
    to_the_first_discard(table)
    assert not table.shows("hint")  # this table counts, and teaches nothing
    table.press("own-hirschn")
    expect(page.locator(".seat-own [data-sign='hirschn']")).to_contain_text("3 turns")
    assert not table.shows("own-hirschn")
    assert not table.shows("knock")
    table.choose(table.hand()[-1])
    assert not table.shows("knock")
    table.press("discard")
    expect(
        page.locator('#log li.hirschn_announced, #log li:has-text("Hirschn")').first
    ).to_be_attached()


@pytest.mark.soak
def test_a_glass_that_is_not_there_pays_the_opponent(visitor: Visitor) -> None:
    """GIN-S1: one claim a turn; the dialog shows the pile and speaks to everyone."""
    page = visitor(still=True)
    table = table_with(page, "catch_the_glass")
    to_the_first_discard(table)
    page.locator('[data-action="own-catch_the_glass"]:visible').click()
    expect(page.locator("#own-body .own-pile [data-card]").first).to_be_visible()
    assert violations(page) == []
    before = table.version
    page.get_by_role("button", name="A set, rank king").click()
    table.wait_beyond(before)
    expect(page.locator(".opponents [data-sign='glass']")).to_have_text("Glass +10")
    assert not table.shows("own-catch_the_glass")


@pytest.mark.soak
def test_a_hint_is_shown_where_it_can_be_followed(visitor: Visitor) -> None:
    """GIN-S9: only at training tables, gone with the next move."""
    page = visitor(lang="de", phone=True, still=True)
    table = table_with(page, "training")
    to_the_first_discard(table)
    page.locator('[data-action="hint"]:visible').click()
    expect(page.locator("#tip")).to_contain_text(re.compile(r"^Tipp: .+\. "))  # two sentences
    assert violations(page) == []
    table.choose(table.hand()[-1])
    table.press("discard")
    expect(page.locator("#tip")).to_have_count(0)


@pytest.mark.soak
def test_a_knock_with_wide_melds_is_answered_by_hand(visitor: Visitor, site: Site) -> None:
    """GIN-6, GIN-S5: the answer can be one's own. The other is a program that knocks."""
    page, other = visitor(phone=True, still=True), ApiPlayer(site)
    other.join(among_people(page, house_rules=WIDE))
    table = TablePage(page)
    until = time.monotonic() + 4 * PATIENCE_SECONDS
    while not (table.is_my_turn and table.phase == "answer"):
        assert time.monotonic() < until, "nobody knocks"
        table.wait_until_current(move_on([other]))
        if not (table.is_my_turn and table.phase == "answer"):
            table.take_turn(knocking=False)
    answer_by_hand(table)


@pytest.mark.soak
def test_two_with_wide_melds_knock_and_answer_by_hand(visitor: Visitor) -> None:
    """The arrangement is chosen with the knock, too."""
    anna, bert = visitor(), visitor(phone=True)
    among_people(anna, bert, house_rules=WIDE)
    answer_by_hand(until_somebody_answers(TablePage(anna), TablePage(bert)))


def answer_by_hand(answering: TablePage) -> None:
    assert violations(answering.page) == []
    expect(answering.page.locator(".meld.open").first).to_be_visible()
    lay_off_what_fits(answering)
    own = answering.page.locator('[data-action="answer-own"]:visible')
    answering.press("answer-own" if own.count() else "answer-best")
    expect(answering.page.locator("[data-line]").first).to_be_attached()
    assert answering.phase in ("between", "finished")


def until_somebody_answers(first: TablePage, second: TablePage, steps_max: int = 400) -> TablePage:
    """Both play on, round after round, until one has to answer a knock that is no gin."""
    for _ in range(steps_max):
        for mover, watcher in ((first, second), (second, first)):
            if mover.is_my_turn and mover.phase == "answer":
                return mover
            if mover.take_turn():
                watcher.wait_until_current(mover.version)
    raise AssertionError("nobody knocks")


def lay_off_what_fits(table: TablePage) -> None:
    """Choose a card for which a meld lights up, and press that meld."""
    for card in table.hand():
        table.choose(card)
        inviting = table.page.locator(".meld.inviting")
        if inviting.count():
            inviting.first.click()
            expect(table.page.locator('[data-action="undo-layoff"]:visible')).to_have_count(1)
            return
        table.choose(card)
