"""The office in browsers: a correction from the request to the statement; pages without faults."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.looking import violations

pytestmark = pytest.mark.browser

PASSWORD = "rummy-evening"
# Where a correction leaves its marks; `test_every_page` looks at the others.
PAGES = ("", "players/", "accounts/", "team/", "log/")


def sign_in(page: Page, name: str) -> None:
    page.goto(re.sub(r"(:\d+)/.*", r"\1/accounts/login/", page.url))
    page.locator('[name="login"]').fill(name)
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page.locator("details.menu")).to_be_visible()


def office(page: Page, path: str = "") -> None:
    page.goto(re.sub(r"(:\d+)/.*", rf"\1/office/{path}", page.url))


def give_role(page: Page, name: str, role: str) -> None:
    office(page, f"team/?name={name}")
    card = page.locator("form.panel", has_text=name)
    card.locator(f'input[value="{role}"]').check()
    card.locator('[name="reason"]').fill("helps on Fridays")
    card.get_by_role("button").click()
    expect(page.locator(".notes")).to_contain_text(name)


def wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_a_correction_from_the_request_to_the_statement(visitor: Visitor) -> None:
    operator, dora = visitor(), visitor(phone=True)
    sign_in(operator, "operator")
    give_role(operator, "Dora", "cashier")
    office(operator, "players/?name=Carl")
    operator.get_by_role("link", name="Carl", exact=True).click()
    operator.get_by_role("link", name=re.compile("wallet")).click()
    operator.get_by_role("link", name="Correct", exact=True).click()
    operator.locator('[name="amount_chips"]').fill("75")
    operator.locator('[name="counter"]').select_option("mint")
    operator.locator('[name="reason"]').fill("lost to a power cut")
    operator.get_by_role("button", name="Ask for it").click()
    expect(operator.locator(".notes")).to_contain_text("Somebody else has to approve it")
    expect(operator.get_by_role("button", name="Approve and post")).to_have_count(0)

    sign_in(dora, "Dora")
    dora.goto(operator.url)
    dora.get_by_role("button", name="Approve and post").click()
    expect(dora.locator(".notes")).to_contain_text("Approved and posted")
    carl = visitor()
    sign_in(carl, "Carl")
    carl.goto(re.sub(r"(:\d+)/.*", r"\1/wallet/", carl.url))
    expect(carl.locator(".statement")).to_contain_text("Correction: lost to a power cut")

    office(operator, "log/?act=correction_posted")
    expect(operator.locator("tbody")).to_contain_text("Dora")
    for path in PAGES:
        office(operator, path)
        assert violations(operator) == [], path
    for path in ("", "players/", "corrections/", "accounts/"):
        office(dora, path)
        assert not wide(dora), path
