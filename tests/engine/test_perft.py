"""Every line of play from small deals, counted, and each move held against the plain referee."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.engine import decide, evolve, legal_actions, score, start_round
from games.engine.cards import card_text
from games.engine.families.knock.numbers import KnockNumbers
from games.engine.family import RoundState
from games.engine.records import Action
from games.engine.rules import RuleSet
from tests.engine.dealing import Played
from tests.engine.playing import sensible, shuffled
from tests.engine.reference import Referee, referee
from tests.engine.variants import VARIANTS, name_of

DEPTH = 6
SEEDS = (10, 19, 20)


def small(rules: RuleSet) -> RuleSet:
    """Five cards a seat, two draws from the stock, two upcards in a row."""
    assert isinstance(rules.play, KnockNumbers)
    play = replace(rules.play, hand_size=5, stock_floor=39, upcard_streak_limit=2)
    return replace(rules, play=play)


def low_deck(seed: int) -> list[int]:
    """Low cards first, so that melds and knocks are near."""
    dice = random.Random(seed)
    low = [card for card in range(52) if card % 13 < 5]
    high = [card for card in range(52) if card % 13 >= 5]
    dice.shuffle(low)
    dice.shuffle(high)
    return low + high


def told(action: Action) -> str:
    card = getattr(action, "card", None)
    return action.type if card is None else f"{action.type} {card_text(card)}"


def walk(state: RoundState, judge: Referee, depth: int) -> Iterator[str]:
    """The endings below this state; at every node engine and referee agree."""
    turn = state.turn
    if turn is None or depth == 0:
        yield _agreed_ending(state, judge)
        return
    assert turn == judge.turn
    legal = legal_actions(state, turn)
    assert {told(action) for action in legal} == judge.legal()
    for action in legal:
        after = state
        for event in decide(state, turn, action):
            after = evolve(after, event)
        yield from walk(after, judge.after(told(action)), depth - 1)


def _agreed_ending(state: RoundState, judge: Referee) -> str:
    outcome = score(state)
    assert judge.ending == ("" if outcome is None else outcome.reason)
    if outcome is None:
        return "open"
    assert list(outcome.points) == judge.points
    return outcome.reason


def count(rules: RuleSet) -> Counter[str]:
    """How the lines of play stand after DEPTH actions, over the decks of SEEDS."""
    endings: Counter[str] = Counter()
    for seed in SEEDS:
        deck = low_deck(seed)
        state, _ = start_round(rules, 2, deck, dealer=0)
        endings.update(walk(state, referee(rules, [card_text(card) for card in deck]), DEPTH))
    return endings


PERFT: dict[str, dict[str, int]] = {
    "gin_palast": {"gin": 3, "knock": 223, "open": 2059, "stock_exhausted": 1188, "undercut": 56},
    "gin_palast+oklahoma": {
        "gin": 3,
        "knock": 191,
        "open": 2055,
        "stock_exhausted": 1188,
        "undercut": 52,
    },
    "gin_classic": {"gin": 2, "knock": 165, "open": 1778, "stock_exhausted": 648, "undercut": 45},
    "gin_classic+oklahoma": {
        "gin": 2,
        "knock": 137,
        "open": 1766,
        "stock_exhausted": 648,
        "undercut": 42,
    },
    "gin_classic_seed": {
        "gin": 2,
        "knock": 550,
        "open": 1245,
        "stock_exhausted": 648,
        "undercut": 193,
    },
    "gin_classic_seed+oklahoma": {
        "gin": 2,
        "knock": 514,
        "open": 1245,
        "stock_exhausted": 648,
        "undercut": 186,
    },
}


@pytest.mark.parametrize("rules", VARIANTS, ids=name_of)
def test_all_lines_of_play_to_a_depth_are_these_many(rules: RuleSet) -> None:
    assert dict(count(small(rules))) == PERFT[name_of(rules)]


@pytest.mark.parametrize("rules", VARIANTS, ids=name_of)
def test_whole_rounds_agree_with_the_referee_move_by_move(rules: RuleSet) -> None:
    for seed in range(25):
        dice = random.Random(seed)
        round_ = Played(rules, shuffled(rules, dice))
        judge = referee(rules, [card_text(card) for card in round_.deck])
        while round_.state.turn is not None:
            turn = round_.state.turn
            assert {told(action) for action in legal_actions(round_.state, turn)} == judge.legal()
            action = sensible(round_.state, dice)
            round_.does(turn, action)
            judge = judge.after(told(action))
        assert _agreed_ending(round_.state, judge) == judge.ending
