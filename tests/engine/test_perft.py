"""Every line of play from small deals, counted, and each move held against the plain referee."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rummy.engine import decide, deck_cards, evolve, legal_actions, score, start_round
from rummy.engine.cards import RANKS, SUITS, card_text, face_of, held_of, is_joker, rank_of
from rummy.engine.families.knock.rules.numbers import KnockNumbers
from rummy.engine.families.knock.state import KnockState
from rummy.engine.family import RoundState
from rummy.engine.house_rules.catch_the_glass import CatchRun, CatchSet
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from tests.engine.dealing import Played
from tests.engine.meld_referee import Laid
from tests.engine.playing import sensible, shuffled
from tests.engine.reference import Referee, referee
from tests.engine.variants import VARIANTS, name_of

pytestmark = [pytest.mark.thorough, pytest.mark.drawn(5)]

SEEDS = (10, 19, 20)


def depth_of(rules: RuleSet) -> int:
    """Six actions deep; claims of glasses branch so widely that four must do."""
    return 4 if "catch_the_glass" in rules.house_rules else 6


def small(rules: RuleSet) -> RuleSet:
    """Five cards a seat, two draws from the stock, two upcards in a row."""
    assert isinstance(rules.play, KnockNumbers)
    left = 39 + rules.jokers
    play = replace(rules.play, hand_size=5, stock_floor=left, upcard_streak_limit=2)
    return replace(rules, play=play)


def low_deck(rules: RuleSet, seed: int) -> list[int]:
    """Low cards and jokers first, so that melds and knocks are near; on either side of the corner
    where runs go round it."""
    dice = random.Random(seed)
    shift = 1 if rules.melds.cyclic_runs else 0
    low = [c for c in deck_cards(rules) if is_joker(c) or (rank_of(c) + shift) % 13 < 5]
    high = [card for card in deck_cards(rules) if card not in low]
    dice.shuffle(low)
    dice.shuffle(high)
    return low + high


def told(action: Action) -> str:
    if isinstance(action, CatchSet):
        return f"catch_set {RANKS[action.rank]}"
    if isinstance(action, CatchRun):
        return f"catch_run {SUITS[action.suit]}"
    card = getattr(action, "card", None)
    return action.type if card is None else f"{action.type} {card_text(card)}"


def laid_by_knocker(state: RoundState) -> list[Laid]:
    """The knocker's melds as they lie, when they may be laid off on."""
    assert isinstance(state, KnockState)
    if not state.open.shown:
        return []
    return [
        Laid(
            tuple(card_text(face_of(card)) for card in meld),
            frozenset(card_text(face_of(card)) for card in meld if is_joker(held_of(card))),
        )
        for meld in state.open.shown[0].melds
    ]


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
        yield from walk(after, judge.after(told(action), laid_by_knocker(after)), depth - 1)


def _agreed_ending(state: RoundState, judge: Referee) -> str:
    outcome = score(state)
    assert judge.ending == ("" if outcome is None else outcome.reason)
    if outcome is None:
        return "open"
    assert list(outcome.points) == judge.points
    return outcome.reason


def count(rules: RuleSet) -> Counter[str]:
    """How the lines of play stand after so many actions, over the decks of SEEDS."""
    endings: Counter[str] = Counter()
    for seed in SEEDS:
        deck = low_deck(rules, seed)
        state, _ = start_round(rules, 2, deck, dealer=0)
        judge = referee(rules, [card_text(card) for card in deck])
        endings.update(walk(state, judge, depth_of(rules)))
    return endings


PERFT: dict[str, dict[str, int]] = {
    "gin_palast": {"gin": 3, "knock": 223, "open": 2059, "stock_exhausted": 1188, "undercut": 56},
    "gin_classic": {"gin": 2, "knock": 165, "open": 1778, "stock_exhausted": 648, "undercut": 45},
    "gin_classic_seed": {
        "gin": 2,
        "knock": 550,
        "open": 1245,
        "stock_exhausted": 648,
        "undercut": 193,
    },
    "gin_palast+catch_the_glass": {
        "knock": 144,
        "open": 2765,
        "stock_exhausted": 108,
        "undercut": 90,
    },
    "gin_palast+cyclic_runs": {
        "gin": 3,
        "knock": 110,
        "open": 2078,
        "stock_exhausted": 1188,
        "undercut": 58,
    },
    "gin_palast+gin_pro": {
        "gin": 3,
        "knock": 223,
        "open": 2059,
        "stock_exhausted": 1188,
        "undercut": 56,
    },
    "gin_palast+hirschn": {
        "gin": 3,
        "knock": 438,
        "open": 3364,
        "stock_exhausted": 1404,
        "undercut": 107,
    },
    "gin_palast+jokers": {
        "gin": 2,
        "knock": 148,
        "open": 2896,
        "stock_exhausted": 1188,
        "undercut": 89,
    },
    "gin_palast+oklahoma": {
        "gin": 3,
        "knock": 191,
        "open": 2055,
        "stock_exhausted": 1188,
        "undercut": 52,
    },
    "gin_palast+rainbow_runs": {
        "gin": 3,
        "knock": 226,
        "open": 2071,
        "stock_exhausted": 1188,
        "undercut": 57,
    },
    "gin_palast+tedesco": {
        "gin": 3,
        "knock": 155,
        "open": 1898,
        "stock_exhausted": 1188,
        "undercut": 22,
    },
    "gin_palast+training": {
        "gin": 3,
        "knock": 223,
        "open": 2059,
        "stock_exhausted": 1188,
        "undercut": 56,
    },
    "gin_palast+all": {"knock": 216, "open": 3883, "stock_exhausted": 108, "undercut": 18},
    "gin_classic+all": {"knock": 75, "open": 2345, "undercut": 18},
    "gin_classic_seed+all": {"knock": 190, "open": 2229, "undercut": 19},
}


@pytest.mark.parametrize("rules", VARIANTS, ids=name_of)
def test_all_lines_of_play_to_a_depth_are_these_many(rules: RuleSet) -> None:
    assert dict(count(small(rules))) == PERFT[name_of(rules)]


@pytest.mark.parametrize("rules", VARIANTS, ids=name_of)
def test_whole_rounds_agree_with_the_referee_move_by_move(rules: RuleSet) -> None:
    for seed in range(5 if rules.house_rules else 15):
        dice = random.Random(seed)
        round_ = Played(rules, shuffled(rules, dice))
        judge = referee(rules, [card_text(card) for card in round_.deck])
        while round_.state.turn is not None:
            turn = round_.state.turn
            assert {told(action) for action in legal_actions(round_.state, turn)} == judge.legal()
            action = sensible(round_.state, dice)
            round_.does(turn, action)
            judge = judge.after(told(action), laid_by_knocker(round_.state))
        assert _agreed_ending(round_.state, judge) == judge.ending
