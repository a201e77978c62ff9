"""The site as an app: installable, honest without a net, light on a slow one."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.browser.conftest import PATIENCE_MS, PHONE, Visitor
from tests.browser.table_page import TablePage
from tests.running.demo import Site

pytestmark = pytest.mark.browser

# What the page of a table may cost a phone that has never been here (measured: 107 kB in
# English, 137 kB in German, whose words travel as well).
TABLE_KILOBYTES_MAX = 150
TABLE_REQUESTS_MAX = 60
# What comes last: the pictures of the cards, and what was said.
ALL_IS_HERE = """() => ["/cards/", "/chat/"].every((part) =>
    performance.getEntriesByType("resource").some((one) => one.name.includes(part)))"""
# "Regular 3G" as developer tools know it.
SLOW = {"latency": 100, "downloadThroughput": 750_000 / 8, "uploadThroughput": 250_000 / 8}
# A worker is in charge, and knows in which language to say that nobody answers.
KEPT_OFFLINE = """async language => {
  const spoken = await caches.match('/offline/spoken');
  return await spoken?.text() === language && navigator.serviceWorker.controller !== null;
}"""


@pytest.fixture
def phone(chromium: Browser, site: Site) -> Iterator[BrowserContext]:
    """A phone that takes service workers, and does not mind what the console says offline."""
    context = chromium.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale="en",
        base_url=f"http://localhost:{site.port}",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def network(page: Page, conditions: dict[str, Any]) -> CDPSession:
    """Let the page's network be like this from now on."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    return session


def at_a_table(page: Page) -> TablePage:
    """A guest against a bot, cards dealt."""
    if page.url == "about:blank":
        page.goto("/")
    page.locator('[data-action="quick-seat"]').click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    table = TablePage(page)
    expect(page.locator('[data-action="ready"]:visible')).to_have_count(1)
    table.deal()
    expect(page.locator("#hand [data-card]")).not_to_have_count(0)
    return table


def test_it_can_be_installed(visitor: Visitor, site: Site) -> None:
    page = visitor(lang="de")
    link = page.locator('link[rel="manifest"]').get_attribute("href")
    manifest = json.loads(site.get(str(link))[1])
    assert manifest["display"] == "standalone"
    assert manifest["scope"] == manifest["start_url"] == "/"
    icons = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert icons >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        size = page.evaluate(
            """async url => { const image = new Image(); image.src = url; await image.decode();
               return `${image.naturalWidth}x${image.naturalHeight}`; }""",
            icon["src"],
        )
        assert size == icon["sizes"]


def test_without_a_net_a_page_says_so_and_nothing_private_was_kept(phone: BrowserContext) -> None:
    page = phone.new_page()
    at_a_table(page)
    page.goto("/wallet/")
    page.wait_for_function(KEPT_OFFLINE, arg="en")
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys())
              found.push(request.url.slice(location.origin.length));
          return found;
        }"""
    )
    assert [path for path in kept if not path.startswith("/static/")] == [
        "/offline/?language=en",
        "/offline/?language=de",
        "/offline/spoken",
    ]
    phone.set_offline(True)
    page.goto("/wallet/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    phone.set_offline(False)
    page.goto("/wallet/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Wallet")


def test_the_page_without_a_net_follows_the_readers_language(phone: BrowserContext) -> None:
    """The page that was read last tells the worker, which has kept one in each language."""
    page = phone.new_page()
    home = page.goto("/")
    assert home is not None
    for language in ("en", "de"):
        phone.add_cookies([{"name": "django_language", "value": language, "url": home.url}])
        page.goto("/learn/")
        page.wait_for_function(KEPT_OFFLINE, arg=language)
        phone.set_offline(True)
        page.goto("/learn/")
        assert page.locator("html").get_attribute("lang") == language
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        phone.set_offline(False)


def lose_the_line(phone: BrowserContext, page: Page) -> None:
    """The device says that it is offline; the page has heard it within a second."""
    phone.set_offline(True)
    expect(page.locator("#table")).to_have_attribute("data-connection", "offline", timeout=1_000)


def test_offline_is_said_at_once_and_what_was_missed_is_told(phone: BrowserContext) -> None:
    page = phone.new_page()
    table = at_a_table(page)
    before = table.version
    lose_the_line(phone, page)
    expect(page.locator("#banner")).to_contain_text("No connection")
    phone.set_offline(False)
    expect(page.locator("#table")).not_to_have_attribute("data-connection", "offline")
    expect(page.locator("#banner")).to_contain_text(re.compile("Connected again|live connection"))
    assert table.version >= before


def test_a_move_pressed_without_a_line_waits_and_counts_once(phone: BrowserContext) -> None:
    page = phone.new_page()
    table = at_a_table(page)
    page.wait_for_function("() => document.querySelector('#table').dataset.turn === 'mine'")
    sent: list[str] = []
    page.on(
        "request",
        lambda asked: sent.append(asked.url) if asked.url.endswith("/actions/") else None,
    )
    button = page.locator('#actions [data-action="draw-stock"], #actions [data-action="discard"]')
    if table.phase == "upcard_offer":
        table.press("pass-upcard")
        page.wait_for_function("() => document.querySelector('#table').dataset.turn === 'mine'")
    sent.clear()
    if table.phase == "draw":
        expect(button.first).to_be_visible()
    else:
        table.choose(table.hand()[-1])
        expect(button.first).to_be_visible()
    before = table.version
    lose_the_line(phone, page)
    button.first.click()
    expect(page.locator("#banner")).to_contain_text("Your move waits")
    expect(button.first).to_have_attribute("aria-disabled", "true")
    assert table.version == before
    phone.set_offline(False)
    table.wait_beyond(before)
    expect(page.locator("#table")).to_have_attribute("data-connection", "live")
    assert len(sent) == 1


def test_the_table_keeps_its_budget_and_plays_on_a_slow_line(phone: BrowserContext) -> None:
    """Counted, not timed: bytes as they travel, and requests, with nothing in the browser yet."""
    page = phone.new_page()
    at_a_table(page)
    url = page.url
    fresh = phone.new_page()
    session = network(fresh, SLOW)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    fresh.goto(url, wait_until="load")
    expect(fresh.locator("#hand [data-card]")).not_to_have_count(0)
    fresh.wait_for_function(ALL_IS_HERE)
    assert len(sizes) <= TABLE_REQUESTS_MAX, len(sizes)
    assert sum(sizes) <= TABLE_KILOBYTES_MAX * 1024, sum(sizes)
    table = TablePage(fresh)
    if table.is_my_turn:
        assert table.take_turn()
