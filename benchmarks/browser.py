"""From a click to the move shown: a match in a real browser, on this machine and on a slow line.

A guest plays in headless Chromium against one who plays through the API and only when told to, so
that whatever changes the table after a click is the click's own move. Measured inside the page:
from the browser's time of the last click to the first frame that shows the version after it. That
is the way to the server, the commit, the way back, and the drawing. The reference is a click
without a server: from the tap on a card to the frame that shows it lifted.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.report import Result
from tests.browser.api_player import ApiPlayer
from tests.browser.conftest import PHONE, PROGRAMS, QUIET
from tests.browser.table_page import TablePage
from tests.browser.test_ways_to_play import sit_down_with
from tests.running.demo import Demo, a_demo

# "Regular 3G" as developer tools know it: milliseconds there and back, bytes a second.
SLOW = {"latency": 100, "downloadThroughput": 750_000 / 8, "uploadThroughput": 250_000 / 8}
LINES: dict[str, tuple[dict[str, float], int]] = {"local": ({}, 150), "3g": (SLOW, 60)}
STEPS_MAX = 400
WATCH = """
(() => {
  let clicked = null, lifted = null;
  globalThis.waits = [];
  globalThis.lifts = [];
  addEventListener('click', (event) => {
    clicked = event.timeStamp;
    lifted = event.target.closest('#hand') ? clicked : null;
  }, true);
  const shown = (since, list) => requestAnimationFrame(() => list.push(performance.now() - since));
  const what = { attributes: true, attributeOldValue: true, subtree: true, childList: true };
  const watch = () => new MutationObserver((changes) => {
    for (const { attributeName, oldValue, target } of changes) {
      if (attributeName !== 'data-version' || oldValue === target.dataset.version) continue;
      if (clicked !== null) shown(clicked, waits);
      clicked = lifted = null;
    }
    if (lifted !== null && document.querySelector('#hand [aria-selected="true"]')) {
      shown(lifted, lifts);
      lifted = null;
    }
  }).observe(document.getElementById('table'), what);
  addEventListener('DOMContentLoaded', () => { if (document.getElementById('table')) watch(); });
})()
"""


def measure() -> list[Result]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        print("no Chromium on this machine: nothing is measured in a browser")
        return []
    with (
        tempfile.TemporaryDirectory(prefix="jeton-browser-") as home,
        a_demo(Path(home) / "d", from_nothing=True) as demo,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        results = [
            result
            for name, (line, moves) in LINES.items()
            for result in _line(browser, demo, name, line, moves)
        ]
        browser.close()
    return results


def _line(
    browser: Browser, demo: Demo, name: str, line: dict[str, float], moves: int
) -> list[Result]:
    waits: list[float] = []
    lifts: list[float] = []
    while len(waits) < moves:
        for found, list_of in zip(_match(browser, demo, line), (waits, lifts), strict=True):
            list_of += found
    unit = f"ms from a click to the move shown, {len(waits)} moves"
    return [
        Result(f"browser.{name}.p50", round(_share(waits, 0.5), 1), unit),
        Result(f"browser.{name}.p95", round(_share(waits, 0.95), 1), unit),
        Result(f"browser.{name}.p99", round(_share(waits, 0.99), 1), unit),
        Result(f"browser.{name}.lift.p95", round(_share(lifts, 0.95), 1), "ms, without a server"),
    ]


def _share(found: list[float], share: float) -> float:
    ordered = sorted(found)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _match(browser: Browser, demo: Demo, line: dict[str, float]) -> tuple[list[float], list[float]]:
    """One match to the end: how long each move took, and each lifting of a card."""
    settings: dict[str, Any] = {"viewport": PHONE, "locale": "en"}
    context = browser.new_context(**settings)
    try:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(f"http://localhost:{demo.port}/")
        other = ApiPlayer(demo)
        sit_down_with(page, other, limit="100")
        if line:
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", {"offline": False, **line})
        _play(page, other)
        return page.evaluate("waits"), page.evaluate("lifts")
    finally:
        context.close()


def _play(page: Page, other: ApiPlayer) -> None:
    table = TablePage(page)
    for _ in range(STEPS_MAX):
        if table.phase == "finished":
            return
        if table.take_turn():
            continue
        version = table.version
        if other.take_turn():
            table.wait_beyond(version)
