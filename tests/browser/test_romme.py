"""Deutsches Rommé and Rommé 500 at real tables: one browser, the others through the API."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api_player import ApiPlayer, move_on
from tests.browser.arriving import among_people
from tests.browser.conftest import Visitor
from tests.browser.looking import violations
from tests.browser.romme_page import KeyboardRomme, RommePage
from tests.browser.romme_ways import TouchRomme
from tests.browser.test_two_browsers import chips_in_wallet, play_as_guest
from tests.running.demo import Site

pytestmark = [pytest.mark.browser]

STEPS_MAX = 4_000
WANTED = {"draw", "meld", "discard"}


def open_table(page: Page, preset: str, *, seats: int, **choices: Any) -> RommePage:
    """A table that waits for others, stake 100 a seat; `choices` are further fields of the form."""
    play_as_guest(page)
    page.locator('[data-action="new-table"]').click()
    page.locator(f'input[name="preset"][value="{preset}"]').check()
    page.locator('[name="seats"]').select_option(str(seats))
    page.locator('[name="stake_chips"]').fill("100")
    page.locator('[name="turn_seconds"]').select_option("120")
    page.locator('input[name="company"][value="people"]').check()
    for name, value in choices.items():
        field = page.locator(f'[name="{name}"]')
        if value is True:
            field.check()
        elif name == "format":
            page.locator(f'[name="format"][value="{value}"]').check()
        elif name == "trophy":
            field.fill(value)
        else:
            field.select_option(value)
    page.locator("form.table-form button.main").click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    return RommePage(page)


def seated(site: Site, page: Page, number: int) -> list[ApiPlayer]:
    found = re.search(r"/tables/(\d+)/", page.url)
    assert found is not None
    others = [ApiPlayer(site) for _ in range(number)]
    for other in others:
        other.join(int(found[1]))
    return others


def with_others(
    site: Site, page: Page, preset: str, *, others: int, **offer: Any
) -> list[ApiPlayer]:
    """The page's player at a table opened through the API, and the others who sit there."""
    among_people(page, preset=preset, seats=others + 1, **offer)
    return seated(site, page, others)


def play_to_the_end(table: RommePage, others: Sequence[ApiPlayer]) -> set[str]:
    """Everybody plays until the match is finished; what the browser did by its own hand."""
    done = play_on(table, others, until=set())
    assert table.phase == "finished"
    return done


def play_on(table: RommePage, others: Sequence[ApiPlayer], *, until: set[str]) -> set[str]:
    """Everybody plays until the browser has done all of these, if any, or the match is over."""
    done: set[str] = set()
    looked: set[str] = set()
    took_back = False
    for _ in range(STEPS_MAX):
        if table.phase == "finished" or (until and until <= done):
            return done
        table.wait_until_current(move_on(others))
        if table.is_my_turn and table.phase not in looked:
            looked.add(table.phase)
            table.nothing_is_cut()
            assert violations(table.page) == []
        # Of several ways to lay jokers the first may be worth too little to begin with: who took
        # melds back lays none in that turn, or would lay the same again until the clock runs out.
        did = table.take_turn(melding=not took_back)
        took_back = "undo" in did if did else took_back
        done |= did
    raise AssertionError("the match does not end")


@pytest.mark.soak
def test_german_romme_is_begun_by_touch_among_six_and_won_when_the_others_give_up(
    visitor: Visitor, site: Site
) -> None:
    page = visitor(lang="de", phone=True, still=True)
    others = with_others(
        site, page, "german_romme", others=5, format="ring", rounds=3, stake_chips=100,
        training=True, trophy="Ein Kuchen", options={"jeton_per_round": True},
    )  # fmt: skip
    table = TouchRomme(page)
    assert {"draw", "discard"} <= play_on(table, others, until={"draw", "discard"})
    for other in others:
        other.web.act(other.table, {"type": "resign"}, other.view()["version"])
    table.expect_finished()
    expect(page.locator(".result tr")).to_have_count(6)
    assert violations(page) == []
    assert chips_in_wallet(page) == 900 + 600


@pytest.mark.soak
def test_german_romme_by_touch_among_six(visitor: Visitor, site: Site) -> None:
    """GER-1 … GER-12 and GER-V5: the lowest penalty takes the pot, the Jeton and the trophy."""
    page = visitor(lang="de", phone=True)
    table = open_table(
        page, "german_romme", seats=6, format="ring", rounds="1", training=True,
        jeton_per_round=True, trophy="Ein Kuchen",
    )  # fmt: skip
    done = play_to_the_end(table, seated(site, page, 5))
    table.expect_finished()
    assert {"draw", "discard"} <= done
    expect(page.locator("#sheet [data-line]").first).to_be_attached()
    expect(page.locator(".result tr")).to_have_count(6)
    winners = table.view()["result"]["trophy"]
    expect(page.locator(".award .trophy")).to_have_count(1 if winners else 0)
    if winners:
        expect(page.locator(".award .trophy")).to_contain_text("Ein Kuchen")
    assert violations(page) == []
    assert chips_in_wallet(page) in (900, 900 + 600, 900 + 300, 900 + 200)


DELAYED = """() => {
  const ask = window.fetch;
  window.unanswered = 0;
  window.fetch = async (...told) => {
    if (!String(told[0]).includes('/actions/')) return ask(...told);
    window.unanswered += 1;
    const answer = await ask(...told);
    await new Promise(go => setTimeout(go, 1500));
    window.unanswered -= 1;
    return answer;
  };
}"""


@pytest.mark.soak
def test_what_is_chosen_before_the_answer_comes_stays_chosen(visitor: Visitor, site: Site) -> None:
    """The stream may bring the new table before one's own command is answered: nobody is stuck."""
    page = visitor(still=True)
    (other,) = with_others(site, page, "romme_500", others=1, format="ring", rounds=2)
    table = RommePage(page)
    page.add_init_script(f"({DELAYED})()")
    page.reload()
    for _ in range(60):
        if table.is_my_turn and table.phase == "draw":
            break
        moved = other.take_turn()
        if moved:
            table.wait_until_current(other.view()["version"])
        if table.phase == "between" and table.shows("ready"):
            table.deal()
    table.press("draw-stock")
    card = table.hand()[0]
    table.choose(card)
    page.wait_for_function("() => window.unanswered === 0")  # the draw's answer has come too
    expect(page.locator(f'#hand [data-card="{card}"]')).to_have_attribute("aria-selected", "true")
    table.press("discard")
    assert card not in table.hand()


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "player"), [(2, KeyboardRomme), (4, RommePage)])
def test_romme_500_as_a_ring_game_by_keyboard_and_by_mouse(
    seats: int, player: type[RommePage], visitor: Visitor, site: Site
) -> None:
    """R500-1 … R500-12: melds and lay-offs on a desktop."""
    page = visitor(still=True)
    # Seven cards are now and then gone in one turn: in the other round the page's player leads.
    open_table(page, "romme_500", seats=seats, format="ring", rounds="2")
    table = player(page)
    done = play_to_the_end(table, seated(site, page, seats - 1))
    table.expect_finished()
    assert {"draw", "discard"} <= done
    assert violations(page) == []
    assert chips_in_wallet(page) in (900, 900 + 100 * seats, 900 + 50 * seats)


def test_romme_500_is_begun_by_keyboard_and_won_when_the_other_gives_up(
    visitor: Visitor, site: Site
) -> None:
    page = visitor(still=True)
    open_table(page, "romme_500", seats=2, format="ring", rounds="2")
    table, (other,) = KeyboardRomme(page), seated(site, page, 1)
    assert play_on(table, (other,), until=WANTED) >= WANTED
    other.web.act(other.table, {"type": "resign"}, other.view()["version"])
    table.expect_finished()
    assert violations(page) == []
    assert chips_in_wallet(page) == 900 + 200


def test_the_table_is_rearranged_on_the_workbench(visitor: Visitor, site: Site) -> None:
    """GER-V6: cards are moved between melds, what is valid is shown, and the server agrees."""
    page = visitor(phone=True, still=True)
    (other,) = with_others(
        site, page, "german_romme", others=1, training=True,
        options={"robber": True, "first_meld_minimum": 0},
    )  # fmt: skip
    table = RommePage(page)
    for _ in range(400):
        if table.is_my_turn and table.phase == "play" and table.bench_something(other):
            break
        moved = other.take_turn()
        if moved:
            table.wait_until_current(other.view()["version"])
        table.take_turn(use_bench=False)
    expect(page.locator("#log li.table_rearranged").first).to_be_attached()
    assert violations(page) == []


def test_a_first_meld_that_is_too_low_is_told_with_its_numbers(
    visitor: Visitor, site: Site
) -> None:
    """GER-8: 36 of 40; the discard waits, and the step can be taken back."""
    page = visitor(still=True)
    (other,) = with_others(
        site, page, "german_romme", others=1, training=True, options={"first_meld_minimum": 50}
    )
    table = RommePage(page)
    for _ in range(400):
        if table.is_my_turn and table.phase == "play" and table.lay_a_low_meld(needed=50):
            break
        assert table.phase != "finished", "no hand had a low meld"
        if other.take_turn():
            table.wait_until_current(other.view()["version"])
        table.take_turn(melding=False)
    points = int(page.locator("#deadwood").get_attribute("data-points") or 0)
    assert 0 < points < 50
    expect(page.locator("#actions .reason")).to_contain_text(f"{points} of 50")
    assert violations(page) == []
    table.press("undo")
    assert page.locator("#deadwood").get_attribute("data-points") == "0"


def test_a_player_who_is_not_on_turn_knocks_for_the_discard(visitor: Visitor, site: Site) -> None:
    """GER-V4, by keyboard: everybody sees the knock, and the card comes when the next one draws."""
    page = visitor(still=True)
    others = with_others(
        site, page, "german_romme", others=2, training=True, options={"knock_for_discard": True}
    )
    table = RommePage(page)
    for _ in range(60):
        if table.shows("claim-discard"):
            break
        if any(other.take_turn() for other in others):
            table.wait_until_current(others[0].view()["version"])
            continue
        table.take_turn(melding=False)
    before, card = len(table.hand()), table.view()["round"]["upcard"]
    table.page.keyboard.press("n")
    expect(page.locator(".tag.warn")).to_have_count(1)
    assert table.view()["round"]["claims"] == [table.view()["seat"]]
    assert not table.shows("claim-discard")
    assert any(other.take_turn() for other in others)
    expect(page.locator("#log li.claim_granted")).to_have_count(1)
    assert card in table.hand()
    assert len(table.hand()) == before + 1
    assert violations(page) == []


SAID = """() => {
  const banner = document.getElementById("banner");
  window.said = [];
  new MutationObserver(() => window.said.push(banner.textContent))
    .observe(banner, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.soak
def test_a_hint_that_takes_long_is_thought_by_a_worker_and_then_shown(
    visitor: Visitor, site: Site
) -> None:
    """GER-V6: a hand that grows and never melds soon takes more thought than a request may."""
    page = visitor(still=True)
    others = with_others(
        site, page, "german_romme", others=1, training=True, options={"robber": True}
    )
    table = RommePage(page)
    page.evaluate(SAID)
    for _ in range(STEPS_MAX):
        table.wait_until_current(move_on(others))
        if table.is_my_turn and table.phase == "play":
            with page.expect_response(lambda answer: answer.url.endswith("/hint/")) as answered:
                page.locator('[data-action="hint"]:visible').click()
            if answered.value.status == 202:
                break
            expect(page.locator("#tip")).to_be_visible()
            assert page.evaluate("window.said") == [], "what is there at once is not waited for"
        table.take_turn(melding=False)
    else:
        pytest.fail("no hint took long")
    expect(page.locator("#tip")).to_contain_text("Hint:")
    assert page.evaluate("window.said")[0] == "Your hint is being thought about …"
    expect(page.locator("#banner")).to_have_text("")
    assert table.is_my_turn
    assert table.phase == "play"
    assert violations(page) == []


@pytest.mark.soak
def test_a_phone_lays_the_score_sheet_in_one_column_and_shows_ones_own_name_whole(
    visitor: Visitor, site: Site
) -> None:
    page = visitor(lang="de", phone=True, still=True)
    with_others(site, page, "german_romme", others=2)
    expect(page.locator('[data-action="ready"]:visible')).to_have_count(1)
    expect(page.locator(".own .who")).to_contain_text("(du)")
    name = page.locator(".own .who-name")
    assert name.evaluate("node => node.scrollWidth <= node.clientWidth")
    page.locator('[data-open="side"]').click()
    expect(page.locator("#side")).to_have_class("side shown")
    tops = page.locator("#side > :is(h2, #sheet, #log)").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect())"
        ".map(({ left, top, height }) => [left, top, height])"
    )
    assert len({left for left, _, _ in tops}) == 1, "one below the other"
    (_, sheet, height), (_, log, _) = tops[1], tops[2]
    assert log - (sheet + height) < 40, "no gap to fill the screen with"
