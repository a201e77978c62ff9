"""Every page in both sizes and languages: nothing cut, nothing broken, nothing from elsewhere."""

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route

from config.embedded.roles import WEB
from tests.browser.conftest import DESKTOP, PATIENCE_MS, PHONE
from tests.browser.looking import faults, violations
from tests.browser.places import OPERATOR, PASSWORD, PLACES, PLAYER, VISITOR, Place, places
from tests.chance import dice
from tests.running.demo import Site

pytestmark = pytest.mark.browser

LANGUAGES = ("de", "en")
# One of each kind of page; `make soak` looks at all of them, in every size, language and light.
SAMPLE = (
    *("lobby", "table-new", "profile", "settings", "table-finished", "replay", "lesson-gin"),
    *("tournament-upcoming", "wall-running", "desk", "office", "office-settings"),
)
# Where names of people stand in tables or beside numbers.
OF_PEOPLE = (
    *("board", "boards", "player", "profile", "replay", "lobby", "friends", "league"),
    *("tournament-running", "real-cards", "desk", "desk-real-cards", "desk-results"),
)
NAMES = "SELECT username FROM accounts_player ORDER BY length(username) DESC"
WIDE = "Wolfhammermxywwmwmwm"
# What `make test` looks at of all pages, and with axe: these are drawn.
DRAWN, DRAWN_FOR_AXE = 6, 3
TWO_FRAMES = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"
Sessions = Callable[[str], list[Any]]


@pytest.fixture(scope="module")
def sessions(chromium: Browser, site: Site) -> Sessions:
    return log_in_all(chromium, site)


def log_in_all(chromium: Browser, site: Site) -> Sessions:
    """Everybody's cookies: they log in once, when they are wanted."""
    return cache(lambda who: [] if who == VISITOR else log_in(chromium, site, who))


def log_in(chromium: Browser, site: Site, who: str) -> list[Any]:
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    page.goto(f"http://localhost:{site.port}/accounts/login/")
    page.locator('[name="login"]').fill(who)
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url(f"http://localhost:{site.port}/")
    cookies = [one for one in context.cookies() if str(one.get("name")).startswith("jeton_")]
    assert any(str(one.get("name")).startswith("jeton_session") for one in cookies)
    context.close()
    return cookies


class Walk:
    """A walk through all places in one language; what pages complain of is kept."""

    def __init__(self, chromium: Browser, site: Site, sessions: Sessions, **wishes: Any) -> None:
        self.home = f"http://localhost:{site.port}/"
        self.site = site
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.language = wishes["locale"]
        self.page_of = cache(partial(self._page_of, chromium, sessions, wishes))

    def _page_of(
        self, chromium: Browser, sessions: Sessions, wishes: dict[str, Any], who: str
    ) -> Page:
        cookie: Any = {"name": "django_language", "value": self.language, "url": self.home}
        context = chromium.new_context(reduced_motion="reduce", service_workers="block", **wishes)
        context.add_cookies([cookie, *sessions(who)])
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        return self._listened_to(context.new_page())

    def _listened_to(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._heard(page, said.type, said.text))
        page.on("request", lambda request: self._asked(request.url))
        return page

    def _heard(self, page: Page, kind: str, text: str) -> None:
        if kind == "error" and "404" not in text:
            self.complaints.append(f"{page.url}: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.home, "data:", "blob:")):
            self.complaints.append(f"asked {url}")

    def through(self, sample: Collection[str] | None = None) -> Iterator[tuple[Place, Page]]:
        for place in places(self.site, wanted=sample):
            page = self.page_of(place.who)
            page.goto(self.home + place.path, wait_until="load")
            assert "/login/" not in page.url or place.who == VISITOR, f"{place.name} asks who"
            yield place, page

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@contextmanager
def walk(chromium: Browser, site: Site, sessions: Sessions, **wishes: Any) -> Iterator[Walk]:
    going = Walk(chromium, site, sessions, **wishes)
    try:
        yield going
    finally:
        going.close()
    assert going.complaints == []


@contextmanager
def resized(page: Page) -> Iterator[None]:
    """The same page on a desktop for a while, once it has been laid out and drawn anew."""
    page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
    page.evaluate(TWO_FRAMES)
    yield
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})


def misfits(going: Walk, sample: Collection[str] | None) -> list[str]:
    """What does not fit, on a phone and on a desktop."""
    wrong = []
    for place, page in going.through(sample):
        language = page.locator("html").get_attribute("lang")
        if language != going.language:
            wrong.append(f"{place.name} speaks {language}")
        wrong += [f"{place.name}, phone: {one}" for one in faults(page)]
        with resized(page):
            wrong += [f"{place.name}, desktop: {one}" for one in faults(page)]
    return wrong


def test_each_page_fits_a_phone_and_a_desktop(
    chromium: Browser, site: Site, sessions: Sessions
) -> None:
    drawn = dice("pages that fit")
    language, some = drawn.choice(LANGUAGES), drawn.sample([one.name for one in PLACES], DRAWN)
    with walk(chromium, site, sessions, locale=language, viewport=PHONE) as going:
        assert misfits(going, some) == []


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_last_page_fits_a_phone_and_a_desktop(
    language: str, chromium: Browser, site: Site, sessions: Sessions
) -> None:
    with walk(chromium, site, sessions, locale=language, viewport=PHONE) as going:
        assert misfits(going, None) == []


def test_names_of_twenty_wide_letters_stay_within_a_phone(
    chromium: Browser, site: Site, sessions: Sessions
) -> None:
    """Those with nothing to break at, on every kind of page that lists people."""
    with psycopg.connect(site.dsn(WEB)) as connection:
        names = [name for (name,) in connection.execute(NAMES) if name != OPERATOR]
    named = re.compile(rf"(?<![\w/-])({'|'.join(map(re.escape, names))})(?![\w-])")

    def lengthened(route: Route) -> None:
        if route.request.resource_type not in ("document", "fetch"):
            route.continue_()
            return
        with suppress(Error):  # asked for by a page that has been left since
            answer = route.fetch()
            route.fulfill(response=answer, body=named.sub(WIDE, answer.text()))

    wrong, met = [], 0
    with walk(chromium, site, sessions, locale="de", viewport=PHONE) as going:
        for who in (VISITOR, PLAYER, OPERATOR):
            going.page_of(who).route("**/*", lengthened)
        for place, page in going.through(OF_PEOPLE):
            page.wait_for_load_state("networkidle")
            met += WIDE in page.locator("main").inner_text()
            wrong += [f"{place.name}: {one}" for one in faults(page)]
    assert wrong == []
    assert met > len(OF_PEOPLE) / 2


def test_axe_finds_nothing_on_a_phone(chromium: Browser, site: Site, sessions: Sessions) -> None:
    wrong = []
    some = dice("pages for axe").sample(SAMPLE, DRAWN_FOR_AXE)
    with walk(chromium, site, sessions, locale="de", viewport=PHONE) as going:
        for place, page in going.through(some):
            wrong += [f"{place.name}: {one}" for one in violations(page)]
    assert wrong == []


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_anywhere(
    size: dict[str, int],
    light: str,
    language: str,
    chromium: Browser,
    site: Site,
    sessions: Sessions,
) -> None:
    wrong = []
    wishes = {"locale": language, "viewport": size, "color_scheme": light}
    with walk(chromium, site, sessions, **wishes) as going:
        for place, page in going.through():
            wrong += [f"{place.name}: {one}" for one in violations(page)]
    assert wrong == []
