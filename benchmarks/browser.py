"""From a click to the move shown: a match in a real browser, on this machine and on a slow line.

A guest plays in headless Chromium against one who plays through the API and only when told to, so
that whatever changes the table after a click is the click's own move. Measured inside the page:
from the browser's time of the last click to the end of the first frame that shows the version after
it. That is the way to the server, the commit, the way back, and the drawing. The reference is a
click without a server: from the tap on a card to the frame that shows it lifted. And once on each
line, with nothing kept: from the address to the frame in which the own cards lie.

And what a newcomer meets on a phone four times slower than this machine, on the slow line: how long
until they sit, until their cards lie; what moves by itself, and the longest the page was busy.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.report import Result
from benchmarks.slow_line import REGULAR_3G, Line, slow_line
from tests.browser.api_player import ApiPlayer
from tests.browser.chromium import a_browser, program
from tests.browser.table_page import TablePage
from tests.browser.test_ways_to_play import sit_down_with
from tests.running.demo import Demo, a_demo

PHONE_SIZE: ViewportSize = {"width": 360, "height": 740}
LINES: dict[str, tuple[Line | None, int]] = {"local": (None, 120), "3g": (REGULAR_3G, 60)}
WATCH = """
(() => {
  let clicked = null, lifted = null;
  globalThis.waits = [];
  globalThis.lifts = [];
  globalThis.opened = [];
  addEventListener('click', (event) => {
    clicked = event.timeStamp;
    lifted = event.target.closest('#hand') ? clicked : null;
  }, true);
  const after = (since, list) => () => setTimeout(() => list.push(performance.now() - since));
  const shown = (since, list) => requestAnimationFrame(after(since, list));
  const what = { attributes: true, attributeOldValue: true, subtree: true, childList: true };
  new MutationObserver((changes) => {
    for (const { attributeName, oldValue, target } of changes) {
      if (attributeName !== 'data-version' || oldValue === target.dataset.version) continue;
      if (clicked !== null) shown(clicked, waits);
      clicked = lifted = null;
    }
    if (!opened.length && document.querySelector('#hand [data-card]')) {
      opened.push(0);
      shown(0, opened);
    }
    if (lifted !== null && document.querySelector('#hand [aria-selected="true"]')) {
      shown(lifted, lifts);
      lifted = null;
    }
  }).observe(document, what);
})()
"""

SLOWER, NEWCOMERS_MOVES = 4, 12
BUSY = """
(() => {
  globalThis.shift = globalThis.longest = 0;
  const each = (type, look) => new PerformanceObserver((list) => list.getEntries().forEach(look))
    .observe({ type, buffered: true });
  let begun = 0, last = 0, now = 0;  // what moves within a second, for five at most, counts as one
  each('layout-shift', ({ hadRecentInput, startTime, value }) => {
    if (hadRecentInput) return;
    if (startTime - last > 1000 || startTime - begun > 5000) [begun, now] = [startTime, 0];
    [last, now] = [startTime, now + value];
    shift = Math.max(shift, now);
  });
  each('longtask', (entry) => { longest = Math.max(longest, entry.duration); });
})()
"""


def measure() -> list[Result]:
    if program() is None:
        print("no Chromium on this machine: nothing is measured in a browser")
        return []
    with (
        tempfile.TemporaryDirectory(prefix="jeton-browser-") as home,
        a_demo(Path(home) / "d", from_nothing=True) as demo,
        a_browser() as browser,
    ):
        found = [
            result
            for name, (line, moves) in LINES.items()
            for result in _measured(browser, demo, name, line, moves)
        ]
        return found + _newcomer(browser, demo)


def _measured(
    browser: Browser, demo: Demo, name: str, line: Line | None, moves: int
) -> list[Result]:
    waits: list[float] = []
    lifts: list[float] = []
    opened: list[float] = []
    while len(waits) < moves:
        with _line_to(demo, line) as port, _at_a_table(browser, demo, port) as (page, other):
            _play(page, other, moves=moves - len(waits))
            waits += page.evaluate("waits")
            lifts += page.evaluate("lifts")
            opened = opened or _opening(page)[0]
    unit = f"ms from a click to the move shown, {len(waits)} moves"
    return [
        Result(f"browser.{name}.p50", round(_share(waits, 0.5), 1), unit),
        Result(f"browser.{name}.p95", round(_share(waits, 0.95), 1), unit),
        Result(f"browser.{name}.p99", round(_share(waits, 0.99), 1), unit),
        Result(f"browser.{name}.lift.p95", round(_share(lifts, 0.95), 1), "ms, without a server"),
        *[
            Result(f"browser.{name}.opened", round(found, 1), "ms to one's cards, nothing kept")
            for found in opened[1:]
        ],
    ]


def _newcomer(browser: Browser, demo: Demo) -> list[Result]:
    """Seated among bots by one tap; then some moves, with cards in motion."""
    context = browser.new_context(
        viewport=PHONE_SIZE, has_touch=True, locale="en", service_workers="block"
    )
    context.add_init_script(WATCH)
    context.add_init_script(BUSY)
    with slow_line(demo.port, REGULAR_3G) as port:
        page = context.new_page()
        _slow_down(page)
        begun = time.perf_counter()
        page.goto(f"http://localhost:{port}/")
        page.locator('[data-action="quick-seat"]').tap()
        page.locator(".seat-own").wait_for()
        seated = 1000 * (time.perf_counter() - begun)
        page.locator("#hand [data-card]").first.wait_for()
        page.evaluate("longest = 0")
        table, made = TablePage(page), 0
        while made < NEWCOMERS_MOVES and table.phase != "finished":
            if table.take_turn():
                made += 1
            else:
                page.wait_for_timeout(50)
        lifts, shift, longest = page.evaluate("[lifts, shift, longest]")
        opened, scripts = _opening(page, slower=SLOWER)
    context.close()
    unit = f"ms, the longest task in {made} moves"
    return [
        Result("browser.phone.seated", round(seated), "ms from the address to a seat"),
        Result("browser.phone.opened", round(opened[-1]), "ms to one's cards, nothing kept"),
        Result("browser.phone.lift.p95", round(_share(lifts, 0.95), 1), "ms, without a server"),
        Result("browser.phone.shift", round(shift, 4), "of the page, by itself (CLS)"),
        Result("browser.phone.busy", round(longest), unit),
        Result("browser.phone.scripts", round(scripts / 1024, 1), "kB, packed"),
    ]


def _slow_down(page: Page, times: int = SLOWER) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def _share(found: list[float], share: float) -> float:
    ordered = sorted(found)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _line_to(demo: Demo, line: Line | None) -> AbstractContextManager[int]:
    return nullcontext(demo.port) if line is None else slow_line(demo.port, line)


@contextmanager
def _at_a_table(browser: Browser, demo: Demo, port: int) -> Iterator[tuple[Page, ApiPlayer]]:
    """A guest on a phone behind this port, and who plays against them."""
    context = browser.new_context(viewport=PHONE_SIZE, locale="en", service_workers="block")
    try:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(f"http://localhost:{port}/")
        other = ApiPlayer(demo)
        sit_down_with(page, other, options={"point_limit": 100})
        yield page, other
    finally:
        context.close()


def _play(page: Page, other: ApiPlayer, *, moves: int) -> None:
    """So many moves of the page's player, or the match to its end."""
    table = TablePage(page)
    made = 0
    while made < moves and table.phase != "finished":
        if table.take_turn():
            made += 1
            continue
        version = table.version
        if other.take_turn():
            table.wait_beyond(version)


def _opening(page: Page, *, slower: int = 1) -> tuple[list[float], float]:
    """How long the same table takes to open in a new tab, and the bytes of its scripts.

    Nothing if no cards are in the hand.
    """
    if not page.locator("#hand [data-card]").count():
        return [], 0
    fresh = page.context.new_page()
    _slow_down(fresh, slower)
    session = page.context.new_cdp_session(fresh)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    scripts: set[str] = set()
    sizes: dict[str, float] = {}
    session.on(
        "Network.responseReceived",
        lambda told: scripts.add(told["requestId"]) if told["type"] == "Script" else None,
    )
    session.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}),
    )
    fresh.goto(page.url)
    fresh.wait_for_function("opened.length > 1")
    found: list[float] = fresh.evaluate("opened")
    return found, sum(size for asked, size in sizes.items() if asked in scripts)
