"""The rules engine alone: whole rounds through its public door, and meld evaluations."""

from __future__ import annotations

import random
import time
from statistics import median

from benchmarks.report import Result
from games import engine
from games.engine.families.knock.laws import laws_of

ROUNDS = 400
HANDS = 20_000
REPEATS = 5


def measure() -> list[Result]:
    dice = random.Random(2026)
    rounds = [_rounds_per_second(dice) for _ in range(REPEATS)]
    hands = [_melds_per_second(dice) for _ in range(REPEATS)]
    return [
        Result("engine.gin.rounds", round(median(rounds), 1), "rounds/s"),
        Result("engine.gin.melds", round(median(hands), 1), "evaluations/s"),
    ]


def _rounds_per_second(dice: random.Random) -> float:
    """Random play: every choice from `legal_actions`, every event folded and kept."""
    rules = engine.build_rules("gin_classic")
    cards = list(engine.deck_cards(rules))
    began = time.perf_counter()
    for _ in range(ROUNDS):
        dice.shuffle(cards)
        state, events = engine.start_round(rules, 2, cards, dealer=0)
        while state.turn is not None:
            action = dice.choice(engine.legal_actions(state, state.turn))
            for event in engine.decide(state, state.turn, action):
                state = engine.evolve(state, event)
                events.append(event)
    return ROUNDS / (time.perf_counter() - began)


def _melds_per_second(dice: random.Random) -> float:
    """Least deadwood of hands of ten; hands are dealt, not remembered."""
    rules = engine.build_rules("gin_classic")
    cards = list(engine.deck_cards(rules))
    melder = laws_of(rules).knocking
    hands = [sum(1 << card for card in dice.sample(cards, 10)) for _ in range(HANDS)]
    began = time.perf_counter()
    for hand in hands:
        melder.points(hand)
    return HANDS / (time.perf_counter() - began)
