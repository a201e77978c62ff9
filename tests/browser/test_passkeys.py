"""A passkey in a real browser: added to a new account, then the only thing that is needed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser
PASSWORD = "a-long-rummy-evening"


def go(page: Page, path: str) -> None:
    page.goto(re.sub(r"(:\d+)/.*", rf"\1/{path}", page.url))


def with_authenticator(page: Page) -> None:
    """A phone or a key that confirms whatever it is asked, as the browser's own tools offer it."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_added_and_signs_in_without_a_password(visitor: Visitor) -> None:
    page = visitor()
    go(page, "accounts/signup/")
    with_authenticator(page)
    page.locator('[name="username"]').fill("Paula")
    for field in ("password1", "password2"):
        page.locator(f'[name="{field}"]').fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page.locator("details.menu")).to_be_visible()
    go(page, "accounts/2fa/webauthn/add/")
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator("main form button").first.click()
    page.locator('[name="name"]').fill("my phone")
    page.locator('[name="passwordless"]').check()
    page.locator("#mfa_webauthn_add").click()
    expect(page).not_to_have_url(re.compile("webauthn/add"))
    go(page, "accounts/2fa/webauthn/")
    expect(page.locator("main li")).to_contain_text("my phone Passkey")
    page.context.clear_cookies()
    go(page, "accounts/login/")
    page.locator("#passkey_login").click()
    expect(page.locator("details.menu")).to_be_visible()
    go(page, "settings/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    go(page, "accounts/2fa/webauthn/")
    page.get_by_role("link", name="Remove my phone").click()
    page.locator('main button[type="submit"]').click()
    expect(page.locator("main")).to_contain_text("You have no passkey and no security key.")
