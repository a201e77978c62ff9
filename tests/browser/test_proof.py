"""A whole tournament is verified with one button."""

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.running.demo import Site
from tests.running.waiting import until
from tests.tournaments.evening import Evening


def test_a_stranger_verifies_a_tournament_with_one_button(site: Site, visitor: Visitor) -> None:
    evening = Evening.publish(site, players=3, stack=6, seats=3, preset="romme_500", bot="casual")
    # Promised before the start, proved after the end.
    page = visitor(lang="de", phone=True, at=f"tournaments/{evening.tournament}/")
    page.get_by_text("Faire Lose").click()
    until(evening.is_over, seconds=300, what="the end of the tournament")
    page.goto(f"{page.url}proof/")
    page.get_by_role("button", name="In diesem Browser prüfen").click()
    expect(page.locator("#checks[data-proved]")).to_have_attribute("data-proved", "true")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
