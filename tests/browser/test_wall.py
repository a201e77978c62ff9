"""The wall on a screen nobody touches: it turns, hears what happens, survives a lost line."""

import datetime as dt
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hall
from tests.browser.conftest import BEAMER, DESKTOP, PHONE
from tests.browser.looking import faults, violations
from tests.chance import dice
from tests.running.demo import Site

pytestmark = pytest.mark.browser

SOON_MS = 60_000
SCREENS, LIGHTS, SHEETS = (BEAMER, DESKTOP), ("light", "dark"), (1, 2, 3)
LONGER_THAN_A_TURN_MS = 11_000
# In one look: the list may be filled anew between two.
LOWEST_LINE = """() => Math.max(...[...document.querySelectorAll('.wall-rows li')]
  .map((line) => line.getBoundingClientRect().bottom))"""


@pytest.fixture(scope="module")
def tournament(site: Site) -> int:
    """Thirty people, seated at eight tables."""
    return hall.open_hall(site, people=30, name="Hall of the wall", begun=True)


@pytest.fixture
def screen(chromium: Browser, site: Site) -> Iterator[Any]:
    """A screen in the room; what its console says without a net does not matter."""
    contexts = []

    def of(path: str, *, ahead: dt.timedelta | None = None, **wishes: Any) -> Page:
        context = chromium.new_context(
            locale="en",
            service_workers="block",
            base_url=f"http://localhost:{site.port}",
            **{"viewport": BEAMER, **wishes},
        )
        contexts.append(context)
        context.set_default_timeout(SOON_MS)
        page = context.new_page()
        if ahead is not None:
            page.clock.install(time=dt.datetime.now(tz=dt.UTC) + ahead)
        page.goto(path)
        return page

    yield of
    for context in contexts:
        context.close()


def an_answer(page: Page, **wanted: int) -> Any:
    """Waits for the next look at what has happened, or for the next that brings something."""
    live = str(page.locator("#live").get_attribute("data-url"))
    return page.expect_response(
        lambda told: live in told.url and told.status == wanted.get("status", told.status),
        timeout=SOON_MS,
    )


def title(page: Page) -> Any:
    return page.locator("#wall-list-title")


@pytest.mark.soak
def test_lists_turn_by_themselves_and_stay_when_they_are_held(screen: Any, tournament: int) -> None:
    page = screen(f"/tournaments/{tournament}/wall/", ahead=dt.timedelta())
    expect(title(page)).to_have_text("Standing")
    page.clock.fast_forward(LONGER_THAN_A_TURN_MS)
    expect(title(page)).to_contain_text("Find your table", timeout=SOON_MS)
    page.get_by_role("button", name="Hold the list").click()
    held = title(page).inner_text()
    with an_answer(page):
        page.clock.fast_forward(LONGER_THAN_A_TURN_MS)
    assert title(page).inner_text() == held
    page.locator('[data-action="sheet"]').first.press("Enter")
    expect(title(page)).not_to_have_text(held)
    expect(page.locator('[data-action="sheet"]').first).to_be_focused()
    assert "sheet=" not in page.url, "turning a page leaves the full screen as it is"


def test_it_hears_of_a_pause_and_what_is_being_typed_survives_it(
    screen: Any, site: Site, tournament: int
) -> None:
    page = screen(f"/tournaments/{tournament}/wall/", ahead=dt.timedelta())
    search = screen(f"/tournaments/{tournament}/", viewport=DESKTOP)
    field = search.locator("#search-player")
    field.fill("bran")
    expect(page.locator(".wall-time [data-until]")).to_be_visible()
    with an_answer(search, status=200):
        hall.pause(site, tournament)
    expect(page.locator(".wall-paused")).to_be_visible(timeout=SOON_MS)
    stood = page.locator(".wall-time").inner_text()
    with an_answer(page):
        page.clock.fast_forward(3_000)
    assert page.locator(".wall-time").inner_text() == stood
    with an_answer(search, status=200):
        hall.resume(site, tournament)
    expect(page.locator(".wall-paused")).to_have_count(0, timeout=SOON_MS)
    expect(field).to_have_value("bran")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(search.locator(".standing tbody tr").first).to_contain_text("Brandt")


def test_the_clock_is_the_servers_whatever_the_screen_believes(
    screen: Any, tournament: int
) -> None:
    page = screen(f"/tournaments/{tournament}/wall/", ahead=dt.timedelta(minutes=13))
    clock = page.locator(".wall-time [data-until]")
    due = float(str(clock.get_attribute("data-until")))

    def off() -> float:
        minutes, seconds = re.findall(r"\d+", clock.inner_text())
        return abs(due - time.time() - 60 * int(minutes) - int(seconds))

    until = time.monotonic() + SOON_MS / 1000
    while off() > 2 and time.monotonic() < until:
        page.wait_for_timeout(200)
    assert off() <= 2


def test_a_lost_connection_is_said_and_forgotten_when_it_is_back(
    screen: Any, tournament: int
) -> None:
    page = screen(f"/tournaments/{tournament}/wall/", ahead=dt.timedelta())
    expect(page.locator("#lost")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible(timeout=SOON_MS)
    before = page.locator(".wall-time").inner_text()
    page.clock.fast_forward(2_000)
    expect(page.locator(".wall-time")).not_to_have_text(before)  # the clock goes on
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden(timeout=SOON_MS)


def test_everything_fits_into_one_view(screen: Any, tournament: int) -> None:
    """The screen, the light and the list are drawn."""
    drawn = dice("views of the wall")
    size, light, sheet = drawn.choice(SCREENS), drawn.choice(LIGHTS), drawn.choice(SHEETS)
    fits_into_one_view(screen, tournament, size, light, [sheet])


@pytest.mark.soak
@pytest.mark.parametrize("size", SCREENS, ids=["beamer", "desktop"])
@pytest.mark.parametrize("light", LIGHTS)
def test_everything_fits_into_every_view(
    size: dict[str, int], light: str, screen: Any, tournament: int
) -> None:
    fits_into_one_view(screen, tournament, size, light, SHEETS)


def fits_into_one_view(
    screen: Any, tournament: int, size: dict[str, int], light: str, sheets: Sequence[int]
) -> None:
    for sheet in sheets:
        page = screen(
            f"/tournaments/{tournament}/wall/?sheet={sheet}", viewport=size, color_scheme=light
        )
        assert faults(page) == []
        inside = "() => document.documentElement.scrollHeight <= innerHeight"
        assert page.evaluate(inside)
        assert page.evaluate(LOWEST_LINE) <= size["height"]
    assert violations(page) == []


def test_a_phone_scrolls_down_only_and_its_list_waits(screen: Any, tournament: int) -> None:
    page = screen(f"/tournaments/{tournament}/wall/?sheet=2", viewport=PHONE)
    assert faults(page) == []
    expect(page.get_by_role("button", name="Hold the list")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert violations(page) == []


def test_whoever_asks_for_stillness_sees_nothing_move(screen: Any, tournament: int) -> None:
    page = screen(f"/tournaments/{tournament}/wall/", reduced_motion="reduce")
    page.locator('[data-action="sheet"]').last.click()
    expect(page.locator(".wall-list.is-turned")).to_be_visible()
    lasting = "one => one.effect.getComputedTiming().duration > 1"
    assert page.evaluate(f"() => document.getAnimations().filter({lasting}).length") == 0
