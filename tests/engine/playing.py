"""Rounds played out by dice, for tests that must see many of them.

`sensible` players draw and discard towards low deadwood, so that rounds end in knocks, gin and
undercuts; `wild` ones do anything legal.
"""

import random
from collections.abc import Callable

from rummy.engine import deck_cards, legal_actions
from rummy.engine.cards import BIT
from rummy.engine.families.knock.state import KnockState
from rummy.engine.house_rules.catch_the_glass import CatchRun, CatchSet, run_in, set_in
from rummy.engine.house_rules.hirschn import AnnounceHirschn
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from tests.engine.dealing import Played

Player = Callable[[KnockState, random.Random], Action]


def wild(state: KnockState, dice: random.Random) -> Action:
    """Any legal action."""
    return dice.choice(legal_actions(state, state.turn or 0))


def sensible(state: KnockState, dice: random.Random) -> Action:
    """Towards less deadwood, now and then something else."""
    actions = legal_actions(state, state.turn or 0)
    if dice.random() < 0.05:
        return dice.choice(actions)
    return min(actions, key=lambda action: (_cost(state, action, dice), dice.random()))


def _cost(state: KnockState, action: Action, dice: random.Random) -> float:
    melder, hand = state.laws.knocking, state.hands[state.turn or 0]
    card = getattr(action, "card", None)
    if isinstance(action, CatchSet | CatchRun):
        return _glass_cost(state, action, dice)
    if isinstance(action, AnnounceHirschn):
        return -3 if dice.random() < 0.1 else 200
    if action.type == "discard":
        return melder.points(hand ^ BIT[card or 0])
    if action.type == "knock":
        points = melder.points(hand ^ BIT[card or 0])
        return -1 if dice.random() < 0.7 else points + 20
    if action.type == "take_upcard":
        return melder.points_after_discard(hand | BIT[state.open.pile[-1]])
    return melder.points(hand) - 1


def _glass_cost(state: KnockState, action: CatchSet | CatchRun, dice: random.Random) -> float:
    """A claim that is right is made; a wrong one seldom."""
    pile = state.open.pile
    right = set_in(pile, action.rank) if isinstance(action, CatchSet) else run_in(pile, action.suit)
    return -2 if right or dice.random() < 0.002 else 200


def shuffled(rules: RuleSet, dice: random.Random) -> list[int]:
    """The deck of these rules in an order the dice decide."""
    deck = list(deck_cards(rules))
    dice.shuffle(deck)
    return deck


def play(rules: RuleSet, seed: int, player: Player = sensible) -> Played:
    """One round from this seed, to its end."""
    dice = random.Random(seed)
    round_ = Played(rules, shuffled(rules, dice))
    while round_.state.turn is not None:
        round_.does(round_.state.turn, player(round_.state, dice))
    return round_
