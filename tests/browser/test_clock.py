"""The clock of a table in the browser: a page drawn anew does not give time back."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SHOWN = """async () => {
  document.body.innerHTML = '<span id="clock"></span>';
  const {setClock} = await import('/js/table/prompt.js');
  const real = Date.now;
  const view = {server_time: 5_000, deadline_at: 35_000, turn: 0, seat: 0, phase: 'playing',
    seats: [{seat: 0, bank_ms: 0}]};
  const shown = [];
  const at = (ms, one) => {
    Date.now = () => 1_000_000 + ms;
    setClock(one);
    shown.push(document.getElementById('clock').textContent);
  };
  at(0, view);
  at(12_000, view);
  at(12_000, {...view, server_time: 15_000});
  Date.now = real;
  return shown;
}"""


def test_the_same_view_drawn_again_shows_less_time(page: Page) -> None:
    """Choosing a card draws the page; only what the server says later sets the clock anew."""
    assert page.evaluate(SHOWN) == ["30 s", "18 s", "20 s"]
