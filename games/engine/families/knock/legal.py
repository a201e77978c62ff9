"""The finite choices of the seat on turn, from what that seat can see."""

from games.engine.cards import BIT
from games.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Knock,
    discards_of,
)
from games.engine.families.knock.decide import must_draw_stock
from games.engine.families.knock.knocking import knockable
from games.engine.families.knock.state import OpenRound, Phase, Sight
from games.engine.records import Action


def legal_actions(sight: Sight) -> list[Action]:
    """Every finite action `decide` accepts from this seat now."""
    now, seat = sight.open, sight.seat
    if seat is None or now.turn != seat:
        return []
    actions = _core_actions(sight, now)
    for hook in sight.laws.hooks:
        actions += hook.actions(sight)
    forbidders = sight.laws.forbidders
    if not forbidders:
        return actions
    return [act for act in actions if not any(hook.forbids(sight, act) for hook in forbidders)]


def _core_actions(sight: Sight, now: OpenRound) -> list[Action]:
    phase = now.phase
    if phase is Phase.DRAW:
        if not now.pile or must_draw_stock(sight.laws.numbers.upcard_streak_limit, now):
            return [DRAW_STOCK]
        return [DRAW_STOCK, TAKE_UPCARD]
    if phase is Phase.DISCARD:
        hand = sight.hand or 0
        if now.taken is not None:
            hand &= ~BIT[now.taken]
        actions = discards_of(hand)
        actions += [Knock(card) for card, _ in knockable(sight)]
        return actions
    if phase is Phase.UPCARD_OFFER:
        return [TAKE_UPCARD, PASS_UPCARD]
    return [ANSWER]
