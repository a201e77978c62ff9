"""The pictures of `docs/screenshots`, taken anew: `python -m tests.browser.screenshots [page …]`.

A demonstration is started for the purpose, and somebody plays at its tables against bots until
there is something to see. Look at what comes out before committing it.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import hall
from tests.browser.chromium import a_browser
from tests.browser.conftest import BEAMER, DESKTOP, PHONE
from tests.browser.palette import shrink
from tests.browser.places import PASSWORD, places
from tests.browser.romme_page import RommePage
from tests.browser.table_page import TablePage
from tests.running.demo import Demo, a_demo

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
PATIENCE_SECONDS = 240
WALL = "wall"
LIE_STILL = """() => Promise.allSettled(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime < Infinity).map(one => one.finished))"""
Wish = Callable[[TablePage], bool]


def main() -> None:
    """Every picture, one after the other, or those of the pages named; `wall` is the full hall."""
    names = sys.argv[1:]
    with (
        tempfile.TemporaryDirectory(prefix="jeton-pictures-") as home,
        a_demo(Path(home) / "d", extra={"ARENA_TABLES": "2"}) as demo,
        a_browser() as browser,
    ):
        if names != [WALL]:
            take_pages(browser, demo, names or None)
        if not names:
            take_tables(browser, f"http://localhost:{demo.port}/")
        if not names or WALL in names:
            take_wall(browser, demo)


def take_wall(browser: Browser, demo: Demo) -> None:
    """Two hundred people in the room, some of them out, somebody just moved."""
    number = hall.open_hall(demo, people=200, name="Grand Samedi", numbered=False)
    hall.begin(demo, number)
    hall.play(demo, number, rounds=9)
    settings: dict[str, Any] = {"viewport": BEAMER, "locale": "en"}
    context = browser.new_context(**settings)
    page = context.new_page()
    page.goto(f"http://localhost:{demo.port}/tournaments/{number}/wall/?sheet=2")
    take(page, WALL)
    context.close()


def take_tables(browser: Browser, site: str) -> None:
    with signed_in(browser, site, "Dora", phone=False) as page:
        page.goto(site)
        take(page, "lobby")
        gin(page, site, "table", "gin_palast")
        gin(page, site, "table-team", "gin_team")
        romme(page, site, "table-romme", "german_romme", seats=4)
    with signed_in(browser, site, "Carl", phone=True) as page:
        gin(page, site, "table-phone", "gin_palast")
        gin(page, site, "table-team-phone", "gin_team")
        romme(page, site, "table-romme-phone", "romme_500", seats=3)


def take_pages(browser: Browser, demo: Demo, names: Sequence[str] | None) -> None:
    """Every page, or those named, on a phone in German and on a desktop in English."""
    site = f"http://localhost:{demo.port}/"
    (FOLDER / "pages").mkdir(exist_ok=True)
    shown = sorted(places(demo, wanted=names), key=lambda place: place.who)
    for phone in (True, False):
        for who, theirs in groupby(shown, key=lambda place: place.who):
            with signed_in(browser, site, who, phone=phone, scale=1) as page:
                for place in theirs:
                    page.goto(site + place.path)
                    take(page, f"pages/{place.name}-{'phone' if phone else 'desktop'}")


@contextmanager
def signed_in(
    browser: Browser, site: str, name: str, *, phone: bool, scale: int = 0
) -> Iterator[Page]:
    """A page of this person, or of nobody, in German on the phone."""
    settings: dict[str, Any] = {
        "viewport": PHONE if phone else DESKTOP,
        "has_touch": phone,
        "locale": "de" if phone else "en",
        "device_scale_factor": scale or (2 if phone else 1),
    }
    context = browser.new_context(**settings)
    page = context.new_page()
    if name:
        page.goto(f"{site}accounts/login/")
        page.locator('[name="login"]').fill(name)
        page.locator('[name="password"]').fill(PASSWORD)
        page.locator("main form button").first.click()
        page.wait_for_url(site)
    yield page
    context.close()


def gin(page: Page, site: str, name: str, preset: str) -> None:
    """In the middle of a round, a card chosen for the discard."""
    open_table(page, site, preset)
    table = TablePage(page)
    play_until(table, lambda table: discarding(table) and turns(table) > 3)
    table.choose(table.hand()[-1])
    take(page, name)


def romme(page: Page, site: str, name: str, preset: str, *, seats: int) -> None:
    """With melds of several players on the table."""
    open_table(page, site, preset, seats=seats)
    table = RommePage(page)
    play_until(table, lambda table: discarding(table) and melds(table) > 3)
    take(page, name)


def open_table(page: Page, site: str, preset: str, *, seats: int = 0) -> None:
    page.goto(f"{site}tables/new/")
    page.locator(f'input[name="preset"][value="{preset}"]').check()
    if seats:
        page.locator('[name="seats"]').select_option(str(seats))
    page.locator('[name="stake_chips"]').fill("20")
    page.locator('[name="turn_seconds"]').select_option("120")
    page.locator("form.table-form button.main").click()
    page.locator("#table").wait_for()


def discarding(table: TablePage) -> bool:
    return table.is_my_turn and table.phase in ("discard", "play")


def turns(table: TablePage) -> int:
    return table.page.locator("#log li.discarded").count() // 2


def melds(table: TablePage) -> int:
    return table.page.locator("#board [data-meld]").count()


def play_until(table: TablePage, wish: Wish) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if wish(table):
            return
        if not table.take_turn():
            table.page.wait_for_timeout(200)
    raise AssertionError("nothing worth a picture came up")


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(700)  # what comes by itself has come, and is moving
    page.evaluate(LIE_STILL)
    picture = FOLDER / f"{name}.png"
    page.screenshot(path=picture)
    shrink(page, picture)
    sys.stdout.write(f"{name}.png\n")


if __name__ == "__main__":
    main()
