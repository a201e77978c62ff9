"""A Saturday with two hundred people, from the plan to the month's standing.

`python -m tests.browser.evening_of_200`, with `clients/python/src` in PYTHONPATH, makes the evening
and takes the pictures of `docs/operator.md` anew; `test_evening_of_200` makes it again.

A series and a tournament of it are planned; people enter and check in at the door, by phone and at
the desk; two withdraw, two do not come and are withdrawn at the start, two come late. Somebody is
disqualified, and the order taken back. The last two tables are stopped until everybody stands
around the final. Prizes are paid, the series has its standing.
"""

import datetime as dt
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.arriving import post
from tests.browser.chromium import a_browser
from tests.browser.conftest import BEAMER, DESKTOP, PATIENCE_MS, PHONE
from tests.browser.crowd import Crowd, Phone
from tests.browser.operators_walk import sign_in
from tests.browser.screenshots import take
from tests.running.demo import a_demo

NAME, SERIES = "Saturday 200", "Saturdays in November"
PEOPLE, PHONES = 200, 10
LATE, WITHDRAWN, MISSING, AT_THE_DESK = 2, 2, 2, 1
STACK = 400
PLAN = {
    "format": "freezeout",
    "seats": 2,
    "stack_chips": STACK,
    "buy_in_chips": 100,
    "fee_chips": 10,
    # Steep, so that the evening is short.
    "schedule": {"first_pcr": 2, "growth": [4, 1], "rounds": 1},
    "max_rounds": 40,
}
GAME = {"preset": "gin_classic", "format": "ring", "rounds": 1, "turn_seconds": 30}
FORECAST_MS = 400_000
EVENING_SECONDS = 2_400
PICTURES = (
    *("series", "forecast", "door", "checkin", "entrants", "seats", "struck", "undone"),
    *("final", "prizes", "phone", "standing"),
)
Take = Callable[[Page, str], None]


@dataclass(slots=True)
class Evening:
    """The operator's window, the wall, ten phones; `take` keeps a picture by its name."""

    home: str
    operator: Page
    wall: Page
    pages: list[Page]
    take: Take
    people: int = PEOPLE
    tournament: int = 0
    series: int = 0
    phones: list[Phone] = field(default_factory=list)
    crowd: Crowd | None = None
    began: float = field(default_factory=time.monotonic)

    def make(self) -> None:
        self.open_series()
        self.plan()
        self.publish()
        self.enter()
        self.check_in()
        self.start()
        self.come_late()
        self.strike_and_undo()
        self.play_until(lambda: self.alive() <= 4, "four are left")
        self.hold_the_final()
        self.play_until(self.is_over, "the end")
        self.show_the_end()

    @property
    def everybody(self) -> Crowd:
        assert self.crowd is not None
        return self.crowd

    def open_series(self) -> None:
        page = self.operator
        page.goto(f"{self.home}tournaments/series/")
        page.locator('[data-action="open-series"]').click()
        page.locator('.series-form [name="name"]').fill(SERIES)
        page.locator('[name="about"]').fill("Four evenings; the best three count.")
        page.locator('[name="best"]').fill("3")
        page.locator('[name="taking_part"]').fill("1")
        self.take(page, "series")
        page.locator('[data-action="save"]').click()
        page.wait_for_url(re.compile(r"/plan/series/\d+/$"))
        self.series = _number(page.url)

    def plan(self) -> None:
        page = self.operator
        starts_at = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)
        entries = {"least": 8, "most": self.people, "check_in": True, "late_until_level": 2}
        draft = post(
            page,
            "/api/v1/drafts/",
            {
                "name": NAME,
                "plan": PLAN | {"entries": entries},
                "table": GAME,
                "starts_at": starts_at.isoformat(),
                "players_expected": self.people,
            },
        )
        page.goto(f"{self.home}tournaments/plan/{draft['id']}/")
        expect(page.locator("#forecast .charts")).to_be_visible(timeout=FORECAST_MS)
        self.take(page, "forecast")

    def publish(self) -> None:
        page = self.operator
        page.locator('[data-action="publish"]').click()
        page.wait_for_url(re.compile(r"/tournaments/\d+/desk/$"))
        self.tournament = _number(page.url)
        page.goto(f"{self.home}tournaments/plan/series/{self.series}/")
        page.locator('.series-add [name="tournament"]').select_option(str(self.tournament))
        page.locator('[data-action="add"]').click()
        expect(page.locator("main")).to_contain_text("It counts from now on.")

    def enter(self) -> None:
        """Everybody but those who come late; the wall shows the code for the door."""
        self.wall.goto(f"{self.home}tournaments/{self.tournament}/wall/")
        self.crowd = Crowd(self.home.rstrip("/"), self.tournament)
        for page in self.pages:
            phone = Phone(page, self.home, self.tournament)
            phone.arrive()
            self.phones.append(phone)
        self.everybody.come(self.people - len(self.phones) - LATE)
        self.take(self.wall, "door")

    def check_in(self) -> None:
        crowd = self.everybody
        here = len(crowd.clients) - WITHDRAWN - MISSING - AT_THE_DESK
        crowd.check_in(range(here))
        self.take(self.phones[0].page, "checkin")
        for phone in self.phones:
            phone.check_in()
        for number in range(WITHDRAWN):
            crowd.withdraw(len(crowd.clients) - 1 - number)
        self.order("check_in", crowd.name(here))
        page = self.operator
        page.goto(f"{self.home}tournaments/{self.tournament}/desk/entrants/")
        self.take(page, "entrants")

    def order(self, kind: str, name: str = "") -> None:
        """By the desk's own form, with the first reason offered."""
        page = self.operator
        page.goto(f"{self.home}tournaments/{self.tournament}/desk/order/{kind}/")
        if name:
            label = page.locator('[name="entry"] option', has_text=re.compile(rf"^{name}\b"))
            value = label.first.get_attribute("value") or ""
            page.locator('[name="entry"]').select_option(value)
        usual = page.locator('input[name="usual"]:not([value=""])')
        if usual.count():
            usual.first.check()
        page.locator('[data-action="confirm"]').click()
        page.wait_for_url(re.compile(r"/desk/$"))

    def start(self) -> None:
        self.order("start")
        crowd = self.everybody
        crowd.play(range(len(crowd.clients) - WITHDRAWN - MISSING))
        expect(self.operator.locator(".desk-table.is-playing").first).to_be_visible(timeout=60_000)
        self.wall.reload()
        self.take(self.wall, "seats")

    def come_late(self) -> None:
        crowd = self.everybody
        there = len(crowd.clients)
        crowd.come(LATE)
        crowd.play(range(there, there + LATE))

    def strike_and_undo(self) -> None:
        """In a pause, so that nothing follows from it before it is taken back."""
        page = self.operator
        self.order("pause")
        self.play_until(lambda: not self.playing(), "the rounds in play")
        someone = self.everybody.name(self.one_who_is_in())
        self.order("disqualify", someone)
        self.take(page, "struck")
        page.locator('a[href*="/desk/undo/"]').first.click()
        usual = page.locator('input[name="usual"]:not([value=""])')
        if usual.count():
            usual.first.check()
        else:
            page.locator('[name="remark"]').fill("It was somebody else.")
        page.locator('[data-action="confirm"]').click()
        page.wait_for_url(re.compile(r"/desk/$"))
        self.take(page, "undone")
        self.order("resume")

    def one_who_is_in(self) -> int:
        return next(at for at in range(20) if at not in self.everybody.places)

    def hold_the_final(self) -> None:
        """Stopped until everybody is there, announced to all, and let go on."""
        self.order("pause")
        self.play_until(lambda: not self.playing(), "the rounds before the final")
        self.order("announce")
        self.wall.reload()
        self.take(self.wall, "final")
        self.order("resume")

    def show_the_end(self) -> None:
        page, first = self.operator, self.phones[0]
        page.goto(f"{self.home}tournaments/{self.tournament}/")
        self.take(page, "prizes")
        first.page.goto(f"{self.home}tournaments/{self.tournament}/")
        self.take(first.page, "phone")
        page.goto(f"{self.home}tournaments/series/{self.series}/")
        self.take(page, "standing")
        self.everybody.require_all_went_home()

    def play_until(self, condition: Callable[[], bool], what: str) -> None:
        """Phones are tapped in turn; between two rounds of taps the condition is looked at."""
        while not condition():
            if time.monotonic() > self.began + EVENING_SECONDS:
                raise AssertionError(f"the evening is too long: waiting for {what}")
            for phone in self.phones:
                phone.step()
            self.operator.wait_for_timeout(200)

    def told(self) -> Any:
        answer = self.operator.request.get(f"{self.home}api/v1/tournaments/{self.tournament}/")
        return answer.json()["tournament"]

    def alive(self) -> int:
        return int(self.told()["alive"])

    def is_over(self) -> bool:
        return str(self.told()["phase"]) == "finished"

    def playing(self) -> bool:
        page = self.operator
        page.goto(f"{self.home}tournaments/{self.tournament}/desk/")
        return page.locator(".desk-table.is-playing").count() > 0


def _number(url: str) -> int:
    return int(re.findall(r"\d+", url.removeprefix("http://localhost:"))[-1])


@contextmanager
def visit(
    browser: Browser, home: str, take: Take, *, people: int = PEOPLE, phones: int = PHONES
) -> Iterator[Evening]:
    """The operator signed in, the projector, and phones in German and English by turns."""
    desk = browser.new_context(locale="en", viewport=DESKTOP)  # type: ignore[arg-type]
    room = browser.new_context(locale="en", viewport=BEAMER)  # type: ignore[arg-type]
    on_a_phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
    hands = [browser.new_context(locale=("de", "en")[at % 2], **on_a_phone) for at in range(phones)]
    contexts = [desk, room, *hands]
    operator, wall, *pages = [context.new_page() for context in contexts]
    for page in (operator, wall, *pages):
        page.set_default_timeout(PATIENCE_MS)
    sign_in(operator, home, "operator")
    evening = Evening(home, operator, wall, pages, take, people)
    try:
        yield evening
    finally:
        if evening.crowd is not None:
            evening.crowd.leave()
        for context in contexts:
            context.close()


def main(people: int = PEOPLE, phones: int = PHONES) -> None:
    """The evening on a platform that has just been set up, with its pictures."""
    with (
        tempfile.TemporaryDirectory(prefix="jeton-evening-") as folder,
        a_demo(Path(folder) / "d", from_nothing=True) as demo,
        a_browser() as browser,
    ):
        expect.set_options(timeout=PATIENCE_MS)
        home = f"http://localhost:{demo.port}/"

        def picture(page: Page, name: str) -> None:
            take(page, f"evening-{name}")

        with visit(browser, home, picture, people=people, phones=phones) as evening:
            evening.make()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
