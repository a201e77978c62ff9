"""Everything that is stored or sent reads back as it was; what cannot be read is refused."""

import json
from typing import Any

import pytest

from rummy.engine import InvalidAction, build_rules, legal_actions, redact, view
from rummy.engine.as_json.stored import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
    view_from_json,
)
from rummy.engine.cards import CARD_TEXTS, parse_card, parse_cards
from rummy.engine.errors import UnreadableRecord
from rummy.engine.families.knock.actions import ANSWER, Answer, Knock
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from tests.engine.dealing import PALAST, answer, deal, discard, knock
from tests.engine.playing import play
from tests.engine.test_invariants import states
from tests.engine.variants import VARIANTS, name_of

variants = pytest.mark.parametrize("rules", VARIANTS, ids=name_of)


def over_the_wire(data: Any) -> Any:
    return json.loads(json.dumps(data))


@variants
@pytest.mark.parametrize("seed", range(2))
def test_states_views_events_and_actions_read_back_as_they_were(rules: RuleSet, seed: int) -> None:
    events = play(rules, seed).events
    for event, state in zip(events, states(rules, events), strict=True):
        assert event_from_json(over_the_wire(event_to_json(event))) == event
        assert state_from_json(rules, over_the_wire(state_to_json(state))) == state
        for seat in (0, 1, None):
            hidden = redact(event, seat)
            assert event_from_json(over_the_wire(event_to_json(hidden))) == hidden
            seen = view(state, seat)
            assert view_from_json(rules, over_the_wire(seen.to_json())) == seen
        for action in legal_actions(state, state.turn or 0):
            assert action_from_json(over_the_wire(action_to_json(action))) == action


@variants
def test_a_rule_set_reads_back_with_the_same_digest(rules: RuleSet) -> None:
    again = RuleSet.from_json(over_the_wire(rules.to_json()))
    assert again == rules
    assert again.digest == rules.digest


def test_every_variant_has_its_own_digest() -> None:
    assert len({rules.digest for rules in VARIANTS}) == len(VARIANTS)
    assert build_rules("gin_palast", point_limit=50).digest != PALAST.digest


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (discard("7h"), {"type": "discard", "card": "7h"}),
        (knock("7h"), {"type": "knock", "card": "7h"}),
        (
            knock("7h", "7c 7d 7s"),
            {"type": "knock", "card": "7h", "melds": [["7c", "7d", "7s"]]},
        ),
        (ANSWER, {"type": "answer"}),
        (
            answer("7c 7d 7s", layoffs=[("8s", 0)]),
            {
                "type": "answer",
                "melds": [["7c", "7d", "7s"]],
                "layoffs": [{"card": "8s", "meld": 0}],
            },
        ),
    ],
)
def test_actions_travel_as_documented(action: Action, data: dict[str, Any]) -> None:
    assert action_to_json(action) == data
    assert action_from_json(data) == action


def test_an_answer_may_name_melds_alone_or_lay_offs_alone() -> None:
    assert action_from_json({"type": "answer", "melds": []}) == Answer(melds=())
    assert action_from_json({"type": "answer", "layoffs": None, "melds": None}) == ANSWER
    assert action_from_json({"type": "knock", "card": "7h", "melds": None}) == Knock(19)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "action_not_an_object"),
        ([], "action_not_an_object"),
        ("discard", "action_not_an_object"),
        ({}, "action_type_missing"),
        ({"type": 7}, "action_type_unknown"),
        ({"type": ["discard"]}, "action_type_unknown"),
        ({"type": "cheat"}, "action_type_unknown"),
        ({"type": "discard"}, "action_unreadable"),
        ({"type": "discard", "card": None}, "action_unreadable"),
        ({"type": "discard", "card": "11h"}, "action_unreadable"),
        ({"type": "discard", "card": 7}, "action_unreadable"),
        ({"type": "discard", "card": ["7h"]}, "action_unreadable"),
        ({"type": "knock", "card": "7h", "melds": "7h"}, "action_unreadable"),
        ({"type": "knock", "card": "7h", "melds": [["7h", {}]]}, "action_unreadable"),
        ({"type": "answer", "layoffs": [{"card": "7h"}]}, "action_unreadable"),
        ({"type": "answer", "layoffs": [{"card": "7h", "meld": "0"}]}, "action_unreadable"),
        ({"type": "answer", "layoffs": [{"card": "7h", "meld": True}]}, "action_unreadable"),
        ({"type": "answer", "layoffs": [["7h", 0]]}, "action_unreadable"),
    ],
)
def test_an_unreadable_action_is_told_from_an_illegal_one(data: object, code: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        action_from_json(data)
    assert caught.value.code == code
    json.dumps(caught.value.facts)


def test_records_of_another_version_are_not_guessed_at() -> None:
    state = deal().state
    for stored, read in (
        (PALAST.to_json(), RuleSet.from_json),
        (state_to_json(state), lambda data: state_from_json(PALAST, data)),
        (view(state, 0).to_json(), lambda data: view_from_json(PALAST, data)),
    ):
        with pytest.raises(UnreadableRecord):
            read({**stored, "v": 99})
    dealt = event_to_json(deal().events[0])
    assert dealt["v"] == 1
    for data in ({"type": "never_happened"}, {**dealt, "v": 99}, {"type": "discarded", "seat": 1}):
        with pytest.raises(UnreadableRecord):
            event_from_json(data)


def test_card_text_names_every_card_of_every_deck() -> None:
    assert len(set(CARD_TEXTS)) == 110
    assert parse_cards("As Ks Ah Kc As2 7h2 X1 X6") == (0, 12, 13, 51, 52, 71, 104, 109)
    assert [parse_card(text) for text in CARD_TEXTS] == list(range(110))
    with pytest.raises(ValueError, match="not a card"):
        parse_card("1h")


def test_a_stored_state_is_compact() -> None:
    for state in states(PALAST, play(PALAST, 3).events):
        assert len(json.dumps(state_to_json(state), separators=(",", ":"))) < 900


def test_the_view_of_a_seat_about_to_knock_reads_as_documented() -> None:
    from rummy.engine.families.knock.actions import DRAW_STOCK

    round_ = deal(starter="As 2s 3s 4s 7h 7c 7d Ts Js Kd", upcard="9h", stock="Qs")
    round_.does(1, DRAW_STOCK)
    data = view(round_.state, 1).to_json()
    expected = {
        "phase": "discard",
        "turn": 1,
        "dealer": 0,
        "hand_counts": [10, 11],
        "upcard": "9h",
        "discard_pile": ["9h"],
        "stock_count": 30,
        "knock_limit": 10,
        "shown_card": None,
        "drawn": "Qs",
        "taken_upcard": None,
        "must_draw_stock": False,
        "knockable": [{"card": "As", "points": 10}, {"card": "Kd", "points": 0}],
        "shown": [],
        "score": None,
        "memory": {},
    }
    assert {name: data[name] for name in expected} == expected | {"knockable": data["knockable"]}
    assert {"card": "Kd", "points": 0} in data["knockable"]
    assert data["arrangement"]["deadwood"] == ["Kd"]
    assert data["arrangement"]["points"] == 10
    spectator = view(round_.state, None).to_json()
    assert (spectator["hand"], spectator["drawn"], spectator["arrangement"]) == (None, None, None)
    assert spectator["knockable"] == []
