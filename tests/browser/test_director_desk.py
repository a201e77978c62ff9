"""A director pauses tables, moves a player by hand, and lets play go on: all in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.running.demo import Site
from tests.running.shells import in_the_shell

pytestmark = pytest.mark.browser

SOON_MS = 60_000
# Five quick bots at two tables: three players and two, long levels so that nobody is out soon.
PUBLISH = """
from dataclasses import replace
from django.utils import timezone
from accounts.joining.players import create_bot
from games.tables.terms import TableOffer, agree_terms
from tournaments.director import Plan, Schedule
from tournaments.entries.entering import enter_tournament
from tournaments.planner.publishing import open_tournament

plan = Plan(seats=3, stack_chips=10**6, schedule=Schedule(1, (2, 1), rounds=20))
terms = agree_terms(TableOffer(preset="romme_500", format="ring", rounds=1))
start = timezone.now() + timezone.timedelta(days=1)
terms = replace(terms, robot_ms=0)
tournament = open_tournament(name="Desk evening", plan=plan, starts_at=start, terms=terms)
for number in range(5):
    bot = create_bot(name=f"Desk robot {number}", bot_key="casual")
    enter_tournament(tournament_id=tournament.pk, player=bot)
tournament.refresh_from_db()
tournament.clock["starts_at_ms"] = tournament.clock["now_ms"]
tournament.wake_at = timezone.now()
tournament.save(update_fields=["clock", "wake_at"])
print("published", tournament.pk)
"""


def published(site: Site) -> int:
    return int(in_the_shell(site, PUBLISH).split()[-1])


def sign_in(page: Page) -> None:
    page.goto(re.sub(r"(://[^/]+/).*", r"\1accounts/login/", page.url))
    page.locator('input[name="login"]').fill("operator")
    page.locator('input[name="password"]').fill("rummy-evening")
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "login" not in url)


def confirm(page: Page, reason: str) -> None:
    page.locator('input[name="remark"]').fill(reason)
    page.locator('[data-action="confirm"]').click()
    page.wait_for_url(re.compile(r"/desk/$"))


def test_pause_move_resume(visitor: Visitor, site: Site) -> None:
    tournament = published(site)
    page = visitor()
    sign_in(page)
    page.goto(re.sub(r"(://[^/]+/).*", rf"\1tournaments/{tournament}/desk/", page.url))
    tables = page.locator(".desk-table")
    expect(tables).to_have_count(2, timeout=SOON_MS)
    for number in (1, 2):
        page.locator(f'[data-action="pause-{number}"]').click()
        confirm(page, "a short announcement")
    # The page finds out by itself when the rounds are over.
    expect(page.locator(".desk-table.is-paused")).to_have_count(2, timeout=2 * SOON_MS)

    large = tables.filter(has=page.locator(".desk-seats li:nth-child(3)"))
    target = next(number for number in ("1", "2") if number != large.get_attribute("data-table"))
    mover = large.locator(".desk-seats .name").first.inner_text()
    large.locator(".seat-menu summary").first.click()
    large.get_by_role("link", name="Move", exact=True).first.click()
    page.locator('select[name="table"]').select_option(target)
    confirm(page, "asked for it")
    expect(page.locator(f'.desk-table[data-table="{target}"]')).to_contain_text(mover)

    for number in (1, 2):
        page.locator(f'[data-action="resume-{number}"]').click()
        confirm(page, "on we go")
    expect(page.locator(".desk-table.is-playing")).to_have_count(2, timeout=SOON_MS)
    expect(page.locator(".acts").first).to_contain_text("asked for it")

    page.locator('[data-action="pause"]').click()  # also because others use the platform
    confirm(page, "enough for today")
    expect(page.locator('[data-action="resume"]')).to_be_visible()
