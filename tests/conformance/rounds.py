"""Many rounds in lockstep: `python -m tests.conformance.rounds 10000` prints what was compared.

The rule-sets are the presets with their options, and Oklahoma, which changes nothing but the knock
limit of a round. One player is sensible, now and then wild, so that knocks of every kind are seen;
arrangements and answers are often not the best ones.
"""

import sys
from collections import Counter
from random import Random

from rummy import engine
from rummy.engine.cards import BIT, cards_of
from rummy.engine.families.knock.actions import Answer, Knock, LaidOff
from rummy.engine.families.knock.state import KnockState, Phase
from rummy.engine.records import Action
from tests.conformance.known_defects import Difference
from tests.conformance.lockstep import Lockstep
from tests.engine.playing import sensible, shuffled, wild
from tests.engine.variants import DUELS

LIMITS = (0, 1, 2, 3, 5, 7, 8, 10)
RULE_SETS = [
    *(engine.build_rules(preset) for preset in DUELS),
    *(
        engine.build_rules("gin_classic", knock_limit=limit, undercut_bonus=20, gin_bonus=20)
        for limit in LIMITS
    ),
    *(engine.build_rules("gin_palast", knock_limit=limit, undercut_bonus=25) for limit in LIMITS),
    *(
        engine.build_rules(preset, house_rules=["oklahoma"])
        for preset in ("gin_palast", "gin_classic")
    ),
]


def play_in_lockstep(rules: engine.RuleSet, seed: int) -> Lockstep:
    """One round of both engines from this seed."""
    dice = Random(seed)
    both = Lockstep(rules, shuffled(rules, dice), dice.randrange(2))
    wildness = dice.choice([0.0, 0.0, 0.1, 1.0])
    while not both.state.is_over:
        player = wild if dice.random() < wildness else sensible
        both.does(named(both.state, player(both.state, dice), dice))
    return both


def named(state: KnockState, action: Action, dice: Random) -> Action:
    """Knocks and answers spelled out, half of them: any best arrangement, any lay-offs."""
    if dice.random() < 0.5:
        return action
    if isinstance(action, Knock):
        hand = state.hands[state.turn or 0] ^ BIT[action.card]
        laid = dice.choice(state.laws.knocking.arrangements(hand))
        return Knock(action.card, laid.melds)
    return any_answer(state, dice) if state.phase is Phase.ANSWER else action


def any_answer(state: KnockState, dice: Random) -> Answer:
    """Some cards laid off where they fit, and the best melds of what is left."""
    melder, hand = state.laws.answering, state.hands[state.turn or 0]
    lying = [list(meld) for meld in state.open.shown[0].melds]
    laid_off = []
    for card in (*cards_of(hand), *reversed(cards_of(hand))):
        for number, meld in enumerate(lying):
            fits = hand & BIT[card] and melder.meld((*meld, card)) is not None
            if fits and dice.random() < 0.6:
                laid_off.append(LaidOff(card, number))
                meld.append(card)
                hand ^= BIT[card]
    return Answer(dice.choice(melder.arrangements(hand)).melds, tuple(laid_off))


def compare(rounds: int, seed: int) -> tuple[Counter[str], Counter[Difference]]:
    """How many rounds ended how, and which known differences were met how often."""
    ends: Counter[str] = Counter()
    differences: Counter[Difference] = Counter()
    for number in range(rounds):
        rules = RULE_SETS[number % len(RULE_SETS)]
        try:
            both = play_in_lockstep(rules, seed + number)
        except AssertionError as difference:
            raise AssertionError(f"{rules.to_json()}, seed {seed + number}") from difference
        score = engine.score(both.state)
        assert score is not None
        ends[score.reason] += 1
        differences += both.differences
    return ends, differences


if __name__ == "__main__":
    found = compare(int(sys.argv[1]), seed=20261120)
    for counted in found:
        for what, times in counted.items():
            name = what if isinstance(what, str) else what.key
            sys.stdout.write(f"{times:8}  {name}\n")
