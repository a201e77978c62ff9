"""The browser of all tests, measurements and pictures: the one that `scripts/browser` finds."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from games.cardart.__main__ import TARGET
from tests.architecture.sources import ROOT

MISSING = "no Chromium on this machine: `make browser` says how to get one"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


STATIC = TARGET.parent
KINDS = {".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def program() -> str | None:
    """The path of the browser, or None where there is none."""
    asked = [str(ROOT / "scripts" / "browser"), "find"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or None


@contextmanager
def a_browser() -> Iterator[Browser]:
    """A headless Chromium; a test without one is skipped, which in CI is an error."""
    path = program()
    if path is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        # By the house's clock: by another, a first page would be asked for twice.
        at_home: dict[str, str | float | bool] = {**os.environ, "TZ": "Europe/Berlin"}
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET), env=at_home)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def an_empty_page(browser: Browser | None = None) -> Iterator[Page]:
    """At localhost, where browsers offer their cryptography, with the scripts of the pages.

    In a browser of its own, unless one is given.
    """
    with a_browser() if browser is None else nullcontext(browser) as serving:
        page = serving.new_page()
        page.route("**/*", _serve)
        page.goto("http://localhost/")
        yield page
        page.close()


def _serve(route: Route) -> None:
    asked = route.request.url.partition("localhost/")[2]
    path = STATIC / asked
    if asked.startswith("static/"):
        path = ROOT / asked.split("/")[1] / asked
    if path.suffix in KINDS and path.is_file():
        route.fulfill(body=path.read_bytes(), content_type=KINDS[path.suffix])
    else:
        route.fulfill(body="<!doctype html><html lang='en'><body>", content_type="text/html")
