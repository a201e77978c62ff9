"""A player of gin with one way of reaching the table: mouse, finger, keyboard, or ears alone."""

import re
from typing import Protocol

from playwright.sync_api import Page

from games.cardart.pictures import card_name
from tests.browser.table_page import bare_corner

Name = str | re.Pattern[str]


class Way(Protocol):
    """What a player of gin does at a table; each returns when it has been done by hand."""

    def press(self, action: str, name: Name) -> None:
        """Press the button of this `data-action`, called so in the accessibility tree."""

    def draw(self) -> None: ...

    def take(self) -> None: ...

    def discard(self, card: str) -> None: ...

    def knock(self, card: str) -> None: ...


class Mouse:
    """Points, and drags cards."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, action: str, name: Name) -> None:
        self.page.locator(f'[data-action="{action}"]:visible').first.click()

    def draw(self) -> None:
        self.page.locator(".pile-stock").click()

    def take(self) -> None:
        self.page.locator(".pile-discards").first.click()

    def discard(self, card: str) -> None:
        self._drag(card, ".pile-discards")

    def knock(self, card: str) -> None:
        self._point_at(card)
        self.press("knock", "")
        self.page.locator('[data-action="confirm-knock"]').click()

    def _point_at(self, card: str) -> None:
        node = self.page.locator(f"#hand-{card}")
        node.click(position=bare_corner(node))

    def _drag(self, card: str, target: str) -> None:
        mouse = self.page.mouse
        # Waits until the card lies still and is the uppermost under the pointer.
        node = self.page.locator(f"#hand-{card}")
        node.hover(position=bare_corner(node))
        end = self.page.locator(target).first.bounding_box()
        assert end is not None
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] + 40, steps=3)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        mouse.up()


class Finger(Mouse):
    """Taps; never drags (WCAG 2.5.7)."""

    def press(self, action: str, name: Name) -> None:
        self.page.locator(f'[data-action="{action}"]:visible').first.tap()

    def draw(self) -> None:
        self.page.locator(".pile-stock").tap()

    def take(self) -> None:
        self.page.locator(".pile-discards").first.tap()

    def discard(self, card: str) -> None:
        self._point_at(card)
        self.press("discard", "")

    def knock(self, card: str) -> None:
        self._point_at(card)
        self.press("knock", "")
        self.page.locator('[data-action="confirm-knock"]').tap()

    def _point_at(self, card: str) -> None:
        node = self.page.locator(f"#hand-{card}")
        node.tap(position=bare_corner(node))


class Keyboard:
    """Keys alone: letters at the table, arrows in the hand, Tab to everything else."""

    TABS_MAX = 60

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, action: str, name: Name) -> None:
        if action == "ready":
            self.page.keyboard.press("c")
            return
        self._tab_to(action)
        self.page.keyboard.press("Enter")

    def draw(self) -> None:
        self.page.keyboard.press("d")

    def take(self) -> None:
        self.page.keyboard.press("u")

    def discard(self, card: str) -> None:
        self._choose(card)
        self.page.keyboard.press("x")

    def knock(self, card: str) -> None:
        self._choose(card)
        self.page.keyboard.press("k")
        self.page.locator("#knock-dialog[open]").wait_for()
        self.page.keyboard.press("Enter")  # the dialog puts the focus on its button

    def _tab_to(self, action: str) -> None:
        for _ in range(self.TABS_MAX):
            focused = self.page.evaluate("document.activeElement?.dataset.action")
            if focused == action:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {action}")

    def _choose(self, card: str) -> None:
        cards = self.page.locator("#hand [data-card]").evaluate_all(
            "nodes => nodes.map(node => node.dataset.card)"
        )
        self.page.keyboard.press("ArrowLeft")
        self.page.keyboard.press("Home")
        for _ in range(cards.index(card)):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Space")


class Ears:
    """Roles and names, as a screen reader has them: no class, no id, no picture."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, action: str, name: Name) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def draw(self) -> None:
        self.press("", "Draw from stock")

    def take(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Take ")).click()

    def discard(self, card: str) -> None:
        self._choose(card)
        self.press("", f"Discard the {card_name(card)}")

    def knock(self, card: str) -> None:
        self._choose(card)
        actions = self.page.get_by_role("group", name="Actions")
        actions.get_by_role("button", name=re.compile("^(Knock|Gin)")).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name=re.compile("^(Knock with|Gin)")).click()

    def _choose(self, card: str) -> None:
        hand = self.page.get_by_role("listbox")
        node = hand.get_by_role("option", name=re.compile(f"^{card_name(card)}"))
        node.click(position=bare_corner(node))

    def heard(self) -> str:
        """Everything the page says to somebody who does not see it."""
        return self.page.locator("body").aria_snapshot()
