"""The page of a table-melding game as a player uses it: what is chosen, laid, and thrown."""

from typing import Any, ClassVar

from rummy.engine.cards import card_text, mask_of, parse_cards
from rummy.engine.table_melding import MeldRules
from rummy.engine.table_melding.listing import listed_in
from tests.browser.api_player import ApiPlayer
from tests.browser.table_page import TablePage

Json = dict[str, Any]

VIEW = """() => fetch(location.pathname.replace('/tables/', '/api/v1/tables/') + 'view/')
  .then(answer => answer.json())"""


class RommePage(TablePage):
    """One player's browser at a table-melding table; it knows the legal actions from the API."""

    def view(self) -> Json:
        view: Json = self.page.evaluate(VIEW)
        return view

    def legal(self, kind: str) -> list[Json]:
        return [action for action in self.view()["legal"] if action["type"] == kind]

    def choose_all(self, cards: list[str]) -> None:
        """Tap each; a hand drawn anew meanwhile may have let go of some, as people see and mend."""
        wanted = [card.partition("=")[0] for card in cards]
        for _ in range(3):
            chosen = self.page.locator('#hand [aria-selected="true"]').evaluate_all(
                "nodes => nodes.map(node => node.dataset.card)"
            )
            if sorted(chosen) == sorted(wanted):
                return
            for card in sorted({*chosen} ^ {*wanted}, key=[*wanted, *chosen].index):
                self.choose(card)
        chosen = self.page.locator('#hand [aria-selected="true"]').all()
        held = [str(node.get_attribute("data-card")) for node in chosen]
        assert sorted(held) == sorted(wanted), f"{held} are chosen"

    def unchoose_all(self) -> None:
        for node in self.page.locator('#hand [aria-selected="true"]').all():
            self.choose(str(node.get_attribute("data-card")))

    def take_turn(self, *, melding: bool = True, use_bench: bool = True) -> set[str]:  # type: ignore[override]
        """Do the next sensible thing; what it was, nothing when another is on turn."""
        if self.phase == "between" and self.shows("ready"):
            self.deal()
            return {"ready"}
        if not self.is_my_turn:
            return set()
        if self.phase == "draw":
            return self._draw()
        if melding and self._lay_meld():
            return {"meld"}
        if melding and self._lay_off():
            return {"lay off"}
        return self._end_turn_somehow()

    def _draw(self) -> set[str]:
        self.press("draw-stock")
        return {"draw"}

    def _lay_meld(self) -> bool:
        melds = self.legal("lay_meld")
        if not melds:
            return False
        self._lay(melds[0]["cards"])
        return True

    def _lay(self, cards: list[str]) -> None:
        before = self.version
        self.choose_all(cards)
        self._press_lay()
        self._choose_first_way()
        self.wait_beyond(before)

    def _press_lay(self) -> None:
        self.page.locator('[data-action="lay-meld"]:visible').click()

    def _press_meld(self, number: int) -> None:
        self.page.locator(f"#meld-{number}").click()

    def _choose_first_way(self) -> None:
        self.page.wait_for_timeout(50)
        if self.page.locator("#choice-dialog[open]").count():
            self.page.locator("#choice-body button").first.click()

    def _lay_off(self) -> bool:
        for action in self.legal("lay_off"):
            before = self.version
            self.choose_all([action["card"]])
            self._press_meld(action["meld"])
            self._choose_first_way()
            self.wait_beyond(before)
            return True
        return False

    def _end_turn_somehow(self) -> set[str]:
        discards = self.legal("discard")
        if discards:
            natural = [one["card"] for one in discards if one["card"][0] != "X"]
            self.choose_all([(natural or [discards[0]["card"]])[-1]])
            self.press("discard")
            return {"discard"}
        if self.shows("end-turn"):
            self.press("end-turn")
            return {"end turn"}
        self.press("reset-turn" if self.shows("reset-turn") else "undo")
        return {"undo"}

    def lay_a_low_meld(self, *, needed: int) -> bool:
        """Lay a natural meld of fewer points than needed; False when the hand has none."""
        view = self.view()
        if view["round"]["opened"][view["seat"]] or view["round"]["steps"]:
            return False
        hand = parse_cards(" ".join(card for card in view["round"]["hand"] if card[0] != "X"))
        for figure, _mask in listed_in(mask_of(hand), (), MeldRules()):
            if MeldRules().points(figure) < needed:
                self._lay([card_text(card) for card in figure.cards])
                return True
        return False

    def bench_something(self, other: ApiPlayer) -> bool:
        """On the workbench, put a card of the hand to a meld that takes it; False without one."""
        view = self.view()
        offs = [one for one in view["legal"] if one["type"] == "lay_off" and "=" not in one["card"]]
        if not offs or not self.shows("bench"):
            return False
        card, meld = offs[0]["card"], offs[0]["meld"]
        self.page.locator('[data-action="bench"]').click()
        finish = self.page.locator('[data-action="bench-finish"]')
        assert finish.get_attribute("aria-disabled") == "true"
        self.choose(card)
        self.page.locator('[data-action="bench-new"]').click()
        assert self.page.locator(".bench-group.wrong").count() == 1
        assert finish.get_attribute("aria-disabled") == "true"
        on_bench = self.page.locator(f'[data-bench="{card}"]')
        on_bench.drag_to(self.page.locator(f'[data-group="{meld}"]'))
        assert self.page.locator(".bench-group.wrong").count() == 0
        on_bench.click()
        self.page.locator('[data-action="bench-back"]').click()
        assert card in self.hand()
        self.choose(card)
        self.page.locator(f'[data-action="bench-put-{meld}"]').click()
        assert self.page.locator(".bench-group.wrong").count() == 0
        before = self.version
        finish.click()
        self.wait_beyond(before)
        return card in [one for melds in other.view()["round"]["melds"] for one in melds["cards"]]

    def nothing_is_cut(self) -> None:
        """No scrolling sideways, and the hand within the page."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        edges = self.page.locator(".hand-card, .seat .plate, .pile, .fan-card").evaluate_all(
            "nodes => nodes.map(node => node.getBoundingClientRect())"
            ".flatMap(at => [at.left, at.right])"
        )
        width = self.page.evaluate("innerWidth")
        assert all(-1 <= edge <= width + 1 for edge in edges)


class KeyboardRomme(RommePage):
    """The same player with the keyboard alone."""

    KEYS: ClassVar[dict[str, str]] = {
        "draw-stock": "d",
        "discard": "x",
        "end-turn": "e",
        "undo": "z",
        "ready": "c",
        "reset-turn": "z",
    }

    def press(self, action: str) -> None:
        before = self.version
        self.page.keyboard.press(self.KEYS[action])
        self.wait_beyond(before)

    def choose(self, card: str) -> None:
        """Into the hand, along it, and Space."""
        at = self.hand().index(card)
        self.page.keyboard.press("ArrowLeft")
        self.page.keyboard.press("Home")
        for _ in range(at):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Space")

    def _press_lay(self) -> None:
        self.page.keyboard.press("m")

    def _press_meld(self, number: int) -> None:
        """`A` lays off where the card fits, and asks where there are several such melds."""
        self.page.keyboard.press("a")

    def _choose_first_way(self) -> None:
        for _ in range(2):  # which meld, then which way
            self.page.wait_for_timeout(60)
            if self.page.locator("#choice-dialog[open]").count():
                self.page.keyboard.press("Enter")
