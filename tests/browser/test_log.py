"""The log of a table in the browser names who sat there then, not who sits there now."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

ASK = """async () => {
  const {seating} = await import('/js/table/log.js');
  const {nameOf} = await import('/js/table/sides.js');
  const seats = ['Jette', 'Kuno', 'Anna'].map((name, seat) => ({seat, player: {name}}));
  const view = {seat: 2, seats};
  const events = [{type: 'discarded', seat: 2}, {type: 'players_reseated', came_from: [1, 2, 0]},
    {type: 'discarded', seat: 1}];
  const views = seating(events, view);
  return [nameOf(views[0], 2), views[0].seat, nameOf(views[2], 1), views[2].seat];
}"""


def test_an_elimination_moves_seats_and_the_log_knows_who_went_out_before(page: Page) -> None:
    assert page.evaluate(ASK) == ["Kuno", 0, "Kuno", 2]
