"""Players of the table-melding games by finger and by ear; for others see `romme_page`."""

import re
from typing import ClassVar

from playwright.sync_api import Locator

from games.cardart.pictures import card_name
from tests.browser.romme_page import RommePage


class TouchRomme(RommePage):
    """Taps; never drags, and has no pointer that hovers."""

    def press(self, action: str) -> None:
        before = self.version
        self.page.locator(f'[data-action="{action}"]:visible').first.tap()
        self.wait_beyond(before)

    def choose(self, card: str) -> None:
        self.page.locator(f'#hand [data-card="{card}"]').tap(position={"x": 10, "y": 12})

    def _press_lay(self) -> None:
        self.page.locator('[data-action="lay-meld"]:visible').tap()

    def _press_meld(self, number: int) -> None:
        self.page.locator(f"#meld-{number}").tap()

    def _choose_first_way(self) -> None:
        if self.page.locator("#choice-dialog[open]").count():
            self.page.locator("#choice-body button").first.tap()


class EarsRomme(RommePage):
    """Roles and names alone, as a screen reader has them: what is pressed is found by its words."""

    NAMES: ClassVar[dict[str, str]] = {
        "draw-stock": "Draw from stock",
        "discard": "Discard",
        "end-turn": "End turn",
        "undo": "Take back",
        "reset-turn": "Reset my turn",
        "ready": "(Continue|Deal the cards)",
    }

    def shows(self, action: str) -> bool:
        return self._button(self.NAMES[action]).count() > 0

    def press(self, action: str) -> None:
        before = self.version
        self._button(self.NAMES[action]).first.click()
        self.wait_beyond(before)

    def choose_all(self, cards: list[str]) -> None:
        """Two packs have two cards of a name; either will do."""
        self.unchoose_all()
        for card in cards:
            name = re.compile(f"^{card_name(card.partition('=')[0])}\\b")
            self._hand().get_by_role("option", name=name, selected=False).first.click(
                position={"x": 10, "y": 12}
            )

    def unchoose_all(self) -> None:
        chosen = self._hand().get_by_role("option", selected=True)
        while chosen.count():
            chosen.first.click(position={"x": 10, "y": 12})

    def _press_lay(self) -> None:
        self._button("Lay meld · .*").click()

    def _press_meld(self, number: int) -> None:
        names = [card_name(card) for card in self.view()["round"]["melds"][number]["cards"]]
        told = f"Lay off on the meld {', '.join(names[:-1])}, and {names[-1]}"
        table = self.page.get_by_role("region", name="Melds on the table")
        table.get_by_role("button", name=told, exact=True).first.click()

    def _choose_first_way(self) -> None:
        dialog = self.page.get_by_role("dialog")
        if dialog.count():
            dialog.get_by_role("button", name=re.compile("^(?!Close)")).first.click()

    def _hand(self) -> Locator:
        return self.page.get_by_role("listbox", name=re.compile("^Your hand"))

    def _button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{name}$"))
