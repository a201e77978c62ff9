"""The log of a table in the browser names who sat there then, not who sits there now."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import an_empty_page

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


TELL = """async events => {
  document.body.innerHTML = '<script type="application/json" id="game-words"></script>';
  const hirschn = [['', '%(name)s announces: Hirschn!', 'You announce: Hirschn!']];
  const shown = [['limit', '%(card)s: the limit is %(limit)s.', '']];
  const told = {hirschn_announced: hirschn, stock_bottom_shown: shown};
  document.getElementById('game-words').textContent =
    JSON.stringify({scores: {}, events: told, actions: {}, offers: [], tags: {}, limit: ''});
  const {sentence} = await import('/js/table/sentences.js');
  const seats = ['Jette', '%(card)s'].map((name, seat) => ({seat, player: {name}}));
  return [0, 1, null].map(seat => events.map(event => sentence(event, {seat, seats})));
}"""


def test_what_house_rules_tell_names_who_did_it_and_speaks_to_them(chromium: Browser) -> None:
    """To each seat and to a spectator; a name is never read as a sentence."""
    events = [
        {"type": "hirschn_announced", "seat": 0},
        {"type": "hirschn_announced", "seat": 1},
        {"type": "stock_bottom_shown", "card": "7h", "limit": 7},
    ]
    jette, other = "Jette announces: Hirschn!", "%(card)s announces: Hirschn!"
    shown = "7 of hearts: the limit is 7."
    with an_empty_page(chromium) as page:  # whose words are read once
        said = page.evaluate(TELL, events)
    assert said == [
        ["You announce: Hirschn!", other, shown],
        [jette, "You announce: Hirschn!", shown],
        [jette, other, shown],
    ]
