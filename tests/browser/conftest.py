"""A real headless Chromium at a running platform."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.running.demo import Site

# The shell is the same engine without the windows nobody sees: half the work.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
BEAMER = {"width": 1920, "height": 1080}
# What is waited for comes in milliseconds; a loaded machine may take its time.
PATIENCE_MS = 15_000


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """For one module: Playwright's event loop must end before others use the database here."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("no Chromium on this machine: install the package chromium")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield browser
        browser.close()


Visitor = Callable[..., Page]


@pytest.fixture
def visitor(chromium: Browser, site: Site) -> Iterator[Visitor]:
    """Opens the platform for a new person: `visitor(lang="de", phone=True)`.

    Cards fly for whoever does not ask for stillness, and every tap waits until they lie.
    Whatever the page logs as an error, or asks of another host, fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    ours = f"http://localhost:{site.port}/"

    def come(*, lang: str = "en", phone: bool = False, at: str = "", still: bool = False) -> Page:
        settings: dict[str, Any] = {"locale": lang, "viewport": PHONE if phone else DESKTOP}
        if still:
            settings["reduced_motion"] = "reduce"
        context = chromium.new_context(has_touch=phone, **settings)
        contexts.append(context)
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
    for context in contexts:
        context.close()
    assert complaints == []
