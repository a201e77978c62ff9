"""From the shuffled deck to the cards on the table: the verifier follows a played round."""

import copy
from random import Random
from typing import Any

import pytest

from rummy import engine
from rummy.engine.as_json.stored import card_text, event_to_json
from rummy.fairness import RoundSeeds, deck_order, first_dealer
from rummy.fairness.proof import is_canonical

from .cards import seeds_of
from .proofs import drawn_by_lot, prove_round
from .test_verifier import verifier

RULE_SETS = [
    engine.build_rules(preset, house_rules=house_rules)
    for preset, chosen in engine.PRESETS.items()
    if chosen.family == "knock"
    for house_rules in ([], *([key] for key in engine.HOUSE_RULES))
]


def played_record(rules: engine.RuleSet, seeds: RoundSeeds) -> dict[str, Any]:
    """The record of a round dealt from these seeds and played by chance."""
    cards = engine.deck_cards(rules)
    deck = [cards[position] for position in deck_order(seeds, len(cards))]
    state, events = engine.start_round(rules, len(seeds.client_seeds), deck, first_dealer(seeds))
    dice = Random(seeds.server_seed)
    while not state.is_over:
        seat = state.turn
        assert seat is not None
        decided = engine.decide(state, seat, dice.choice(engine.legal_actions(state, seat)))
        events += decided
        for event in decided:
            state = engine.evolve(state, event)
    proof = prove_round(
        seeds,
        canonical_deck=[card_text(card) for card in cards],
        dealing=drawn_by_lot(seeds),
    )
    return proof.to_json() | {"events": [event_to_json(event) for event in events]}


@pytest.fixture
def record() -> dict[str, Any]:
    return copy.deepcopy(
        played_record(engine.build_rules("gin_palast"), seeds_of(5, "a", "b", round_number=1))
    )


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: f"{rules.key} {rules.house_rules}")
def test_played_rounds_are_verified_card_by_card(rules: engine.RuleSet) -> None:
    assert is_canonical([card_text(card) for card in engine.deck_cards(rules)])
    for number in range(10):
        seats = min(rules.seats)
        verified = verifier.verify(
            played_record(rules, seeds_of(number, *"abcd"[:seats], round_number=1))
        )
        assert verified.startswith(f"commitment and deck, {seats} hands and ")


def deal_of(record: dict[str, Any]) -> dict[str, Any]:
    deal: dict[str, Any] = record["events"][0]
    assert deal["type"] == "round_dealt"
    return deal


def test_a_card_changed_between_two_hands_is_found(record: dict[str, Any]) -> None:
    ours, theirs = deal_of(record)["hands"]
    ours[0], theirs[0] = theirs[0], ours[0]
    with pytest.raises(verifier.Refused, match="seat 0 was dealt other cards"):
        verifier.verify(record)


def test_another_upcard_is_found(record: dict[str, Any]) -> None:
    deal_of(record)["upcard"] = record["deck"][-1]
    with pytest.raises(verifier.Refused, match="another upcard"):
        verifier.verify(record)


def test_another_dealer_is_found(record: dict[str, Any]) -> None:
    deal_of(record)["dealer"] ^= 1
    with pytest.raises(verifier.Refused, match="another seat than the one whose turn it was"):
        verifier.verify(record)


def test_every_card_drawn_must_be_the_top_of_the_stock(record: dict[str, Any]) -> None:
    draws = [event for event in record["events"] if event["type"] == "stock_drawn"]
    assert len(draws) > 5
    for event in draws:
        true_card = event["card"]
        event["card"] = record["deck"][-1]
        with pytest.raises(verifier.Refused, match="another card was drawn"):
            verifier.verify(record)
        event["card"] = true_card
    verifier.verify(record)


def test_the_words_the_verifier_looks_for_are_the_engines() -> None:
    rules = engine.build_rules("gin_palast", house_rules=["oklahoma"])
    words = {
        event["type"]
        for event in played_record(rules, seeds_of(1, "", "", round_number=1))["events"]
    }
    assert {"round_dealt", "stock_drawn", "stock_bottom_shown"} <= words
