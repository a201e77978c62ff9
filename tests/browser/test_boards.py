"""Duplicate boards on a phone, in German: what others made of the same cards, and its proof."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.looking import faults, violations
from tests.running.demo import Site
from tests.running.shells import in_the_shell
from tests.running.waiting import until

pytestmark = pytest.mark.browser

SOON_MS = 60_000
PUBLISH = """
import datetime as dt
from dataclasses import replace
from django.utils import timezone
from accounts.joining.players import create_bot
from games.tables.terms import TableOffer, agree_terms
from tournaments.director import EntryRules, Plan
from tournaments.entries.entering import enter_tournament
from tournaments.planner.publishing import publish_tournament
offer = TableOffer(preset="gin_palast", format="ring", rounds=2, seats=2)
tournament = publish_tournament(
    name="Boards on a phone",
    plan=Plan(format="swiss", seats=2, stages=1, boards="matchpoints",
              entries=EntryRules(least=4, most=4, starts_when_full=True)),
    starts_at=timezone.now() + dt.timedelta(days=1),
    terms=replace(agree_terms(offer), robot_ms=0, pause_ms=0),
)
for number, bot in enumerate(("solid", "casual") * 2):
    player = create_bot(name=f"Board bot {number}", bot_key=bot)
    enter_tournament(tournament_id=tournament.pk, player=player)
print("published", tournament.pk)
"""


@pytest.fixture(scope="module")
def tournament(site: Site) -> int:
    """Played to its end by bots."""
    number = int(in_the_shell(site, PUBLISH).split()[-1])

    def is_over() -> bool:
        told = json.loads(site.get(f"/api/v1/tournaments/{number}/")[1])
        return bool(told["tournament"]["phase"] == "finished")

    until(is_over, seconds=SOON_MS / 1000, what="its end")
    return number


@pytest.mark.soak
def test_from_the_tournament_to_two_plays_of_the_same_cards(
    visitor: Visitor, tournament: int
) -> None:
    page = visitor(lang="de", phone=True, at=f"tournaments/{tournament}/")
    expect(page.locator("[data-phase=finished]")).to_be_visible()
    page.get_by_role("link", name=re.compile("aus denselben Karten")).click()
    expect(page.locator("[data-board]")).to_have_count(2)
    assert violations(page) == faults(page) == []
    page.get_by_role("link", name="Board 2").click()
    expect(page.locator("[data-hand]")).to_have_count(2)
    points = page.locator("[data-hand='0'] tbody tr td:last-child").all_inner_texts()
    assert sorted(map(int, points)) in ([0, 100], [50, 50])
    compared = page.locator("#course table")
    expect(compared.locator("thead th")).to_have_count(2)
    assert re.search("Gleich in|genau gleich", compared.inner_text())
    assert violations(page) == faults(page) == []
    chosen = page.locator("#compare-other")
    chosen.select_option(page.locator("#compare-one").input_value())
    expect(compared).to_contain_text("Beide haben genau gleich gespielt.")


@pytest.mark.soak
def test_the_browser_proves_boards(visitor: Visitor, tournament: int) -> None:
    page: Page = visitor(lang="de", at=f"tournaments/{tournament}/proof/")
    page.locator("#verify").click(timeout=SOON_MS)
    expect(page.locator("#checks")).to_have_attribute("data-proved", "true", timeout=SOON_MS)
