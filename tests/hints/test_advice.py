"""Hints: what the expert would do, what it brings, and why."""

import json
from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS, recall
from rummy.engine.cards import parse_card
from rummy.engine.families.knock.actions import ANSWER, Discard, DrawStock, Knock, TakeUpcard
from rummy.engine.families.knock.state import KnockState
from rummy.hints import Hint, advise
from tests.bots.table import RULE_SETS, Seating, after, name_of, seat_to_draw

CODES = {
    "must_draw_stock", "take_to_knock", "take_for_meld", "take_for_hand", "take_to_keep",
    "stock_is_better", "leave_upcard", "gin", "knock_now", "wait_with_knock", "discard_is_safer",
    "discard_is_useless", "discard_keeps_chances", "answer_with_the_optimum", "announce_hirschn",
    "catch_set", "catch_run",
}  # fmt: skip


def hint(state: KnockState) -> Hint:
    found = advise(engine.view(state, state.turn))
    assert found is not None
    return found


def after_drawing(hand: str, drawn: str) -> KnockState:
    return after(seat_to_draw(hand, upcard="Kc", next_card=drawn), DrawStock())


@pytest.mark.parametrize("rules", RULE_SETS, ids=name_of)
def test_it_recommends_what_the_expert_does(rules: engine.RuleSet) -> None:
    """In every position of a round, under every rule; readable as JSON and legal."""
    seating = Seating(rules, [BOTS["casual"], BOTS["solid"]], Random(12))
    for state, seat, _ in seating.positions(dealer=0):
        seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        found = advise(seen, seating.recalled)
        assert found is not None
        assert found.action == BOTS["expert"].choose(seen, legal, Random(0), seating.recalled)
        assert found.reason in CODES
        json.dumps(found.facts)
        values = [choice.value for choice in found.choices]
        assert values == sorted(values, reverse=True)


def test_gin_is_recommended_as_gin() -> None:
    found = hint(after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "Qc"))
    assert (found.action, found.reason) == (Knock(parse_card("Kd")), "gin")
    assert found.facts["points"] == 0
    assert found.value > 30  # 25 and the box apart from the deadwood


def test_a_card_that_makes_a_meld_is_taken_for_it() -> None:
    found = hint(seat_to_draw("7h 7d 2s 3s 4s 9c Th Kd As 5c", upcard="7s"))
    assert (found.action, found.reason) == (TakeUpcard(), "take_for_meld")
    assert found.facts["card"] == "7s"
    assert found.facts["points_after"] < found.facts["points_before"]


def test_a_card_that_helps_nothing_is_left() -> None:
    found = hint(seat_to_draw("7h 7d 2s 3s 4s 9c Th Qd As 5c", upcard="Ks"))
    assert (found.action, found.reason) == (DrawStock(), "stock_is_better")
    assert found.facts["card"] == "Ks"
    assert found.facts["value_of_taking"] < found.value


def test_a_discard_is_explained_by_what_it_leaves() -> None:
    found = hint(after_drawing("7h 7d 7c 2s 3s 4s 9c Td Kd 5c", "Ah"))
    assert isinstance(found.action, Discard)
    assert found.facts["points"] >= found.facts["points_expected"]
    assert {"gin_percent", "knock_percent", "danger_percent"} <= set(found.facts)


def test_an_answer_is_left_to_the_optimum() -> None:
    state = after(after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "3d"), Knock(parse_card("Kd")))
    assert hint(state).action == ANSWER


def test_nobody_is_advised_out_of_turn() -> None:
    state = seat_to_draw("7h 7d 2s 3s 4s 9c Th Kd As 5c", upcard="7s")
    assert advise(engine.view(state, 1)) is None
    assert advise(engine.view(state, None)) is None
    assert advise(engine.view(state, 0), recall([])) == hint(state)
