"""Plans for one's turn as the page keeps them: when they are made, carried out, dropped."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import an_empty_page

pytestmark = pytest.mark.browser

Json = dict[str, Any]
SOONEST_MS, LATEST_MS = 700, 1600
STAGE = (Path(__file__).parent / "ahead_stage.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def stage(chromium: Browser) -> Iterator[Page]:
    """The page of the script, whose time stands still until a test lets it pass."""
    with an_empty_page(chromium) as page:
        page.clock.install()
        page.evaluate(STAGE)
        yield page


@pytest.fixture
def waiting(stage: Page) -> Page:
    """Another is on turn, and one holds two cards."""
    stage.evaluate("sit()")
    return stage


def plan(page: Page, *, draw: bool = False, discard: str = "") -> None:
    if draw:
        assert page.evaluate("ahead.planDraw()")
    if discard:
        assert page.evaluate("card => ahead.planDiscard(card)", discard)


def turn(page: Page, version: int, phase: str, more: str = "{}") -> None:
    page.evaluate(f"turn({{ version: {version}, phase: '{phase}', ...{more} }})")


def done(page: Page, *, after_ms: int = LATEST_MS) -> list[str]:
    page.clock.run_for(after_ms)
    found: list[str] = page.evaluate("done")
    return found


def planned(page: Page) -> Json:
    found: Json = page.evaluate("table.ui.ahead")
    return {key: found[key] for key in ("draw", "card")}


NOTHING = {"draw": False, "card": None}


@pytest.mark.parametrize(
    "otherwise",
    [
        "table.model.playing = false",
        "table.model.seated = false",
        "table.model.isMyTurn = true",
        "table.model.view.turn = null",
        "table.model.hand = []",
        "table.model.mine.automatic = true",
        "table.model.mine.resigned = true",
        "table.model.phase = 'answer'",
        "table.page.events_url = ''",
        "jetonPrefs.get = () => 'off'",
    ],
)
def test_one_plans_only_while_another_thinks_in_a_round_of_ones_own(
    otherwise: str, waiting: Page
) -> None:
    waiting.evaluate(f"() => {{ {otherwise}; }}")
    assert not waiting.evaluate("ahead.planDraw()")
    assert not waiting.evaluate("ahead.planDiscard('7h')")
    assert planned(waiting) == NOTHING


def test_a_plan_is_carried_out_step_by_step_after_a_moment(waiting: Page) -> None:
    plan(waiting, draw=True, discard="7h")
    turn(waiting, 2, "draw")
    assert done(waiting, after_ms=SOONEST_MS - 1) == [], "nobody shall see that it was planned"
    assert done(waiting) == ["draw"]
    turn(waiting, 3, "discard", "{ hand: ['7h', 'Kd', '2c'] }")
    assert done(waiting) == ["draw", "discard 7h"]
    assert planned(waiting) == NOTHING
    assert done(waiting) == ["draw", "discard 7h"], "once"


def test_what_is_planned_twice_is_taken_back(waiting: Page) -> None:
    for _ in range(2):
        plan(waiting, draw=True, discard="7h")
    assert planned(waiting) == NOTHING
    assert waiting.locator("#say").text_content() == "Taken back"
    turn(waiting, 2, "draw")
    assert done(waiting) == []


def test_the_chosen_card_is_planned_and_let_go_of(waiting: Page) -> None:
    assert not waiting.evaluate("ahead.planDiscard()"), "none is chosen"
    waiting.evaluate("() => { table.ui.selected = 'Kd'; }")
    assert waiting.evaluate("ahead.planDiscard()")
    assert planned(waiting) == NOTHING | {"card": "Kd"}
    assert waiting.evaluate("table.ui.selected") is None


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("{ discards: new Set(['Kd']) }", "it has to stay"),
        ("{ knocks: new Map([['Kd', 8]]) }", "the card drawn lets one knock"),
    ],
)
def test_a_discard_is_dropped_where_it_is_no_longer_what_was_meant(
    more: str, why: str, waiting: Page
) -> None:
    plan(waiting, discard="7h")
    turn(waiting, 2, "discard", more)
    (told,) = done(waiting)
    assert told == "Your plan to discard the 7 of hearts was dropped; choose again.", why
    assert planned(waiting) == NOTHING


def test_who_could_knock_already_and_planned_to_discard_does_so_but_for_gin(waiting: Page) -> None:
    for points, kept in ((9, True), (0, False)):
        waiting.evaluate("sit(), table.model.best.points = 9")
        plan(waiting, discard="7h")
        turn(waiting, 2, "discard", f"{{ knocks: new Map([['Kd', {points}]]) }}")
        assert (done(waiting) == ["discard 7h"]) == kept


def test_a_draw_that_is_not_offered_is_dropped(waiting: Page) -> None:
    plan(waiting, draw=True)
    turn(waiting, 2, "upcard_offer", "{ can: () => false }")
    (told,) = done(waiting)
    assert told == "Your plan to draw from the stock was dropped; choose again."


def test_a_step_begun_by_hand_ends_the_plan(waiting: Page) -> None:
    """Something was laid since the draw, a card was chosen, or a dialog is open."""
    plan(waiting, discard="7h")
    turn(waiting, 2, "play")
    turn(waiting, 3, "play")
    assert done(waiting)[0].startswith("Your plan to discard")
    waiting.evaluate("sit()")
    plan(waiting, discard="7h")
    turn(waiting, 2, "discard")
    waiting.evaluate("ahead.touched()")
    assert planned(waiting) == NOTHING
    waiting.evaluate("sit(), document.body.append(document.createElement('dialog'))")
    waiting.evaluate("document.querySelector('dialog').showModal()")
    plan(waiting, draw=True)
    turn(waiting, 2, "draw")
    assert done(waiting)[0].startswith("Your plan to draw")
    waiting.evaluate("document.querySelector('dialog').remove()")


def test_a_plan_lasts_no_longer_than_its_round_and_its_card(waiting: Page) -> None:
    plan(waiting, draw=True, discard="7h")
    waiting.evaluate("table.model.hand = ['Kd'], ahead.look(table.model)")
    assert planned(waiting) == {"draw": True, "card": None}
    waiting.evaluate("table.model.round.number = 2, ahead.look(table.model)")
    assert planned(waiting) == NOTHING


def test_a_plan_waits_for_an_answer_and_for_the_line(waiting: Page) -> None:
    plan(waiting, draw=True)
    waiting.evaluate("() => { table.ui.pending = { version: 1 }; }")
    turn(waiting, 2, "draw")
    assert done(waiting) == []
    waiting.evaluate("() => { table.ui.pending = null; table.ui.stale = true; }")
    assert done(waiting) == []
    waiting.evaluate("table.ui.stale = false, ahead.look(table.model)")
    assert done(waiting) == ["draw"]


def test_letters_plan_while_another_thinks_and_do_what_they_did_on_ones_turn(
    waiting: Page,
) -> None:
    waiting.evaluate("() => { window.keys = ahead.keys({ d: () => done.push('d') }); }")
    waiting.evaluate("keys.d()")
    assert planned(waiting)["draw"]
    waiting.evaluate("table.model.isMyTurn = true, keys.d(), keys.x()")
    assert done(waiting, after_ms=0) == ["d"]
