"""Hints and review in Deutsches Rommé and Rommé 500: the expert's choice, its reason, its price."""

import json
from itertools import islice
from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS
from rummy.engine.families.table_melding.reading import first_meld_points, has_melded
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.records import Event, action_to_json
from rummy.hints import Hint, advise
from tests.bots.table_melding.contests import Table
from tests.engine.table_melding.dealing import discard, position, take
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER
from tests.hints.reviewing import costliest_decisions

CODES = {
    "take_to_go_out", "take_pile", "take_and_lay", "take_to_keep", "stock_is_better",
    "draw_from_stock", "claim_discard", "go_out", "hand_romme", "lay_first_meld", "lay_melds",
    "lay_off_now", "exchange_for_joker", "rearrange_table", "wait_for_hand_romme",
    "safer_to_discard", "discard_is_dear", "discard_fits_least", "nothing_to_lay",
}  # fmt: skip
GAMES = pytest.mark.parametrize(
    "rules", [GERMAN, pytest.param(ROBBER, marks=pytest.mark.thorough), FIVE_HUNDRED]
)


def hint(state: engine.RoundState) -> Hint:
    found = advise(engine.view(state, state.turn))
    assert found is not None
    return found


@pytest.mark.parametrize("rules", [GERMAN, ROBBER, FIVE_HUNDRED])
def test_it_recommends_what_the_expert_does(rules: engine.RuleSet) -> None:
    table = Table(rules, [BOTS["solid"], BOTS["casual"]], Random(2))
    for state, seat, _, recalled in islice(table.positions(dealer=0), 60):
        seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        found = advise(seen, recalled)
        assert found is not None
        assert found.action == BOTS["expert"].choose(seen, legal, Random(0), recalled)
        assert found.reason in CODES
        json.dumps(found.facts)
        values = [choice.value for choice in found.choices]
        assert values == sorted(values, reverse=True)


def test_going_out_comes_before_everything_and_says_so() -> None:
    found = hint(position(GERMAN, "7h 8h 9h Kc", others=["2h 3d"]).state)
    assert (found.reason, found.facts["cards"]) == ("go_out", ["7h", "8h", "9h"])


def test_a_first_meld_is_recommended_with_its_points() -> None:
    hand = "Kh Kc Kd 4h 5h 6h 2c 9s Js Ad Tc"
    state = position(GERMAN, hand, others=["2h 3d 4d 5d 6d"], opened=[False, True]).state
    assert hint(state).reason == "lay_first_meld"
    assert hint(state).facts["points"] == 45


def test_the_number_said_of_a_first_meld_is_the_one_the_rule_counts() -> None:
    hand = "Kh Kc X1 4h 5h 6h 2c 9s Js Ad Tc"
    round_ = position(GERMAN, hand, others=["2h 3d 4d 5d 6d"], opened=[False, True])
    assert hint(round_.state).facts["points"] == 45  # the joker for a king: 10, not 20
    while not has_melded(round_.state.laws, round_.state.open, 0):
        said = hint(round_.state)
        assert (said.reason, said.facts["points"]) == ("lay_first_meld", 45)
        round_.does(0, said.action)
    assert first_meld_points(round_.state.open) == 45


def test_of_equal_cards_one_is_offered() -> None:
    hand = "3c 3c2 8d 8d2 X1 X2 Kh Js 5h"
    found = hint(position(GERMAN, hand, others=["2h 3d 4d 5d 6d"], opened=False).state)
    offered = [str(action_to_json(choice.action)["card"])[:2] for choice in found.choices]
    assert len(offered) == len(set(offered)) == 4
    assert found.choices[0].action == found.action


def test_a_draw_is_explained() -> None:
    good = position(GERMAN, "7h 8h Kc Qd", pile="9h", others=["2h 3d"], phase=Phase.DRAW).state
    assert (hint(good).action, hint(good).reason) == (take(), "take_and_lay")
    bad = position(GERMAN, "7h 8h Kc Qd", pile="2c", others=["2h 3d"], phase=Phase.DRAW).state
    assert hint(bad).reason == "stock_is_better"
    assert hint(bad).facts["card"] == "2c"


def test_nobody_is_told_anything_out_of_turn() -> None:
    state = position(GERMAN, "7h 8h Kc", others=["2h 3d"]).state
    assert advise(engine.view(state, 1)) is None
    assert advise(engine.view(state, None)) is None


def played(rules: engine.RuleSet, keys: list[str], seed: int) -> list[Event]:
    """The log of a round between these bots."""
    table = Table(rules, [BOTS[key] for key in keys], Random(seed))
    for _ in table.positions(dealer=0):
        pass
    return table.events


@GAMES
def test_the_costliest_decisions_come_first_each_with_a_better_one(rules: engine.RuleSet) -> None:
    events = played(rules, ["random", "casual"], 5)
    found = costliest_decisions(rules, 2, events, seat=0)
    costs = [decision.cost for decision in found]
    assert found
    assert costs == sorted(costs, reverse=True)
    assert min(costs) >= 0.5
    for decision in found:
        assert decision.better.action != decision.action
        assert decision.better.value == pytest.approx(decision.value + decision.cost, abs=0.11)
        assert events[decision.place].cause() == decision.action
    json.dumps([decision.better.facts for decision in found])


@GAMES
def test_the_expert_is_blamed_for_nothing_by_itself(rules: engine.RuleSet) -> None:
    events = played(rules, ["expert", "solid"], 6)
    assert costliest_decisions(rules, 2, events, seat=0) == []


def test_a_missed_going_out_is_what_costs_most() -> None:
    round_ = position(GERMAN, "7h 8h 9h Kc", others=["2h 3d Ts Jd 4s"], stock="5d")
    start = round_.state
    better = hint(start)
    assert better.reason == "go_out"
    assert better.value > hint(round_.state).choices[1].value + 20
    round_.does(0, discard("Kc"))
