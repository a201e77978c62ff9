"""The score sheet in the browser: every round has a line, and one without points says why."""

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SHEET = """async (view) => {
  document.body.innerHTML = '<div id="stage"></div>';
  const {sheetTable} = await import('/js/table/sheet.js');
  const sheet = sheetTable(view);
  return [...sheet.querySelectorAll('[data-round]')].map(round => [round.dataset.round,
    ...[...round.querySelectorAll('[data-line]')].map(line => [line.dataset.line,
      line.innerText ?? line.textContent])]);
}"""
HEADS = """async (view) => {
  const {sheetTable} = await import('/js/table/sheet.js');
  return [...sheetTable(view).querySelectorAll('thead th')].map(head => head.textContent);
}"""
STAGE = """async (model) => {
  document.body.innerHTML = '<div id="stage"></div>';
  const {renderStage} = await import('/js/table/stage.js');
  renderStage(model, {replayUrl: () => '#', againUrl: '#'}, {shown: () => '', middle: []});
  return document.getElementById('stage').innerText;
}"""
WORDS = "The stock is used up: nobody scores"


def view(seats: int, **more: Any) -> dict[str, Any]:
    """After a round won and one without points."""
    people = [{"seat": n, "player": {"name": f"Player {n}"}} for n in range(seats)]
    won = {
        "number": 1,
        "reason": "knock",
        "winner": 0,
        "lines": [{"seat": 0, "reason": "deadwood", "points": 12}],
        "points": [12] + [0] * (seats - 1),
        "totals": [12] + [0] * (seats - 1),
    }
    drawn = {
        "number": 2,
        "reason": "stock_exhausted",
        "winner": None,
        "lines": [],
        "points": [0] * seats,
        "totals": won["totals"],
    }
    terms = {"stake_chips": 0, "rules": {"family": "knock", "teams": []}}
    return {"seat": 0, "seats": people, "terms": terms, "score_sheet": [won, drawn], **more}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_round_without_points_has_a_line_that_says_why(seats: int, page: Page) -> None:
    drawn, won = page.evaluate(SHEET, view(seats))
    assert drawn == ["2", ["stock_exhausted", WORDS]]
    assert [line[0] for line in won[1:]] == ["deadwood"]


def test_a_match_that_ends_without_points_says_why_beside_the_draw(page: Page) -> None:
    result = {"winners": [0, 1], "totals": [12, 12], "payouts": [0, 0]}
    seen = view(2, result=result, status="finished")
    shown = page.evaluate(STAGE, {"phase": "finished", "seat": 0, "seated": True, "view": seen})
    assert "A draw" in shown
    assert WORDS in shown


def test_partners_share_a_column(page: Page) -> None:
    """GIN-T4: what one of them scores is the team's."""
    seen = view(4)
    seen["terms"]["rules"]["teams"] = True
    heads = page.evaluate(HEADS, seen)
    assert heads == ["Round", "Player 0 and Player 2", "Player 1 and Player 3"]
