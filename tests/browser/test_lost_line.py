"""A table whose line is lost, for long: how often it asks, and when it stops asking."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.arriving import among_people
from tests.browser.conftest import PATIENCE_MS, Visitor
from tests.running.demo import Site

pytestmark = pytest.mark.browser
# Streams are refused at once, and whoever asks for the view meanwhile gets `status`, or no answer.
ASKING = """async ({ status, seconds }) => {
  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 2;
    constructor() { super(); setTimeout(() => this.onerror?.(), 0); }
    close() {}
  };
  let asked = 0;
  window.fetch = async () => {
    asked += 1;
    if (!status) throw new TypeError("no line");
    return { ok: false, status, json: async () => ({}) };
  };
  const timers = new Map();
  let now = Date.now(), last = 0;
  Date.now = () => now;
  const later = (every) => (go, ms = 0) => {
    timers.set((last += 1), { go, at: now + ms, every: every ? ms : 0 });
    return last;
  };
  window.setTimeout = later(false);
  window.setInterval = later(true);
  window.clearTimeout = window.clearInterval = (one) => timers.delete(one);
  const { Stream } = await import('/js/stream.js');
  const states = [];
  new Stream({ streamUrl: '/s', viewUrl: '/v', version: 1, onNews() {}, onBeside() {},
    onState: (state) => states.push(state) });
  for (const until = now + seconds * 1000; now < until; now += 100) {
    for (const [one, { go, at, every }] of [...timers].sort((a, b) => a[1].at - b[1].at)) {
      if (at > now) continue;
      if (every) timers.get(one).at = now + every;
      else timers.delete(one);
      go();
    }
    for (let turn = 0; turn < 20; turn += 1) await null;
  }
  return { asked, states, timers: timers.size };
}"""


def test_ten_minutes_in_flight_mode_ask_as_often_as_the_first_one(page: Page) -> None:
    """Every two seconds, however long: what asks twice would ask more often each time."""
    told = page.evaluate(ASKING, {"status": 0, "seconds": 600})
    assert told["states"] == ["offline"]
    assert 250 <= told["asked"] <= 300


def test_a_table_that_is_gone_is_not_asked_for_again(page: Page) -> None:
    told = page.evaluate(ASKING, {"status": 404, "seconds": 600})
    assert told == {"asked": 1, "states": ["gone"], "timers": 0}


def test_whoever_logs_out_elsewhere_is_asked_who_they_are(
    chromium: Browser, site: Site, visitor: Visitor
) -> None:
    """At a private table the other tab is left with nothing to see: it says so."""
    context = chromium.new_context(locale="en")  # its console tells of what is refused
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"http://localhost:{site.port}/")
    among_people(page, visitor(), format="ring", rounds=1)
    context.clear_cookies()
    page.evaluate("dispatchEvent(new Event('offline')), dispatchEvent(new Event('online'))")
    page.wait_for_url(re.compile("/accounts/login/"))
    expect(page.locator("h1")).to_have_text("Log in")
    context.close()
