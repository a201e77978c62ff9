"""Notices on a device, as far as a browser without a push service goes.

Headless Chromium refuses every permission and reaches no push service. So its permission is stood
in for, and what a push service would deliver is handed to the worker over the DevTools; that a
subscription is encrypted for and told is in tests/social/test_push.py.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE_MS, PHONE
from tests.running.demo import Site

pytestmark = pytest.mark.browser
PERMISSION = """
  let said = "default";
  window.asked = 0;
  Object.defineProperty(Notification, "permission", { get: () => said });
  Notification.requestPermission = async () => { window.asked += 1; return (said = "granted"); };
"""
# What the worker shows first.
KEEP_WHAT_IS_SHOWN = """() => {
  self.shown = new Promise((resolve) => {
    self.registration.showNotification = async (title, options) => resolve({ title, ...options });
  });
}"""
# A notice is tapped: where that leads. Only a person's own tap may open or show a window.
TAP = """async (path) => {
  const went = [];
  clients.openWindow = async (to) => went.push(`opens ${to}`);
  WindowClient.prototype.focus = async function () { went.push(`shows ${this.url}`); };
  const tapped = new Event("notificationclick");
  let work = null;
  dispatchEvent(Object.assign(tapped, {
    notification: { data: path, close: () => went.push("closed") },
    waitUntil: (promise) => { work = promise; },
  }));
  await work;
  return went;
}"""


@pytest.fixture
def phone(chromium: Browser, site: Site) -> BrowserContext:
    context = chromium.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale="en",
        base_url=f"http://localhost:{site.port}",
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


def settings_of_a_guest(phone: BrowserContext) -> Page:
    page = phone.new_page()
    page.goto("/")
    page.evaluate(
        """async () => {
          const token = document.querySelector('meta[name="csrf-token"]').content;
          await fetch("/play-as-guest/", { method: "POST", headers: { "X-CSRFToken": token } });
        }"""
    )
    page.goto("/settings/")
    return page


def test_the_browser_is_asked_only_when_the_switch_is_turned_on(phone: BrowserContext) -> None:
    phone.add_init_script(PERMISSION)
    page = settings_of_a_guest(phone)
    switch = page.get_by_role("switch", name="Notify me on this device")
    expect(switch).to_be_enabled()
    expect(page.get_by_text("Off: this device gets no notices.")).to_be_visible()
    assert page.evaluate("asked") == 0
    switch.click()
    expect(page.get_by_text("Your browser could not reach its push service.")).to_be_visible()
    assert page.evaluate("asked") == 1
    expect(switch).not_to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.close()


def test_what_is_pushed_is_shown_and_leads_to_its_page(phone: BrowserContext) -> None:
    page = settings_of_a_guest(phone)
    expect(page.get_by_text(re.compile("Your browser was told to show no notices"))).to_be_visible()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    worker = phone.service_workers[0]
    worker.evaluate(KEEP_WHAT_IS_SHOWN)
    devtools = phone.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    origin = page.evaluate("location.origin")
    for path in ("/settings/", "/tables/1/"):
        said = {"title": "It is your turn", "text": "At the table", "path": path, "tag": path}
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": origin,
                "registrationId": known[0]["registrationId"],
                "data": json.dumps(said),
            },
        )
    shown = worker.evaluate("self.shown")
    assert (shown["tag"], shown["data"], shown["body"]) == (
        "/tables/1/",
        "/tables/1/",
        "At the table",
    )
    assert worker.evaluate(TAP, shown["data"]) == ["closed", "opens /tables/1/"]
    assert worker.evaluate(TAP, "/settings/") == ["closed", f"shows {origin}/settings/"]
    phone.close()
