"""Team gin at a real table: one browser and three players of the API, or bots."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api_player import ApiPlayer, move_on
from tests.browser.arriving import among_people
from tests.browser.conftest import Visitor
from tests.browser.looking import violations
from tests.browser.table_page import TablePage
from tests.browser.test_two_browsers import chips_in_wallet, play_as_guest
from tests.running.demo import Site

pytestmark = pytest.mark.browser

STEPS_MAX = 2_000


def open_team_table(page: Page, company: str) -> TablePage:
    """A table for four, stake 100, to 25 points."""
    play_as_guest(page)
    page.locator('[data-action="new-table"]').click()
    page.locator('input[name="preset"][value="gin_team"]').check()
    page.locator('[name="point_limit"]').select_option("25")
    page.locator('[name="stake_chips"]').fill("100")
    page.locator('[name="turn_seconds"]').select_option("120")
    page.locator(f'input[name="company"][value="{company}"]').check()
    page.locator("form.table-form button.main").click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    return TablePage(page)


def nothing_is_cut(page: Page) -> None:
    """No scrolling sideways, and every card of the hand within the page."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    edges = page.locator(".hand-card, .open-hand .card, .seat .plate").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect())"
        ".flatMap(at => [at.left, at.right])"
    )
    width = page.evaluate("innerWidth")
    assert all(-1 <= edge <= width + 1 for edge in edges)


def test_one_browser_and_three_programs_play_until_two_give_up_and_the_team_is_paid(
    visitor: Visitor, site: Site
) -> None:
    """GIN-T1 … GIN-T4: the partner's hand is open, the totals are the team's."""
    table, others = one_of_four(visitor, site)
    play(table, others, until=lambda checked: {"draw", "discard"} <= checked)
    for opponent in (others[0], others[2]):
        opponent.web.act(opponent.table, {"type": "resign"}, opponent.view()["version"])
    assert settled(table) in (900, 1_100)


@pytest.mark.soak
def test_a_match_of_one_browser_and_three_programs_ends_and_pays_the_team(
    visitor: Visitor, site: Site
) -> None:
    table, others = one_of_four(visitor, site)
    checked = play(table, others, until=lambda _checked: False)
    assert checked & {"draw", "discard", "upcard_offer"}  # how far it goes is up to the cards
    assert settled(table) in (900, 1_100)


def one_of_four(visitor: Visitor, site: Site) -> tuple[TablePage, list[ApiPlayer]]:
    page = visitor(lang="de", phone=True, still=True)
    number = among_people(page, preset="gin_team", point_limit=25, stake_chips=100)
    others = [ApiPlayer(site) for _ in range(3)]
    for other in others:
        other.join(number)
    return TablePage(page), others


def play(
    table: TablePage, others: list[ApiPlayer], *, until: Callable[[set[str]], bool]
) -> set[str]:
    """Everybody plays on, to the end of the match if need be; the phases that were looked at."""
    checked: set[str] = set()
    for _ in range(STEPS_MAX):
        if table.phase == "finished" or until(checked):
            return checked
        table.wait_until_current(move_on(others))
        if table.is_my_turn and table.phase not in checked:
            checked.add(table.phase)
            sees_the_partner(table, others[1])
            nothing_is_cut(table.page)
            assert violations(table.page) == []
        table.take_turn()
    raise AssertionError("the match does not end")


def settled(table: TablePage) -> int:
    """The match is over, and what the page shows is the team's; the chips its player has then."""
    page = table.page
    table.expect_finished()
    if page.locator("#sheet [data-round]").count():
        expect(page.locator("#sheet thead th")).to_have_count(3)  # the round, and one a team
    totals = page.locator("[data-total]").evaluate_all("nodes => nodes.map(n => n.dataset.total)")
    assert len(totals) == 4
    assert len(set(totals)) <= 2
    assert violations(page) == []
    return chips_in_wallet(page)


def sees_the_partner(table: TablePage, partner: ApiPlayer) -> None:
    """GIN-T2, as long as the hand has not been laid down."""
    hand = sorted(partner.view()["round"]["hand"])
    if table.phase == "answer":
        return
    shown = table.page.locator('[data-place="across"] .open-hand [data-card]')
    held = shown.evaluate_all("nodes => nodes.map(node => node.dataset.card)")
    assert sorted(card.partition("=")[0] for card in held) == hand
    assert table.page.locator('[data-place="left"] [data-card]').count() == 0


@pytest.mark.soak
def test_bots_fill_the_three_other_seats_at_once(visitor: Visitor) -> None:
    page = visitor(still=True)
    table = open_team_table(page, "bot")
    expect(page.locator(".opponents .seat .tag", has_text="Bot")).to_have_count(3)
    expect(page.locator('[data-place="across"] .tag.team')).to_have_text("Partner")
    expect(page.locator('[data-action="ready"]:visible')).to_have_count(1)
    table.deal()
    expect(page.locator("#hand [data-card]")).to_have_count(7)  # GIN-T1
    # Whoever deals: the others act until it comes to us, or one of them has won by then.
    come = re.compile("mine|none")
    expect(page.locator("#table")).to_have_attribute("data-turn", come, timeout=30_000)
    nothing_is_cut(page)


@pytest.mark.soak
def test_a_waiting_table_is_filled_with_bots_by_one_press(visitor: Visitor) -> None:
    page = visitor(phone=True, still=True)
    among_people(page, preset="gin_team")
    table = TablePage(page)
    expect(page.locator(".seat-list li.free")).to_have_count(3)
    page.locator('[data-action="add-bot"]').click()
    expect(page.locator('[data-action="ready"]:visible')).to_have_count(1)
    table.deal()
    assert violations(page) == []
