"""House rules combine without the core knowing them: five invented ones and Oklahoma, together."""

import json
from itertools import combinations

import pytest

from rummy.engine import (
    HOUSE_RULES,
    InvalidRules,
    RuleSet,
    build_rules,
    decide,
    evolve_view,
    fold,
    legal_actions,
    redact,
    view,
)
from rummy.engine.as_json.stored import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
    view_from_json,
)
from rummy.engine.cards import card_text, parse_card
from rummy.engine.door import FAMILIES
from rummy.engine.families.knock.actions import DRAW_STOCK, TAKE_UPCARD
from tests.engine.dealing import answered, deal, discard, knock, knocked
from tests.engine.invented_rules import INVENTED, Shout, Sweep, Whispered
from tests.engine.playing import play, sensible, wild
from tests.engine.test_invariants import states
from tests.engine.test_turns import refusal

pytestmark = pytest.mark.thorough

KEYS = ("oklahoma", *(rule.key for rule in INVENTED))


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {**HOUSE_RULES._entries, **{rule.key: rule for rule in INVENTED}}
    monkeypatch.setattr(HOUSE_RULES, "_entries", entries)


def test_any_subset_of_house_rules_plays_to_the_end_and_keeps_the_invariants() -> None:
    subsets = [keys for size in range(len(KEYS) + 1) for keys in combinations(KEYS, size)]
    assert len(subsets) == 64
    for seed, keys in enumerate(subsets):
        rules = build_rules("gin_classic" if seed % 2 else "gin_palast", house_rules=keys)
        assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules
        _keeps_the_invariants(rules, seed)


def _keeps_the_invariants(rules: RuleSet, seed: int) -> None:
    round_ = play(rules, seed, wild if seed % 3 == 0 else sensible)
    assert fold(rules, 2, round_.events) == round_.state
    followed = {seat: view(FAMILIES["knock"].blank(rules, 2), seat) for seat in (0, 1, None)}
    for event, state in zip(round_.events, states(rules, round_.events), strict=True):
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
        assert state_from_json(rules, json.loads(json.dumps(state_to_json(state)))) == state
        for seat in (0, 1, None):
            followed[seat] = evolve_view(followed[seat], redact(event, seat))
            assert followed[seat] == view(state, seat)
            again = view_from_json(rules, json.loads(json.dumps(followed[seat].to_json())))
            assert again == followed[seat]
        if state.turn is not None:
            legal = legal_actions(state, state.turn)
            assert followed[state.turn].legal_actions() == legal
            for action in legal:
                assert decide(state, state.turn, action)
                assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


def test_a_house_rule_brings_its_own_option() -> None:
    rules = build_rules("gin_palast", house_rules=["shouting"], shout_bonus=9)
    assert rules.min_rounds_won == 9
    with pytest.raises(InvalidRules):
        build_rules("gin_palast", shout_bonus=9)
    with pytest.raises(InvalidRules):
        build_rules("gin_palast", house_rules=["shouting"], shout_bonus=10)


def test_a_house_rules_action_is_decided_by_it_and_only_where_it_is_on() -> None:
    assert refusal(deal(), 1, Shout()).code == "action_not_in_these_rules"
    rules = build_rules("gin_palast", house_rules=["shouting"])
    round_ = deal(rules, starter="As 2s 3s 4s 7h 7c 7d Ts Js Kd", stock="Qs")
    assert refusal(round_, 1, Shout()).code == "draw_first"
    round_.does(1, DRAW_STOCK)
    assert Shout() in legal_actions(round_.state, 1)
    round_.does(1, Shout())
    assert refusal(round_, 1, Shout()).code == "shouted_already"
    caught = refusal(round_, 1, knock("Kd"))
    assert (caught.code, caught.rule) == ("shouted_this_turn", "TEST-1")
    assert view(round_.state, 1).to_json()["knockable"] == []
    assert view(round_.state, 0).to_json()["memory"] == {"shouting": [1, 0]}
    round_.does(1, discard("Kd"))
    round_.does(0, DRAW_STOCK)
    round_.does(0, legal_actions(round_.state, 0)[0])
    round_.does(1, DRAW_STOCK)
    assert round_.state.drawn is not None
    round_.does(1, knock(card_text(round_.state.drawn)))
    assert round_.points()[1, "shout"] == 7


def test_a_swept_pile_leaves_only_the_stock_to_draw_from() -> None:
    rules = build_rules("gin_palast", house_rules=["sweeping"])
    round_ = deal(rules, starter="As", dealer="2d", upcard="9h")
    round_.does(1, DRAW_STOCK)
    assert refusal(round_, 1, Sweep()).code == "nothing_to_sweep"
    round_.does(1, discard("As"))
    round_.does(0, DRAW_STOCK)
    round_.does(0, Sweep())
    assert round_.state.open.pile == ()
    assert round_.state.memory == ((parse_card("9h"), parse_card("As")),)
    round_.does(0, discard("2d"))
    round_.does(1, TAKE_UPCARD)
    assert view(round_.state, 0).to_json()["upcard"] is None


def test_other_values_for_the_opponent_and_a_taken_card_that_must_be_melded() -> None:
    rules = build_rules("gin_palast", house_rules=["dear_aces"])
    knocker = "2s 3s 4s 7h 7c 7d Ts Js Qs 4h"
    round_ = knocked(rules, knocker=knocker, opponent="Ah Ac 3d 8h 8c 8d 9h 9c 9d 9s")
    answered(round_)
    assert round_.state.open.shown[1].points == 33
    assert round_.points() == {(1, "deadwood"): 29, (1, "box_bonus"): 10}

    round_ = deal(rules, starter="2s 3s 4s 7h 7c 7d Ts Js Qs Kd", upcard="4h")
    round_.does(1, TAKE_UPCARD)
    caught = refusal(round_, 1, knock("Kd"))
    assert (caught.code, caught.rule, caught.facts) == (
        "cards_not_melded", "TEST-3", {"cards": ["4h"]},
    )  # fmt: skip
    named = refusal(round_, 1, knock("Kd", "2s 3s 4s", "7h 7c 7d", "Ts Js Qs"))
    assert named.code == "cards_not_melded"
    assert view(round_.state, 1).to_json()["knockable"] == []


def test_points_may_change_before_they_are_compared() -> None:
    rules = build_rules("gin_palast", house_rules=["kings_double"])
    opponent = "5h 5c 5d 9h 9c 9d Ah Ac 2h Ad"
    knocker = "2s 3s 4s 7h 7c 7d Ts Js Qs 8h"
    round_ = answered(knocked(rules, knocker=knocker, opponent=opponent, discard="Kd"))
    assert round_.points() == {(0, "deadwood"): 4, (0, "undercut_bonus"): 20, (0, "box_bonus"): 10}
    opponent = "5h 5c 5d 9h 9c 9d Ah Ac 3h Kh"
    round_ = answered(knocked(rules, knocker=knocker, opponent=opponent, discard="Kd"))
    assert round_.points()[1, "deadwood"] == 2 * 15 - 8


def test_a_private_memory_stays_private() -> None:
    rules = build_rules("gin_palast", house_rules=["whispering"])
    round_ = deal(rules, bottom="Ad")
    card = parse_card("Ad")
    assert view(round_.state, 0).to_json()["memory"] == {"whispering": [0, card]}
    for seat in (1, None):
        assert view(round_.state, seat).to_json()["memory"] == {"whispering": [0, None]}
        assert redact(round_.events[1], seat) == Whispered(0)


def test_the_hooks_of_a_rule_set_from_another_family_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(INVENTED[0]), "families", frozenset({"table_melding"}))
    with pytest.raises(InvalidRules) as caught:
        build_rules("gin_palast", house_rules=["shouting"])
    assert caught.value.code == "house_rule_of_another_family"
