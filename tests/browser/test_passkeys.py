"""A passkey in a real browser: added, then the only thing that is needed; and lost."""

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser
PASSWORD = "a-long-rummy-evening"


def go(page: Page, path: str) -> None:
    page.goto(re.sub(r"(:\d+)/.*", rf"\1/{path}", page.url))


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
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
    return tools, tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})[
        "authenticatorId"
    ]


def sign_up(page: Page, name: str) -> None:
    go(page, "accounts/signup/")
    page.locator('[name="username"]').fill(name)
    for field in ("password1", "password2"):
        page.locator(f'[name="{field}"]').fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page.locator("details.menu")).to_be_visible()


def add_a_passkey(page: Page) -> None:
    """As somebody does who changes nothing but the name."""
    go(page, "accounts/2fa/")
    page.get_by_role("link", name="Add a passkey").click()
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator("main form button").first.click()
    page.locator('[name="name"]').fill("my phone")
    page.locator("#mfa_webauthn_add").click()
    expect(page).not_to_have_url(re.compile("webauthn/add"))


def test_a_passkey_is_added_and_signs_in_without_a_password(visitor: Visitor) -> None:
    page = visitor()
    with_authenticator(page)
    sign_up(page, "Paula")
    add_a_passkey(page)
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


@pytest.mark.soak
def test_whoever_has_lost_it_is_told_so_and_comes_in_by_a_recovery_code(visitor: Visitor) -> None:
    page = visitor()
    tools, phone = with_authenticator(page)
    sign_up(page, "Philippa")
    add_a_passkey(page)
    code = page.locator("main li code").first.inner_text()
    tools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": phone})
    with_authenticator(page)  # a new phone, with nothing on it
    page.context.clear_cookies()
    go(page, "accounts/login/")
    page.locator("#passkey_login").click()
    expect(page.get_by_role("alert")).to_contain_text("No passkey was used")
    page.locator('[name="login"]').fill("Philippa")
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator('[name="password"]').press("Enter")
    expect(page.locator("main")).to_contain_text("one of your recovery codes")
    page.locator('[name="code"]').fill(code)
    page.locator('[name="code"]').press("Enter")
    expect(page.locator("details.menu")).to_be_visible()
