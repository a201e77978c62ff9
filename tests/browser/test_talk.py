"""People talk at a table in their browsers: live, in two languages, spectators after the round."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import among_people, as_guest
from tests.browser.conftest import Visitor
from tests.browser.looking import violations
from tests.browser.table_page import TablePage, give_up

pytestmark = pytest.mark.browser


def talk(page: Page) -> None:
    page.locator("#chat-tool").click()
    expect(page.locator("#chat")).to_be_visible()


def lines(page: Page) -> list[str]:
    return page.locator(".chat-line .chat-text").all_inner_texts()


@pytest.mark.soak
def test_players_talk_at_once_and_spectators_are_heard_when_the_round_is_over(
    visitor: Visitor,
) -> None:
    anna, bert = visitor(lang="de", phone=True, still=True), visitor(still=True)
    carla = visitor(phone=True, still=True)
    among_people(anna, bert, format="ring", rounds=1, is_private=False)
    as_guest(carla)
    for player in (TablePage(anna), TablePage(bert)):
        expect(player.page.locator('[data-action="ready"]')).to_be_visible()
        player.press("ready")
    carla.goto(anna.url)

    talk(bert)
    bert.locator("#chat-words").fill("Good evening \u202eall\u202c")
    bert.locator('[data-action="say"]').click()
    expect(anna.locator("#chat-new")).to_contain_text("1")
    talk(anna)
    assert lines(anna) == ["Good evening all"]
    expect(anna.locator("#chat-new")).to_be_hidden()
    anna.locator("#chat-phrases summary").click()
    anna.locator('[data-action="phrase"]').nth(1).click()
    expect(bert.locator(".chat-line")).to_have_count(2)
    assert lines(bert)[1] == "Good luck!"

    talk(carla)
    carla.locator("#chat-phrases summary").click()
    carla.locator('[data-action="phrase"]').first.click()
    expect(carla.locator(".chat-held")).to_be_visible()
    for page in (anna, carla):  # who plays, and who may only look on
        assert violations(page) == []
    for page in (anna, bert, carla):
        page.locator('[data-close="chat"]').click()
    expect(bert.locator(".chat-line")).to_have_count(2)
    give_up(bert)
    expect(bert.locator(".chat-line")).to_have_count(3)
    expect(carla.locator(".chat-held")).to_have_count(0)


def test_somebody_is_muted_reported_and_asked_to_be_a_friend(visitor: Visitor) -> None:
    anna, bert = visitor(still=True), visitor(lang="de", still=True)
    among_people(anna, bert, format="ring", rounds=1)
    expect(anna.locator("#table")).to_have_attribute("data-phase", "between")
    for page in (anna, bert):
        talk(page)
    bert.locator("#chat-words").fill("first")
    bert.keyboard.press("Enter")
    expect(anna.locator(".chat-line")).to_have_count(1)
    anna.locator(".chat-menu summary").click()
    anna.locator('[data-action="befriend"]').click()
    expect(anna.locator('[data-action="befriend"]')).to_have_text("Asked")
    anna.locator('.chat-menu [data-action="report"]').click()
    anna.locator("#chat-reason").select_option("spam")
    assert violations(anna) == []
    anna.locator('#chat-report-form [data-action="report"]').click()
    expect(anna.locator("#chat-hint")).to_contain_text("Moderators")
    anna.locator('[data-action="mute"]').click()
    expect(anna.locator(".chat-line")).to_have_count(0)
    site = "/".join(bert.url.split("/")[:3])
    bert.goto(f"{site}/")
    expect(bert.locator(".news-bell b")).to_have_text("1")
    for path in ("/notices/", "/friends/"):
        bert.goto(site + path)
        assert violations(bert) == []
    bert.locator('button[value="befriend"]').last.click()
    anna.goto(f"{site}/friends/")
    expect(anna.locator("#friends + ul li")).to_have_count(1)
