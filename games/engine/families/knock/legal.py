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
from games.engine.families.knock.laws import KnockLaws
from games.engine.families.knock.state import KnockState, OpenRound, Phase, Sight
from games.engine.records import Action


def legal_actions(sight: Sight) -> list[Action]:
    """Every finite action `decide` accepts from this seat now."""
    laws, now, seat, hand = sight[:4]
    if seat is None or hand is None or now.turn != seat:
        return []
    if now.phase is Phase.DISCARD:
        held = hand if now.taken is None else hand & ~BIT[now.taken]
        actions = discards_of(held)
        actions += [Knock(card) for card, _ in knockable(sight)]
    else:
        actions = _actions_outside_discarding(laws, now)
    if not laws.hooks:
        return actions
    for hook in laws.hooks:
        actions += hook.actions(sight)
    forbidders = laws.forbidders
    return [act for act in actions if not any(hook.forbids(sight, act) for hook in forbidders)]


def legal_actions_in(state: KnockState, seat: int) -> list[Action]:
    """The same from the whole state, by the shortest way: every move asks for it."""
    laws, now, hands, _, drawn, memory = state
    if now.turn != seat:
        return []
    if now.phase is Phase.DRAW and not laws.hooks:
        return _actions_outside_discarding(laws, now)
    return legal_actions(Sight(laws, now, seat, hands[seat], drawn, memory))


def _actions_outside_discarding(laws: KnockLaws, now: OpenRound) -> list[Action]:
    phase = now.phase
    if phase is Phase.DRAW:
        if not now.pile or must_draw_stock(laws.numbers.upcard_streak_limit, now):
            return [DRAW_STOCK]
        return [DRAW_STOCK, TAKE_UPCARD]
    if phase is Phase.UPCARD_OFFER:
        return [TAKE_UPCARD, PASS_UPCARD]
    return [ANSWER]
