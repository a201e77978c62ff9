"""A whole tournament is verified with one button."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

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
    require_proved(page, "In diesem Browser prüfen")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.soak
def test_one_of_sixty_four_is_verified_by_the_button_and_by_the_program(
    site: Site, visitor: Visitor, tmp_path: Path
) -> None:
    evening = Evening.publish(site, players=64, stack=6, seats=4, preset="romme_500", bot="casual")
    until(evening.is_over, seconds=500, what="the end of the tournament")
    page = visitor(at=f"tournaments/{evening.tournament}/")
    require_proved(page, "Check in this browser")
    evening.require_a_sound_end()
    evening.require_verified(tmp_path)


def require_proved(page: Page, button: str) -> None:
    """Press the button on the tournament's page of proofs, and wait for what it says."""
    page.goto(f"{page.url}proof/")
    page.get_by_role("button", name=button).click()
    checks = page.locator("#checks[data-proved]")
    expect(checks).to_have_attribute("data-proved", "true", timeout=120_000)
