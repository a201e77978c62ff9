"""The workbench of Räuber-Rommé (GER-V6) for keyboard and ears: names, states, what is said."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.rules.numbers import numbers_of
from tests.engine.table_melding.dealing import position
from tests.engine.table_melding.rules import ROBBER

pytestmark = pytest.mark.browser

BODY = """<div id="table"></div><div id="board" role="region"></div>
  <div id="actions" role="group"></div>
  <div id="say" aria-live="polite"></div>
  <dialog id="choice-dialog"><h2 id="choice-title"></h2><div id="choice-body"></div></dialog>"""

OPEN = """async ({body, view}) => {
  document.body.innerHTML = body;
  const {TableMeldingCommands} = await import('/js/table_melding/commands.js');
  const {read} = await import('/js/table_melding/model.js');
  const {renderBench} = await import('/js/table_melding/bench.js');
  const {renderActions} = await import('/js/table_melding/actions.js');
  const {refill} = await import('/js/dom.js');
  const ui = {chosen: [], bench: null, pending: false, order: [], sort: 'suit'};
  let model = read(view, ui);
  const redraw = () => {
    model = read(view, ui);
    refill(document.getElementById('board'), ...(ui.bench ? renderBench(model, on) : []));
    renderActions(model, on);
  };
  const tell = text => { window.told = text; };
  const page = {table_url: '/'};
  const commands = new TableMeldingCommands({page, ui, current: () => model, redraw, tell});
  const on = {...commands.handlers(), plans: () => []};
  Object.assign(window, {ui, on, redraw});
}"""


def table_view() -> dict[str, Any]:
    """Seat 0 may rearrange a run of five and holds the second eight (case 11)."""
    state = position(ROBBER, "8d 2s 3s", melds=["6d 7d 8d2 9d Td"]).state
    numbers = numbers_of(ROBBER)
    names = ("place_values", "held_values", "joker_held", "jokers_in_three", "jokers_in_longer")
    play = {name: getattr(numbers, name) for name in names}
    play |= {"robber": True, "own_meld_first": True, "strict_joker_exchange": False}
    return {
        "seat": 0,
        "turn": 0,
        "phase": "playing",
        "legal": [],
        "seats": [{"seat": 0}, {"seat": 1}],
        "terms": {"training": False, "rules": {"play": play}},
        "round": table_melding.view(state, 0).to_json(),
    }


@pytest.fixture
def do(page: Page) -> Callable[[str], str]:
    """Run a handler and give what the live region says then."""
    page.evaluate(OPEN, {"body": BODY, "view": table_view()})

    def done(script: str) -> str:
        page.evaluate(f"() => {{ {script}; }}")
        return page.locator("#say").inner_text()

    return done


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.id")
    return found


def test_the_table_is_taken_up_with_names_worth_and_focus(
    page: Page, do: Callable[[str], str]
) -> None:
    said = do("on.benchOpen()")
    there = "1 meld, 40 points; 0 cards from your hand"
    assert said == f"{there}. Lay at least one card from your hand"
    assert focused(page) == "bench-6d"
    snapshot = page.locator("body").aria_snapshot()
    for part in (
        'group "Workbench"',
        'group "Meld 1: 6 of diamonds, 7 of diamonds, 8 of diamonds, 9 of diamonds, and '
        '10 of diamonds, 40 points"',
        'button "New meld" [disabled]',
        'button "Lay it like this" [disabled]',
        'button "Reset my turn"',
    ):
        assert part in snapshot
    described = page.get_by_role("group", name="Workbench").get_attribute("aria-describedby")
    expect(page.locator(f"#{described}")).to_have_text(said)


def test_arrows_walk_over_the_cards_and_the_tab_key_over_the_groups(
    page: Page, do: Callable[[str], str]
) -> None:
    do("on.benchOpen()")
    for key, card in (("ArrowRight", "7d"), ("End", "Td"), ("ArrowLeft", "9d"), ("Home", "6d")):
        page.keyboard.press(key)
        assert focused(page) == f"bench-{card}"
    assert page.locator('.bench-card[tabindex="0"]').count() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#say")).to_have_text("Chosen: 7 of diamonds")
    assert page.get_by_role("button", name="7 of diamonds", pressed=True).count() == 1
    assert focused(page) == "bench-7d"


def test_a_run_is_divided_by_keys_and_every_step_is_told(
    page: Page, do: Callable[[str], str]
) -> None:
    do("on.benchOpen()")
    page.locator("#bench-8d2").press("Space")
    said = do("on.layMeld()")
    assert said.startswith("No meld yet, number 2: 8 of diamonds")
    assert "(1 of at least 3 cards). " in said
    assert "2 groups are no melds yet: neither one rank in different suits nor a run" in said
    assert focused(page) == "bench-8d2"
    do("on.benchTap('9d'); on.benchTap('Td'); on.layOffAnywhere()")
    page.locator("#choice-body button").nth(1).press("Enter")
    expect(page.locator("#say")).to_contain_text("Meld 2: 8 of diamonds, 9 of diamonds, and 10")
    expect(page.locator("#say")).to_contain_text("1 group is no meld yet: 2 of at least 3 cards")
    said = do("ui.chosen = ['8d']; redraw(); on.benchPut(0)")
    assert said == (
        "Meld 1: 6 of diamonds, 7 of diamonds, and 8 of diamonds, 21 points. "
        "2 melds, 48 points; 1 card from your hand. It may be laid like this"
    )
    finish = page.get_by_role("button", name="Lay it like this")
    assert finish.get_attribute("aria-disabled") is None
    assert page.get_by_role("button", name="8 of diamonds, from your hand").count() == 1
    assert do("on.undo()").startswith("1 meld, 40 points; 0 cards from your hand.")
    assert do("on.benchClose()") == "The table lies as it was"
    assert page.get_by_role("group", name="Workbench").count() == 0


def test_a_group_says_why_it_is_no_meld(page: Page) -> None:
    ask = """async ([cards, laws]) =>
      (await import('/js/table_melding/bench_words.js')).whyNoMeld(cards, laws)"""
    laws = {"three": 1, "longer": 2}
    told = {
        "7h 8h": "2 of at least 3 cards",
        "9d X1 X2": "jokers: 2, allowed: 1",
        "7h 8h 2d 9c": "neither one rank in different suits nor a run of one suit",
    }
    for cards, words in told.items():
        assert page.evaluate(ask, [cards.split(), laws]) == words
