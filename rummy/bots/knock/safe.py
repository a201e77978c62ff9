"""The turn of a player who is absent: it is ended, and risks nothing (PLAY-45).

Pass or draw from the stock, discard the card just drawn, never knock, answer a knock with the
optimum. Returning players find their hand as they left it.
"""

from rummy.bots.player import SafeTurn
from rummy.engine.families.knock.actions import TAKE_UPCARD, Discard
from rummy.engine.families.knock.legal import plain_actions
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .hands import best_discard, knock_view


def safe_turn(view: RoundView) -> SafeTurn:
    """The actions that end the turn, each after the view that the one before has led to."""
    while True:
        view = yield safe_move(view)


def safe_move(view: RoundView) -> Action:
    """The automatic move. Needs no dice: the same view always gives the same move."""
    seen = knock_view(view)
    actions = plain_actions(seen)
    discards = [action for action in actions if isinstance(action, Discard)]
    if not discards:
        return next(action for action in actions if action != TAKE_UPCARD)
    for action in discards:
        if action.card == seen.drawn:
            return action
    # The player took the upcard before leaving, and that one may not be discarded (GIN-2).
    return best_discard(seen, discards)
