"""Forms of many choices, on a phone: what belongs together is found and switched together."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import as_guest
from tests.browser.conftest import Visitor
from tests.browser.looking import violations
from tests.browser.numbers import MAKE_DRAFT
from tests.browser.places import OPERATOR, PASSWORD
from tests.running.demo import Site
from tests.running.shells import in_the_shell

pytestmark = pytest.mark.browser


def test_a_group_of_notices_is_switched_with_one_tap(visitor: Visitor) -> None:
    """And says at once how many are on; what is saved is what was shown."""
    page = visitor(phone=True)
    as_guest(page)
    page.goto(f"{page.url}notices/")
    group = page.locator('[data-group="tournaments"]')
    group.locator("summary").click()
    kinds = group.locator('input[name="by_mail"]').count()
    whole = group.locator('[data-all="by_mail"]')
    expect(whole).to_have_js_property("indeterminate", True)
    whole.check()
    expect(group.locator("[data-on]")).to_have_text(str(kinds))
    assert violations(page) == []
    for way in group.locator("[data-all]").all():
        way.check()
        way.uncheck()
    expect(group.locator("[data-on]")).to_have_text("0")
    page.get_by_role("button", name="Save").click()
    expect(group.locator("summary")).to_contain_text(f"0 of {kinds} on")
    others = page.locator('[data-group="tables"] input[name="by_mail"]:checked')
    expect(others).not_to_have_count(0)


def test_a_plan_offers_only_the_special_rules_of_its_game(visitor: Visitor, site: Site) -> None:
    """Rommé 500 knows none of gin's, and has nothing to open where it has no variation either."""
    draft = in_the_shell(site, MAKE_DRAFT).split()[-1]
    page = visitor(phone=True, at="accounts/login/")
    log_in(page)
    page.goto(f"{page.url.split('/accounts/')[0].rstrip('/')}/tournaments/plan/{draft}/")
    game, rules = page.locator('[name="preset"]'), page.locator("[data-house-rules]")
    game.select_option("gin_palast")
    page.locator('[data-action="more"]').click()
    page.get_by_text("Special rules and variations").click()
    expect(rules).to_contain_text("Oklahoma")
    expect(rules).to_be_visible()
    game.select_option("romme_500")
    expect(rules).to_be_hidden()
    game.select_option("german_romme")
    expect(rules).to_be_hidden()
    expect(page.locator('[data-presets="german_romme"]').first).to_be_visible()
    game.select_option("gin_team")
    expect(rules.locator(".choice:visible")).not_to_have_count(0)


def log_in(page: Page) -> None:
    page.locator('[name="login"]').fill(OPERATOR)
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator('[name="password"]').press("Enter")
    page.wait_for_url(lambda url: "/login/" not in url)
