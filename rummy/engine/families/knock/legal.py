"""The finite choices of the seat on turn, from what that seat can see."""

from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Knock,
    discards_of,
)
from rummy.engine.families.knock.decide import must_draw_stock
from rummy.engine.families.knock.knocking import knockable
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import (
    DISCARD,
    DRAW,
    UPCARD_OFFER,
    KnockState,
    OpenRound,
    Sight,
)
from rummy.engine.records import Action


def legal_actions(sight: Sight) -> list[Action]:
    """Every finite action `decide` accepts from this seat now."""
    laws, now, seat, hand = sight[:4]
    if seat is None or hand is None or now.turn != seat:
        return []
    if now.phase is DISCARD:
        actions = _discards(now, hand)
        actions += [Knock(card) for card, _ in knockable(sight)]
    else:
        actions = _actions_outside_discarding(laws, now)
    for hook in laws.hooks:
        actions += hook.actions(sight)
    return _allowed(sight, actions)


def plain_actions(sight: Sight) -> list[Action]:
    """What can be told without looking for melds: draws, discards, an answer with the optimum."""
    laws, now, _, hand = sight[:4]
    discarding = now.phase is DISCARD and hand is not None
    actions = _discards(now, hand or 0) if discarding else _actions_outside_discarding(laws, now)
    return _allowed(sight, actions)


def _allowed(sight: Sight, actions: list[Action]) -> list[Action]:
    """Without those that a house rule forbids."""
    forbidders = sight.laws.forbidders
    if not forbidders:
        return actions
    return [act for act in actions if not any(hook.forbids(sight, act) for hook in forbidders)]


def legal_actions_in(state: KnockState, seat: int) -> list[Action]:
    """The same from the whole state, by the shortest way: every move asks for it."""
    laws, now, hands, _, drawn, memory = state
    if now.turn != seat:
        return []
    if not laws.hooks:
        if now.phase is not DISCARD:
            return _actions_outside_discarding(laws, now)
        if not laws.knocking.can_reach(hands[seat], now.knock_limit):
            return _discards(now, hands[seat])
    return legal_actions(Sight(laws, now, seat, hands[seat], drawn, memory))


def _discards(now: OpenRound, hand: int) -> list[Action]:
    """A card just taken from the pile is not thrown back (GIN-2)."""
    return discards_of(hand if now.taken is None else hand & ~BIT[now.taken])


def _actions_outside_discarding(laws: KnockLaws, now: OpenRound) -> list[Action]:
    phase = now.phase
    if phase is DRAW:
        if not now.pile or must_draw_stock(laws.numbers.upcard_streak_limit, now):
            return [DRAW_STOCK]
        return [DRAW_STOCK, TAKE_UPCARD]
    if phase is UPCARD_OFFER:
        return [TAKE_UPCARD, PASS_UPCARD]
    return [ANSWER]
