"""Rounds of gin between honest bots and bots that collude, told as `watch` sees them.

Who colludes sees the partner's hand, as people do who talk on the telephone.
"""

from collections.abc import Sequence
from random import Random

from backoffice.integrity.collusion import Behaviour, watch
from rummy import engine
from rummy.bots import BOTS, recall, remember
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Discard
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Action, Event
from rummy.engine.rules import RuleSet

RULES = engine.build_rules("gin_palast")
STYLES = ("feeding", "soft_knocking", "sharing_hands", "dumping")
CHEATS_ONE_IN = 2  # turns; to cheat always would be too easy to see


def played(
    levels: Sequence[str], style: str | None, seed: int, rules: RuleSet = RULES
) -> tuple[Behaviour, Behaviour]:
    """One round; with a style, seat 0 cheats in favour of seat 1, who plays on as ever."""
    dice, deck = Random(seed), list(engine.deck_cards(rules))
    dice.shuffle(deck)
    state, events = engine.start_round(rules, 2, deck, seed % 2)
    recalled = recall(events)
    while state.turn is not None:
        seat, legal = state.turn, engine.legal_actions(state, state.turn)
        action = BOTS[levels[seat]].choose(engine.view(state, seat), legal, dice, recalled)
        if (
            style
            and seat == 0
            and isinstance(state, KnockState)
            and not dice.randrange(CHEATS_ONE_IN)
        ):
            action = _cheats(style, state, legal, action)
        told: list[Event] = list(engine.decide(state, seat, action))
        for event in told:
            state, recalled = engine.evolve(state, event), remember(recalled, event)
        events += told
    return watch(rules, events)


def _cheats(style: str, state: KnockState, legal: Sequence[Action], honest: Action) -> Action:
    """What a colluding seat 0 does instead, where its style has something to offer."""
    melder, (own, other) = state.laws.knocking, state.hands
    discards = [one for one in legal if isinstance(one, Discard)]
    if not discards:
        return honest
    by_rest = sorted(discards, key=lambda one: melder.points(own ^ BIT[one.card]))
    if style == "soft_knocking":
        return honest if isinstance(honest, Discard) else by_rest[0]
    if style == "dumping":
        return by_rest[min(len(by_rest) - 1, 5)]
    if not isinstance(honest, Discard):
        return honest
    useful = {
        one for one in discards if melder.points(other | BIT[one.card]) < melder.points(other)
    }
    if style == "feeding":
        return next((one for one in by_rest if one in useful), honest)
    return next((one for one in by_rest if one not in useful), honest)
