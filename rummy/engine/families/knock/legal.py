"""The finite choices of the seat on turn, from what that seat can see."""

from typing import Final

from rummy.engine.cards import BIT, cards_of
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Discard,
    Knock,
)
from rummy.engine.families.knock.decide import must_draw_stock
from rummy.engine.families.knock.knocking import knockable
from rummy.engine.families.knock.phases import DISCARD, DRAW, UPCARD_OFFER
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import KnockState, OpenRound, Sight
from rummy.engine.melding.suit_tables import SUIT
from rummy.engine.records import Action

# What a move begins with.
_STOCK_ONLY: Final[list[Action]] = [DRAW_STOCK]
_STOCK_OR_PILE: Final[list[Action]] = [DRAW_STOCK, TAKE_UPCARD]
_OFFERED: Final[list[Action]] = [TAKE_UPCARD, PASS_UPCARD]
# A discard of each card, by suit (of both packs, then the jokers) and its cards; filled as asked.
_DISCARDS: Final[list[list[tuple[Action, ...] | None]]] = [[None] * (SUIT + 1) for _ in range(9)]


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
    laws, now = state.laws, state.open
    if now.turn != seat:
        return []
    hand = state.hands[seat]
    if not laws.hooks:
        if now.phase is not DISCARD:
            return _actions_outside_discarding(laws, now)
        if not laws.knocking.can_reach(hand, now.knock_limit):
            return _discards(now, hand)
    return legal_actions(Sight(laws, now, seat, hand, state.drawn, state.memory))


def _discards(now: OpenRound, hand: int) -> list[Action]:
    """A card just taken from the pile is not thrown back (GIN-2)."""
    hand = hand if now.taken is None else hand & ~BIT[now.taken]
    found: list[Action] = []
    suit = 0
    while hand:
        cards = hand & SUIT
        if cards:
            discards = _DISCARDS[suit][cards]
            found.extend(_discards_of_suit(suit, cards) if discards is None else discards)
        hand >>= 13
        suit += 1
    return found


def _discards_of_suit(suit: int, cards: int) -> tuple[Action, ...]:
    """To be found by the next who asks for the same."""
    discards = tuple([Discard(13 * suit + card) for card in cards_of(cards)])
    _DISCARDS[suit][cards] = discards
    return discards


def _actions_outside_discarding(laws: KnockLaws, now: OpenRound) -> list[Action]:
    phase = now.phase
    if phase is DRAW:
        if not now.pile or must_draw_stock(laws.streak_limit, now):
            return _STOCK_ONLY.copy()
        return _STOCK_OR_PILE.copy()
    return _OFFERED.copy() if phase is UPCARD_OFFER else [ANSWER]
