"""After a round: the costliest decisions, each with a better one."""

import json
from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS, recall, remember
from rummy.engine.cards import parse_card, parse_cards
from rummy.engine.families.knock.actions import ANSWER, Answer, Discard, DrawStock, Knock
from rummy.engine.house_rules.catch_the_glass import CatchSet
from rummy.engine.records import Action, Event
from tests.bots.table import RULE_SETS, Seating, name_of
from tests.engine.dealing import PALAST, deal, knocked

from .reviewing import costliest_decisions


def played(rules: engine.RuleSet, keys: tuple[str, str], seed: int) -> list[Event]:
    """The log of a round between these bots."""
    seating = Seating(rules, [BOTS[key] for key in keys], Random(seed))
    deck = list(engine.deck_cards(rules))
    Random(seed).shuffle(deck)
    state, events = engine.start_round(rules, 2, deck, 0)
    seating.recalled = recall(events)
    while state.turn is not None:
        for event in engine.decide(state, state.turn, seating.choose(state, state.turn)):
            state = engine.evolve(state, event)
            seating.recalled = remember(seating.recalled, event)
            events.append(event)
    return events


@pytest.mark.parametrize("rules", RULE_SETS, ids=name_of)
def test_three_decisions_at_most_the_costliest_first(rules: engine.RuleSet) -> None:
    found = costliest_decisions(rules, 2, played(rules, ("random", "casual"), 3), seat=0)
    costs = [decision.cost for decision in found]
    assert len(found) == 3
    assert costs == sorted(costs, reverse=True)
    assert min(costs) >= 0.5
    for decision in found:
        assert decision.better.action != decision.action
        assert decision.better.value == pytest.approx(decision.value + decision.cost, abs=0.11)
    json.dumps([decision.better.facts for decision in found])


def test_the_place_is_that_of_the_event_in_the_log() -> None:
    events = played(PALAST, ("random", "casual"), 4)
    for decision in costliest_decisions(PALAST, 2, events, seat=0, most=99):
        event = events[decision.place]
        assert getattr(event, "seat", None) == 0
        assert event.cause() == decision.action


def test_who_plays_better_is_blamed_for_less() -> None:
    blame = {"random": 0.0, "casual": 0.0, "expert": 0.0}
    for key in blame:
        for seed in range(6):
            events = played(PALAST, (key, "solid"), seed)
            found = costliest_decisions(PALAST, 2, events, seat=0, most=99)
            blame[key] += sum(decision.cost for decision in found)
    assert blame["expert"] <= blame["casual"] / 4
    assert blame["casual"] < blame["random"] / 2


def test_the_winner_of_a_perfect_round_is_blamed_for_nothing() -> None:
    assert costliest_decisions(PALAST, 2, played(PALAST, ("expert", "casual"), 7), seat=0) == []


def test_throwing_a_meld_away_is_found_and_priced() -> None:
    round_ = deal(PALAST, starter="7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", stock="5h")
    round_.does(1, DrawStock())
    round_.does(1, Discard(parse_card("7h")))
    decision = costliest_decisions(PALAST, 2, round_.events, seat=1)[0]
    assert decision.action == Discard(parse_card("7h"))
    assert isinstance(decision.better.action, Knock | Discard)
    assert decision.cost > 10


@pytest.mark.parametrize(("action", "cost"), [(ANSWER, 0), (Answer((), ()), 18)])
def test_an_answer_costs_what_it_leaves_lying(action: Action, cost: int) -> None:
    """The three sixes laid open make eighteen; nothing is owed for the optimum."""
    round_ = knocked(
        PALAST, knocker="7h 7d 7c 2s 3s 4s Tc Jc Qc Ah", opponent="6h 6d 6c Kh Qd Js 9d 8h 4c 2d"
    )
    round_.does(0, action)
    found = costliest_decisions(PALAST, 2, round_.events, seat=0)
    assert [decision.cost for decision in found] == ([cost] if cost else [])


def test_a_bad_arrangement_with_the_knock_costs_its_points() -> None:
    """The five left lying could have gone with its run."""
    round_ = deal(PALAST, starter="7h 7d 7c 2s 3s 4s 5s Tc Jc Qc", stock="Kd")
    round_.does(1, DrawStock())
    laid = tuple(parse_cards(meld) for meld in ("7h 7d 7c", "2s 3s 4s", "Tc Jc Qc"))
    round_.does(1, Knock(parse_card("Kd"), laid))
    assert round_.state.open.shown[0].points == 5
    (decision,) = costliest_decisions(PALAST, 2, round_.events, seat=1)
    assert decision.cost >= 5


@pytest.mark.parametrize(("pile", "cost"), [("Jh Js Jc", 20), ("Jh Js 4c", 10)])
def test_a_wrong_claim_costs_its_points_and_those_of_the_glass_overlooked(
    pile: str, cost: int
) -> None:
    """GIN-S1: ten to the opponent; and ten more where another glass was there to be caught."""
    rules = engine.build_rules("gin_palast", house_rules=["catch_the_glass"])
    thrown = pile.split()
    round_ = deal(
        rules, starter=f"7h 7d 2s 3s 4s 9c Th Kd {thrown[0]} {thrown[2]}",
        dealer=f"8h 8d 5s 6s As Tc Qh Kc {thrown[1]} 2d", upcard="3d", stock="4h 6h 9d Qs",
    )  # fmt: skip
    for seat, card in ((1, thrown[0]), (0, thrown[1]), (1, thrown[2])):
        round_.does(seat, DrawStock())
        round_.does(seat, Discard(parse_card(card)))
    round_.does(0, DrawStock())
    round_.does(0, CatchSet(parse_card("Ks") % 13))
    found = costliest_decisions(rules, 2, round_.events, seat=0, most=99)
    (claim,) = [one for one in found if isinstance(one.action, CatchSet)]
    assert claim.cost == pytest.approx(cost, abs=0.11)
