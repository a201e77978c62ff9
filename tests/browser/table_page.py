"""The table page as a player uses it: what is looked at, and what is pressed."""

import time

from playwright.sync_api import Locator, Page, Position, expect
from playwright.sync_api import TimeoutError as NotInTime

# A fanned card leans: its box has corners where the card is not, and its neighbour covers the rest.
BARE_CORNER = """node => {
  const box = node.getBoundingClientRect();
  const isBare = (x, y) => node.contains(document.elementFromPoint(box.left + x, box.top + y));
  for (let y = 6; y < box.height; y += 6)
    for (let x = 6; x < box.width; x += 4)
      if (isBare(x - 4, y - 4) && isBare(x, y)) return { x, y };
  return null;
}"""


def bare_corner(card: Locator) -> Position:
    """Where a finger goes that wants this card: the first bit from the top that nothing covers."""
    card.scroll_into_view_if_needed()
    for _ in range(100):  # what flies over it, or opens, may cover it for a moment
        found: Position | None = card.evaluate(BARE_CORNER)
        if found is not None:
            return found
        card.page.wait_for_timeout(50)
    raise AssertionError("the card is covered whole")


PATIENCE_SECONDS = 60
RESIGN = """async () => {
  const page = JSON.parse(document.getElementById("table-page").textContent);
  const token = document.querySelector("meta[name=csrf-token]").content;
  const answer = await fetch(page.actions_url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": token,
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: JSON.stringify({ action: { type: "resign" } }),
  });
  return answer.status;
}"""


class TablePage:
    """One player's browser at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def phase(self) -> str:
        return self.page.locator("#table").get_attribute("data-phase") or ""

    @property
    def is_my_turn(self) -> bool:
        return self.page.locator("#table").get_attribute("data-turn") == "mine"

    @property
    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or 0)

    def shows(self, action: str) -> bool:
        return self.page.locator(f'[data-action="{action}"]:visible').count() > 0

    def press(self, action: str) -> None:
        """Press a button and wait until the table has moved on."""
        before = self.version
        self.page.locator(f'[data-action="{action}"]:visible').first.click()
        self.wait_beyond(before)

    def deal(self) -> None:
        """Ask for the next cards; alone among bots the page may have done so a moment before."""
        before = self.version
        try:
            self.press("ready")
        except NotInTime:
            assert self.version > before

    def wait_beyond(self, version: int) -> None:
        """Wait until the table has moved on, and what was pressed here is answered.

        What others do may move it on between a look at the version and the press.
        """
        self.page.wait_for_function(
            """version => {
                const { version: now, pending } = document.querySelector("#table").dataset;
                return Number(now) > version && pending !== "true";
            }""",
            arg=version,
        )

    def wait_until_current(self, version: int) -> None:
        self.wait_beyond(version - 1)

    def hand(self) -> list[str]:
        cards = self.page.locator("#hand [data-card]")
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    def choose(self, card: str) -> None:
        """Tap the part of a card that nothing covers."""
        node = self.page.locator(f'#hand [data-card="{card}"]')
        node.click(position=bare_corner(node))

    def take_turn(self, *, knocking: bool = True) -> bool:
        """Do the next sensible thing; False when there is nothing to do."""
        if self.phase == "between" and self.shows("ready"):
            self.deal()
            return True
        if not self.is_my_turn:
            return False
        if self.phase == "answer":
            self.press("answer-best")
        elif self.phase == "upcard_offer":
            self.press("pass-upcard")
        elif self.phase == "draw":
            self.press("draw-stock")
        else:
            self._end_turn(knocking=knocking)
        return True

    def _end_turn(self, *, knocking: bool) -> None:
        before = self.version
        self.choose(self.hand()[-1])
        if knocking and self.shows("knock"):
            self.page.locator('[data-action="knock"]:visible').first.click()
            self.page.locator('[data-action="confirm-knock"]:visible').click()
            self.wait_beyond(before)
        else:
            self.press("discard")

    def expect_finished(self) -> None:
        expect(self.page.locator("#table")).to_have_attribute("data-phase", "finished")


def play_out(first: TablePage, second: TablePage, steps_max: int = 600) -> None:
    """Both play in turn until the match is finished."""
    if play_on(first, second, moves=steps_max):
        raise AssertionError("the match does not end")


def play_on(first: TablePage, second: TablePage, *, moves: int) -> bool:
    """Both play so many moves; each sees the other's without reload. False once it is finished."""
    made = 0
    until = time.monotonic() + PATIENCE_SECONDS
    while made < moves:
        if first.phase == "finished":
            return False
        for mover, watcher in ((first, second), (second, first)):
            if mover.take_turn():
                watcher.wait_until_current(mover.version)
                made += 1
                until = time.monotonic() + PATIENCE_SECONDS
        assert time.monotonic() < until, "nobody is on turn"
    return True


def give_up(page: Page) -> None:
    """Resign by the table's own address for actions, where how it is pressed is not the subject."""
    assert page.evaluate(RESIGN) == 200
