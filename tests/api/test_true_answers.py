"""What tables of every game answer is what the document says, without a field it does not name."""

import random
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from accounts.models import Player
from games.models import Table
from games.tables import opening
from games.tables.reading import table_reading
from games.tables.terms import KNOCK_MS
from rummy import engine
from rummy.bots import BOTS
from rummy.engine.moves import DRAW_STOCK
from rummy.engine.records import action_to_json
from rummy.match import Phase
from tests.play.clock import time_passes
from tests.play.workers import work

from .client import Caller
from .playing import both_ready, guest, open_table
from .test_openapi import document

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("gin_palast", 2, {"house_rules": ("jokers", "oklahoma")}),
    ("gin_classic", 2, {}),
    ("gin_team", 4, {}),
    ("german_romme", 3, {"options": {"discard_draw": "must_meld", "knock_for_discard": True}}),
    ("german_romme", 2, {"options": {"robber": True, "joker_cut": True}}),
    ("romme_500", 2, {}),
]


@cache
def strict() -> dict[str, Any]:
    """The document, where an object has no field but those that it names; events have others."""
    whole = deepcopy(document())
    schemas = whole["components"]["schemas"]
    del schemas["RoundView"]["additionalProperties"]
    _close(schemas)
    return whole


def _close(schema: Any) -> None:
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
        for inner in schema.values():
            _close(inner)
    elif isinstance(schema, list):
        for inner in schema:
            _close(inner)


def faults(name: str, answer: Any) -> list[str]:
    """Where an answer is not as the schema of this name says."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": strict()["components"]}
    found = Draft202012Validator(schema).iter_errors(answer)
    return [f"{name}{one.json_path[1:]}: {one.message[-200:]}" for one in found]


def seated(preset: str, seats: int, offer: dict[str, Any]) -> tuple[Table, list[Player]]:
    players = [guest() for _ in range(seats)]
    table = open_table(players[0], preset=preset, seats=seats, **offer)
    for player in players:
        opening.join_table(table_id=table.pk, player=player)
    both_ready(table, seeds=("a",) * seats)
    return table, players


@pytest.mark.drawn(2)
@pytest.mark.parametrize(("preset", "seats", "offer"), GAMES)
def test_a_round_is_told_as_the_document_says(
    preset: str, seats: int, offer: dict[str, Any]
) -> None:
    table, players = seated(preset, seats, offer)
    callers = {player.pk: Caller(player) for player in players}
    dice, path, found = random.Random(7), f"/tables/{table.pk}", list[str]()
    for made in range(1_000):
        reading = table_reading(table.pk)
        cards = reading.state.round
        if reading.state.phase is not Phase.PLAYING or cards is None or cards.turn is None:
            break
        mover = callers[reading.state.players[cards.turn]]
        if made % 5 == 0:
            found += faults("TableViewShape", mover.get(f"{path}/view/").json())
        legal = engine.legal_actions(cards, cards.turn)
        choice = BOTS["solid"].choose(engine.view(cards, cards.turn), legal, dice)
        move = {"action": action_to_json(choice), "expected_version": reading.version}
        found += faults("MoveShape", move)
        if reading.state.clock.knock_until_ms and choice == DRAW_STOCK:
            refused = mover.post(f"{path}/actions/", move, idempotency_key=f"early-{made}")
            assert refused.json()["code"] == "others_may_knock"
            time_passes(table, ms=KNOCK_MS)
        moved = mover.post(f"{path}/actions/", move, idempotency_key=f"move-{made}")
        assert moved.status_code == 200, moved.content
        found += faults("MovedShape", moved.json())
        assert found == []
    callers = {None: Caller(), **callers}  # type: ignore[dict-item]
    for caller in callers.values():
        found += faults("TableViewShape", caller.get(f"{path}/view/").json())
    found += faults("RoundShape", callers[players[0].pk].get(f"{path}/rounds/1/").json())
    asked = callers[players[0].pk].get(f"{path}/rounds/1/review/").json()
    found += faults("ThinkingShape", asked)
    work()
    review = callers[players[0].pk].get(f"{path}/rounds/1/review/").json()
    found += faults("ReviewShape", review)
    found += faults("LogShape", callers[players[0].pk].get(f"{path}/log/?after=0").json())
    assert found == []


def test_a_stream_says_in_both_forms_what_its_data_is() -> None:
    streams = [path for path in document()["paths"] if path.endswith("/events/")]
    assert len(streams) == 3
    for path in streams:
        responses = document()["paths"][path]["get"]["responses"]
        assert "429" in responses, "so many connections may be open and no more"
        kinds = {
            kind: form["schema"]["properties"]["data"]["type"]
            for kind, form in responses["200"]["content"].items()
        }
        assert kinds == {"text/event-stream": "string", "application/x-ndjson": "object"}
