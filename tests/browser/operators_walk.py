"""A new operator's first evening, from an empty installation, as `docs/operator.md` tells it.

`python -m tests.browser.operators_walk` makes the walk and takes its pictures anew; look at them
before committing. `test_operators_walk` makes the same walk, so that the page stays true.

A tournament from a template, forecast and published; six bots and Anna, on her phone, fill two
tables of four, so that one seat stays free; paused, she is moved there and reads why; they play on,
prizes are paid, and her chips are explained.
"""

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.chromium import a_browser
from tests.browser.conftest import DESKTOP, PATIENCE_MS, PHONE
from tests.browser.places import PASSWORD
from tests.browser.screenshots import take
from tests.running.demo import a_demo

TEMPLATE, NAME = "sit_and_go", "Friday Rommé"
BOTS = 6
# Bots ask for no more than 100 chips. The ratio rises steeply, so that the evening is short.
WISHES = {
    "name": NAME,
    "buy_in_chips": "50",
    "fee_chips": "5",
    "least": str(BOTS + 1),
    "most": str(BOTS + 1),
    "players_expected": str(BOTS + 1),
    "level_length": "1",
    "growth_percent": "500",
}
REASON = "sits with her friends"
# For a loaded machine: sixty tournaments are played in advance, then one at the bots' own pace.
FORECAST_MS = 240_000
ROUND_MS = 300_000
EVENING_MS = 1_500_000
PICTURES = (
    *("forecast", "bots", "desk", "paused", "move", "moved", "log", "told", "home"),
    *("finished", "paid", "player", "explained", "books"),
)

Take = Callable[[Page, str], None]


@dataclass(slots=True)
class Walk:
    """Who walks: the operator at a desk, Anna on her phone; `take` keeps a picture by its name."""

    home: str
    operator: Page
    anna: Page
    take: Take
    tournament: int = 0

    def make(self) -> None:
        self.plan()
        self.publish()
        self.fill()
        self.pause()
        self.move()
        self.read_why()
        self.resume()
        self.pay()
        self.explain()
        self.audit()

    def office(self, menu: str) -> None:
        """By the office's own menu, as somebody would who does not know addresses."""
        self.operator.goto(f"{self.home}office/")
        self.operator.locator("nav.office-menu").get_by_role("link", name=menu, exact=True).click()

    def plan(self) -> None:
        page = self.operator
        self.office("Plan tournaments")
        page.locator(f'button[name="ready"][value="{TEMPLATE}"]').click()
        page.locator('[data-action="more"]').click()
        page.locator('#plan [name="schedule"]').select_option("own")
        for name, value in WISHES.items():
            page.locator(f'#plan [name="{name}"]').fill(value)
        starts_at = page.evaluate(
            "new Date(Date.now() + 36e5 - new Date().getTimezoneOffset() * 6e4)"
            ".toISOString().slice(0, 16)"
        )
        page.locator('#plan [name="starts_at"]').fill(starts_at)
        page.locator('[data-action="save"]').click()
        expect(page.locator("#forecast .charts")).to_be_visible(timeout=FORECAST_MS)
        page.evaluate("scrollTo(0, 0)")
        self.take(page, "forecast")

    def publish(self) -> None:
        self.operator.locator('[data-action="publish"]').click()
        self.operator.wait_for_url(re.compile(r"/tournaments/\d+/desk/$"))
        found = re.search(r"/tournaments/(\d+)/", self.operator.url)
        assert found is not None
        self.tournament = int(found[1])

    def fill(self) -> None:
        """Six bots, then Anna: with her it is full, and starts."""
        page, anna = self.operator, self.anna
        page.locator('[name="bots"]').fill(str(BOTS))
        page.get_by_role("button", name="Let them enter").click()
        expect(page.locator(".entrants tbody tr")).to_have_count(BOTS)
        self.take(page, "bots")
        anna.goto(f"{self.home}tournaments/{self.tournament}/")
        anna.locator('[data-action="enter"]').first.click()
        anna.locator('[data-action="confirm"]').click()
        anna.locator('[data-action="to-table"]').click(timeout=ROUND_MS)
        self.leave_the_seat()

    def leave_the_seat(self) -> None:
        """Anna lets the table play for her, from here to the end."""
        page = self.anna
        page.wait_for_url(re.compile(r"/tables/\d+/"))
        expect(page.locator("#table")).to_have_attribute("data-phase", re.compile("\\w"))
        away, back = (page.locator(f'[data-action="{what}"]') for what in ("sit-out", "return"))
        for _try in range(20):
            if not page.locator("#options-dialog[open]").count():
                page.locator('[data-open="options-dialog"]').click()
            with suppress(TooLate):  # each event draws the options anew
                away.click(timeout=1_000)
            if back.is_visible():
                return
        raise AssertionError("Anna could not leave her seat")

    def desk(self) -> Page:
        self.operator.goto(f"{self.home}tournaments/{self.tournament}/desk/")
        return self.operator

    def pause(self) -> None:
        page = self.desk()
        expect(page.locator(".desk-table.is-playing")).to_have_count(2, timeout=ROUND_MS)
        show(page, "#tables-title")
        self.take(page, "desk")
        page.locator('[data-action="pause"]').click()
        self.confirm("a short break for everybody")
        # The page finds out by itself that the rounds in play are over.
        expect(page.locator(".desk-table.is-playing")).to_have_count(0, timeout=ROUND_MS)
        expect(page.locator("#live .note")).to_contain_text("paused")
        self.take(page, "paused")

    def confirm(self, reason: str) -> None:
        self.operator.locator('[name="remark"]').fill(reason)
        self.operator.locator('[data-action="confirm"]').click()
        self.operator.wait_for_url(re.compile(r"/desk/$"))

    def move(self) -> None:
        """To the free seat; had Anna drawn the smaller table, somebody joins her first."""
        page = self.desk()
        large = page.locator(".desk-table", has=page.locator(".desk-seats li:nth-child(4)"))
        expect(large).to_have_count(1)
        if large.filter(has=seat_of(page, "Anna")).count() == 0:
            self.order_move(large.locator(".desk-seats .name").first.inner_text(), "makes room")
        self.order_move("Anna", REASON, picture="move")
        here = page.locator(".desk-table", has=seat_of(page, "Anna"))
        expect(here.locator(".desk-seats li")).to_have_count(4)
        orders = page.locator("section", has=page.locator("#acts-title"))
        expect(orders).to_contain_text(REASON)
        show(page, "#tables-title")
        self.take(page, "moved")
        self.office("Log")
        line = page.locator("tbody tr", has_text="gave an order at a tournament").first
        expect(line).to_contain_text(REASON)
        self.take(page, "log")

    def order_move(self, name: str, reason: str, picture: str = "") -> None:
        page = self.desk()
        other = page.locator(".desk-table", has_not=seat_of(page, name))
        target = other.get_attribute("data-table") or ""
        seat = page.locator(".desk-seats li", has=seat_of(page, name))
        seat.locator("summary").click()
        seat.get_by_role("link", name="Move", exact=True).click()
        page.locator('select[name="table"]').select_option(target)
        page.locator('[name="remark"]').fill(reason)
        if picture:
            self.take(page, picture)
        self.confirm(reason)

    def read_why(self) -> None:
        """In the inbox, and on the tournament's page."""
        page = self.anna
        page.goto(f"{self.home}notices/")
        expect(page.locator(".notice").first).to_contain_text(REASON)
        page.goto(f"{self.home}tournaments/{self.tournament}/")
        expect(page.locator("main")).to_contain_text(REASON)
        self.take(page, "told")

    def resume(self) -> None:
        page = self.desk()
        page.locator('[data-action="resume"]').click()
        self.confirm("on we go")
        expect(page.locator(".desk-table.is-playing").first).to_be_visible(timeout=ROUND_MS)
        self.office("Home")
        self.take(page, "home")

    def pay(self) -> None:
        page = self.desk()
        expect(page.locator("#clock-title")).to_have_text("Finished", timeout=EVENING_MS)
        page.goto(f"{self.home}tournaments/{self.tournament}/")
        self.take(page, "finished")
        self.office("Tournaments")
        page.get_by_role("link", name=NAME, exact=True).first.click()
        pool = page.locator(".facts dt", has_text="prize pool").locator("+ dd")
        expect(pool).to_have_text("0")
        self.take(page, "paid")

    def explain(self) -> None:
        page = self.operator
        self.office("Players")
        page.locator('[name="name"]').fill("Anna")
        page.get_by_role("button", name="Show").click()
        page.get_by_role("link", name="Anna", exact=True).click()
        expect(page.locator(".why").first).to_contain_text(NAME)
        self.take(page, "player")
        # The sentence leads to the tournament's own page, the list below to the office's.
        page.locator('main a[href*="/office/entries/"]', has_text=NAME).first.click()
        expect(page.locator(".why dd", has_text="You").first).to_be_visible()
        self.take(page, "explained")

    def audit(self) -> None:
        page = self.operator
        self.office("Books")
        page.get_by_role("button", name="Audit now").click()
        told = page.get_by_text("everything recomputed from the first event on, no fault.")
        for _look in range(60):
            if told.count():
                break
            page.wait_for_timeout(1_000)
            page.reload()
        expect(told).to_be_visible()
        expect(page.locator("main")).to_contain_text("The books balance")
        self.take(page, "books")


def show(page: Page, what: str) -> None:
    """Let this stand at the head of the window."""
    page.locator(what).evaluate(
        "node => scrollTo(0, scrollY + node.getBoundingClientRect().top - 80)"
    )


def seat_of(page: Page, name: str) -> Locator:
    return page.locator(".name", has_text=re.compile(rf"^\s*{re.escape(name)}\b(?! \d)"))


@contextmanager
def visit(browser: Browser, home: str, take: Take) -> Iterator[Walk]:
    """The operator's window and Anna's phone, signed in, both in English."""
    at_a_desk: dict[str, Any] = {"viewport": DESKTOP}
    on_a_phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "device_scale_factor": 2}
    desk = browser.new_context(locale="en", **at_a_desk)
    phone = browser.new_context(locale="en", **on_a_phone)
    walk = Walk(home, desk.new_page(), phone.new_page(), take)
    for page, name in ((walk.operator, "operator"), (walk.anna, "Anna")):
        page.set_default_timeout(PATIENCE_MS)
        sign_in(page, home, name)
    yield walk
    for context in (desk, phone):
        context.close()


def sign_in(page: Page, home: str, name: str) -> None:
    page.goto(f"{home}accounts/login/")
    page.locator('[name="login"]').fill(name)
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url(home)


def main() -> None:
    """The walk on a platform that has just been set up, with its pictures."""
    with (
        tempfile.TemporaryDirectory(prefix="jeton-walk-") as folder,
        a_demo(Path(folder) / "d", from_nothing=True) as demo,
        a_browser() as browser,
    ):
        expect.set_options(timeout=PATIENCE_MS)
        home = f"http://localhost:{demo.port}/"
        with visit(browser, home, lambda page, name: take(page, f"operator-{name}")) as walk:
            walk.make()


if __name__ == "__main__":
    main()
