"""Gin by mouse, by touch, by keyboard alone, and by the accessibility tree alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api_player import ApiPlayer
from tests.browser.conftest import Visitor
from tests.browser.romme_page import VIEW
from tests.browser.table_page import TablePage
from tests.browser.ways import Ears, Finger, Keyboard, Mouse, Way
from tests.running.demo import Site

pytestmark = pytest.mark.browser

WAYS: dict[str, Callable[[Page], Way]] = {
    "mouse": Mouse,
    "touch": Finger,
    "keyboard": Keyboard,
    "ears": Ears,
}
STEPS_MAX = 300


@pytest.mark.parametrize("way", WAYS)
def test_the_lesson_of_gin_is_played_each_way(way: str, visitor: Visitor) -> None:
    page = visitor(phone=way == "touch", at="learn/gin/")
    page.emulate_media(reduced_motion="reduce")
    player: Way = WAYS[way](page)
    says = page.locator("#coach-says")
    for beginning in ("What fits into no meld", "Your turn."):
        player.press("go-on", "Go on")
        expect(says).to_contain_text(beginning)
    player.draw()
    expect(says).to_contain_text("completes a run")
    player.discard("Kd")
    expect(says).to_contain_text("take it")
    player.take()
    expect(says).to_contain_text("you may knock")
    player.knock("Qs")
    expect(says).to_contain_text("9 − 2 = 7")
    expect(page.locator("#table")).to_have_attribute("data-phase", "finished")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_wrong_move_in_a_lesson_is_explained_and_the_right_one_shown(visitor: Visitor) -> None:
    page = visitor(at="learn/german_romme/", lang="en")
    page.emulate_media(reduced_motion="reduce")
    for _ in range(2):
        page.locator('[data-action="go-on"]:visible').click()
        page.wait_for_timeout(100)
    expect(page.locator("#coach-says")).to_contain_text("seven of diamonds")
    page.locator(".pile-stock").click()
    expect(page.locator("#coach-says")).to_contain_text("for this lesson")
    for _ in range(12):
        if page.locator("#coach-end:visible").count():
            break
        shown = page.locator("#coach-says").inner_text()
        page.locator('[data-action="show-me"], [data-action="go-on"]').locator(
            "visible=true"
        ).click()
        expect(page.locator("#coach-says")).not_to_have_text(shown)
    expect(page.locator("#coach-end")).to_be_visible()


def sit_down_with(page: Page, other: ApiPlayer, *, limit: str) -> None:
    """A table for the page's player and one who plays through the API."""
    page.locator('[data-action="play-as-guest"]').first.click()
    page.locator('[data-action="new-table"]').click()
    page.locator('input[name="format"][value="match"]').check()
    page.locator('[name="point_limit"]').select_option(limit)
    page.locator('[name="stake_chips"]').fill("0")
    page.locator('input[name="company"][value="people"]').check()
    page.locator("form.table-form button.main").click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    page.emulate_media(reduced_motion="reduce")
    other.join(int(page.url.rstrip("/").rsplit("/", 1)[1]))


def play(page: Page, player: Way, other: ApiPlayer) -> None:
    """Both in turn to the end of the match; the page's player throws what was drawn last."""
    table = TablePage(page)
    for _ in range(STEPS_MAX):
        if table.phase == "finished":
            return
        if _move(table, player):
            continue
        version = table.version
        if other.take_turn():
            table.wait_beyond(version)
    raise AssertionError("the match does not end")


def _move(table: TablePage, player: Way) -> bool:
    """One move of the page's player; False when another is on turn."""
    version = table.version
    if table.phase == "between" and table.shows("ready"):
        player.press("ready", re.compile("^(Continue|Deal the cards)"))
    elif not table.is_my_turn:
        return False
    elif table.phase == "draw":
        player.draw()
    elif table.phase == "answer":
        player.press("answer-best", "Lay off the best way")
    else:
        legal = table.page.evaluate(VIEW)["legal"]
        knocks = [action["card"] for action in legal if action["type"] == "knock"]
        discards = [action["card"] for action in legal if action["type"] == "discard"]
        if knocks:
            player.knock(knocks[0])
        else:
            player.discard(next(card for card in table.hand()[::-1] if card in discards))
    table.wait_beyond(version)
    return True


@pytest.mark.parametrize("way", ["ears"])
def test_a_match_is_played_by_the_accessibility_tree_alone(
    way: str, visitor: Visitor, site: Site
) -> None:
    _a_whole_match(way, visitor, site)


@pytest.mark.soak
@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_match_is_played_each_way(way: str, visitor: Visitor, site: Site) -> None:
    _a_whole_match(way, visitor, site)


def _a_whole_match(way: str, visitor: Visitor, site: Site) -> None:
    page = visitor(phone=way == "touch")
    other = ApiPlayer(site)
    sit_down_with(page, other, limit="25")
    play(page, WAYS[way](page), other)
    TablePage(page).expect_finished()
