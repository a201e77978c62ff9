"""Gin by mouse, by touch, by keyboard alone, and by the accessibility tree alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api_player import ApiPlayer
from tests.browser.arriving import among_people
from tests.browser.conftest import Visitor
from tests.browser.romme_page import VIEW
from tests.browser.table_page import TablePage
from tests.browser.ways import Ears, Finger, Keyboard, Mouse, Way
from tests.chance import dice
from tests.running.demo import Site

pytestmark = pytest.mark.browser

WAYS: dict[str, Callable[[Page], Way]] = {
    "mouse": Mouse,
    "touch": Finger,
    "keyboard": Keyboard,
    "ears": Ears,
}
STEPS_MAX = 300


@pytest.mark.drawn(1)
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


@pytest.mark.soak
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


def sit_down_with(page: Page, other: ApiPlayer, **offer: Any) -> None:
    """A table for the page's player and one who plays through the API."""
    page.emulate_media(reduced_motion="reduce")
    other.join(among_people(page, **offer))


def play(page: Page, player: Way, other: ApiPlayer, *, until: set[str]) -> None:
    """Both in turn, to the end of the match unless what is wished for has been done before.

    The page's player throws what was drawn last.
    """
    table = TablePage(page)
    done: set[str] = set()
    for _ in range(STEPS_MAX):
        if table.phase == "finished" or (until and until <= done):
            return
        if did := _move(table, player):
            done.add(did)
            continue
        version = table.version
        if other.take_turn():
            table.wait_beyond(version)
        else:  # what one of them has done is still on its way to the page
            page.wait_for_timeout(50)
    raise AssertionError("the match does not end")


def _move(table: TablePage, player: Way) -> str:
    """One move of the page's player, by the phase it was made in; none when another is on turn."""
    version, phase = table.version, table.phase
    if table.phase == "between" and table.shows("ready"):
        player.press("ready", re.compile("^(Continue|Deal the cards)"))
    elif not table.is_my_turn:
        return ""
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
    return phase


def test_turns_at_a_real_table_are_taken_in_one_of_the_ways(visitor: Visitor, site: Site) -> None:
    """The way is drawn; the cards are dealt, some drawn, and some discarded or laid down."""
    way = dice("ways to play").choice(list(WAYS))
    page, other = visitor(phone=way == "touch"), ApiPlayer(site)
    sit_down_with(page, other, format="ring", rounds=3)
    play(page, WAYS[way](page), other, until={"between", "draw", "discard"})


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_a_match_is_played_each_way(way: str, visitor: Visitor, site: Site) -> None:
    page, other = visitor(phone=way == "touch"), ApiPlayer(site)
    sit_down_with(page, other, point_limit=25)
    play(page, WAYS[way](page), other, until=set())
    TablePage(page).expect_finished()
