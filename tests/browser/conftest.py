"""A real headless Chromium at a running platform."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import a_browser, an_empty_page
from tests.running.demo import Site

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
BEAMER = {"width": 1920, "height": 1080}
# What is waited for comes in milliseconds; a loaded machine may take its time.
PATIENCE_MS = 30_000


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """For this folder, where no test uses a database: Playwright's event loop forbids Django that,
    and must have ended before others use one here."""
    expect.set_options(timeout=PATIENCE_MS)
    with a_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A page without content that may import the scripts of the pages; of no platform."""
    with an_empty_page(chromium) as page:
        yield page


Visitor = Callable[..., Page]


class Devices:
    """Browsers' windows, by their settings: who comes later has the files of the site already.

    Without it, half of all work would be to fetch them again for every person.
    """

    def __init__(self, chromium: Browser) -> None:
        self.chromium = chromium
        self.free: dict[str, list[BrowserContext]] = {}
        self.taken: list[tuple[str, BrowserContext]] = []

    def take(self, **settings: Any) -> BrowserContext:
        kind = repr(sorted(settings.items()))
        left = self.free.setdefault(kind, [])
        context = left.pop() if left else self.chromium.new_context(**settings)
        self.taken.append((kind, context))
        return context

    def give_back(self) -> None:
        """Nothing of who had them is left, but for the files that anybody may keep."""
        for kind, context in self.taken:
            for page in context.pages:
                if page.url.startswith("http"):
                    page.evaluate("localStorage.clear(), sessionStorage.clear()")
                page.close()
            context.clear_cookies()
            self.free[kind].append(context)
        self.taken.clear()


@pytest.fixture(scope="package")
def devices(chromium: Browser) -> Devices:
    return Devices(chromium)


@pytest.fixture
def visitor(devices: Devices, site: Site) -> Iterator[Visitor]:
    """Opens the platform for a new person: `visitor(lang="de", phone=True)`.

    Cards fly for whoever does not ask for stillness, and every tap waits until they lie.
    Whatever the page logs as an error, or asks of another host, fails the test. The site's worker
    is left out; `test_app` lets it in.
    """
    complaints: list[str] = []
    ours = f"http://localhost:{site.port}/"

    def come(*, lang: str = "en", phone: bool = False, at: str = "", still: bool = False) -> Page:
        context = devices.take(
            locale=lang,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            reduced_motion="reduce" if still else "no-preference",
            service_workers="block",
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda said: (
                complaints.append(f"{page.url}: {said.text} {said.location}")
                if said.type == "error"
                else None
            ),
        )
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((ours, "data:", "blob:"))
                else complaints.append(f"asked {request.url}")
            ),
        )
        page.goto(ours + at)
        return page

    yield come
    devices.give_back()
    assert complaints == []
