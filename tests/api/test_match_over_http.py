"""A whole match by HTTP alone, as a bot's author would play it."""

from itertools import count
from typing import Any

import pytest

from accounts.models import ChipAccount

from .client import Caller

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
_keys = count(1)


def newcomer() -> tuple[Caller, dict[str, Any]]:
    """A guest and their token in one request."""
    answer = Caller().post("/guests/")
    assert answer.status_code == 201
    made = answer.json()
    caller = Caller()
    caller._headers["Authorization"] = f"Token {made['token']}"
    return caller, made


def act(caller: Caller, table: int, action: dict[str, Any], version: int) -> Any:
    return caller.post(
        f"/tables/{table}/actions/",
        {"action": action, "expected_version": version},
        idempotency_key=f"http-{next(_keys)}",
    )


def choose(view: Any) -> Any:
    """Knock when possible, answer, else draw and discard the costliest deadwood."""
    by_type = {action["type"]: action for action in view["legal"]}
    for wanted in ("knock", "answer", "draw_stock", "pass_upcard", "take_upcard"):
        if wanted in by_type:
            return by_type[wanted]
    deadwood = view["round"]["arrangement"]["deadwood"]
    discards = [action for action in view["legal"] if action["type"] == "discard"]
    return next((a for a in reversed(discards) if a["card"] in deadwood), discards[-1])


def test_two_programs_play_a_ring_game_to_its_settlement() -> None:
    callers = [newcomer()[0], newcomer()[0]]
    opened = callers[0].post(
        "/tables/", {"format": "ring", "rounds": 1, "stake_chips": 100, "name": "by curl"}
    )
    assert opened.status_code == 201
    table = opened.json()["id"]
    for caller in callers:
        assert caller.post(f"/tables/{table}/join/").status_code == 201
    for caller in callers:
        assert act(caller, table, {"type": "ready", "seed": "mine"}, 0).status_code == 200

    for _ in range(400):
        views = [caller.get(f"/tables/{table}/view/").json() for caller in callers]
        if views[0]["status"] == "finished":
            break
        turn = views[0]["turn"]
        moved = act(callers[turn], table, choose(views[turn]), views[turn]["version"])
        assert moved.status_code == 200, moved.content
    result = views[0]["result"]
    assert sum(result["payouts"]) == 200
    assert not ChipAccount.objects.filter(ref=f"table:{table}").exclude(balance=0).exists()
    played = Caller().get(f"/tables/{table}/rounds/1/").json()
    assert played["score"]["totals"] == result["totals"]
    lines = callers[0].get("/me/statement/").json()["results"]
    assert {"grant", "hold"} <= {line["kind"] for line in lines}
