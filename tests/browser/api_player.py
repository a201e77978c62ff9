"""A player without a browser: a guest who plays through the API, soundly enough to end rounds."""

from collections.abc import Sequence
from typing import Any

from tests.browser.arriving import CODES
from tests.play.site import WebPlayer
from tests.running.demo import Site
from tests.running.waiting import until

Json = dict[str, Any]


class ApiPlayer:
    """One guest, and the table they sit at."""

    def __init__(self, site: Site) -> None:
        self.web = WebPlayer.arrive(site.port)
        self.table = 0

    def join(self, table: int) -> None:
        self.table = table
        status, answer = self.web.request(
            "POST", f"/tables/{table}/join/", {"invite_code": CODES.get(table, "")}
        )
        assert status in (200, 201), answer

    def view(self) -> Json:
        return self.web.view(self.table)

    def take_turn(self) -> bool:
        """Do what is due; False when it is somebody else's turn."""
        view = self.view()
        action = chosen(view)
        if action is None:
            return False
        if action["type"] == "draw_stock" and view["knock_until"]:
            until(lambda: self.view()["server_time"] >= view["knock_until"], what="time to knock")
        self.web.act(self.table, action, view["version"])
        return True


def move_on(players: Sequence[ApiPlayer]) -> int:
    """Whoever of them is on turn does one thing, between rounds everybody; the version then."""
    view = players[0].view()
    due = players
    if view["phase"] == "playing" and view["turn"] is not None:
        on_turn = view["seats"][view["turn"]]["player"]["id"]
        due = [one for one in players if one.web.player_id == on_turn]
    if sum(one.take_turn() for one in due):
        view = players[0].view()
    return int(view["version"])


def chosen(view: Json) -> Json | None:
    """What a sensible guest does now; None when there is nothing to do."""
    legal: list[Json] = view["legal"]
    if not legal or (view["phase"] == "playing" and view["turn"] != view["seat"]):
        return None
    by_type: dict[str, list[Json]] = {}
    for action in legal:
        by_type.setdefault(action["type"], []).append(action)
    kinds = ("ready", "answer", "knock", "pass_upcard", "draw_stock", "lay_meld", "lay_off")
    for kind in kinds:
        if kind in by_type:
            return by_type[kind][0]
    discards = by_type.get("discard") or []
    if not discards:
        return next(
            by_type[kind][0] for kind in ("end_turn", "reset_turn", "undo") if kind in by_type
        )
    deadwood = (view["round"].get("arrangement") or {}).get("deadwood", [])
    return max(discards, key=lambda action: (action["card"] in deadwood, worth(action["card"])))


def worth(card: str) -> int:
    """What a card counts in the hand, roughly: tens and courts most."""
    return 15 if card[0] == "X" else min("A23456789TJQK".index(card[0]) + 1, 10)
