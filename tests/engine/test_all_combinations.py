"""Every set of special rules starts, plays and ends: all 512, by dice and by bots.

`pytest tests/engine/test_all_combinations.py --rounds 10000` plays more of them.
"""

import json
import random
from itertools import combinations

import pytest

from rummy.bots import BOTS
from rummy.engine import (
    HOUSE_RULES,
    build_rules,
    decide,
    deck_cards,
    evolve_view,
    fold,
    legal_actions,
    redact,
    score,
    view,
)
from rummy.engine.as_json.stored import (
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
)
from rummy.engine.cards import mask_of
from rummy.engine.door import FAMILIES
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Event
from rummy.engine.replay import first_departure
from rummy.engine.rules import RuleSet
from tests.engine.dealing import Played
from tests.engine.playing import sensible, shuffled, wild
from tests.engine.test_invariants import states
from tests.engine.variants import DUELS

pytestmark = pytest.mark.thorough

COMBINATIONS = [
    keys for size in range(len(HOUSE_RULES) + 1) for keys in combinations(HOUSE_RULES, size)
]
SHARES = 8  # the combinations are dealt out to so many tests


def rules_of(number: int) -> RuleSet:
    """The presets for two take turns."""
    keys = COMBINATIONS[number % len(COMBINATIONS)]
    return build_rules(DUELS[number % len(DUELS)], house_rules=keys)


def played(rules: RuleSet, seed: int) -> Played:
    """A round by two kinds of dice and two kinds of bot, in turn."""
    dice = random.Random(seed)
    round_ = Played(rules, shuffled(rules, dice))
    while round_.state.turn is not None:
        seat, state = round_.state.turn, round_.state
        if seed % 4 < 2:
            action = (sensible, wild)[seed % 4](state, dice)
        else:
            bot = BOTS[("greedy", "random")[seed % 4 - 2]]
            action = bot.choose(view(state, seat), legal_actions(state, seat), dice)
        round_.does(seat, action)
    return round_


def test_there_are_512() -> None:
    assert len(COMBINATIONS) == 2 ** len(HOUSE_RULES) == 512
    assert len({build_rules("gin_palast", house_rules=keys).digest for keys in COMBINATIONS}) == 512


@pytest.mark.drawn(3)
@pytest.mark.parametrize("share", range(SHARES))
def test_any_set_of_special_rules_plays_to_its_end(
    share: int, request: pytest.FixtureRequest
) -> None:
    rounds = int(request.config.getoption("--rounds") or len(COMBINATIONS))
    for number in range(share, rounds, SHARES):
        rules = rules_of(number)
        assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules
        round_ = played(rules, number // len(COMBINATIONS) + number)
        outcome = score(round_.state)
        assert outcome is not None
        assert (
            (outcome.winner is None) == (outcome.reason == "stock_exhausted") == (not outcome.lines)
        )
        assert fold(rules, 2, round_.events) == round_.state
        assert first_departure(rules, 2, round_.events) is None
        _no_card_is_lost(rules, round_.state)
        if number % 64 == share:
            _nothing_leaks_and_all_reads_back(rules, round_.events)


def _no_card_is_lost(rules: RuleSet, state: KnockState) -> None:
    piles = mask_of(state.stock), mask_of(state.open.pile), state.open.removed
    assert sum((*state.hands, *piles)) == mask_of(deck_cards(rules))


def _nothing_leaks_and_all_reads_back(rules: RuleSet, events: list[Event]) -> None:
    followed = {seat: view(FAMILIES["knock"].blank(rules, 2), seat) for seat in (0, 1, None)}
    for event, state in zip(events, states(rules, events), strict=True):
        _no_card_is_lost(rules, state)
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
        assert state_from_json(rules, json.loads(json.dumps(state_to_json(state)))) == state
        for seat in followed:
            followed[seat] = evolve_view(followed[seat], redact(event, seat))
            assert followed[seat] == view(state, seat)
        if state.turn is not None:
            legal = legal_actions(state, state.turn)
            assert followed[state.turn].legal_actions() == legal
            assert all(decide(state, state.turn, action) for action in legal)
