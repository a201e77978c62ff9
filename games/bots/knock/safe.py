"""The move made for a player who is absent: it ends the turn and risks nothing (PLAY-45).

Pass or draw from the stock, discard the card just drawn, never knock, answer a knock with the
optimum. Returning players find their hand as they left it.
"""

from collections.abc import Sequence

from games.engine.families.knock.actions import Answer, Discard, DrawStock, PassUpcard
from games.engine.family import RoundView
from games.engine.records import Action

from .hands import best_discard, knock_view


def safe_move(view: RoundView, legal: Sequence[Action]) -> Action:
    """The automatic move. Needs no dice: the same view always gives the same move."""
    for action in legal:
        if isinstance(action, PassUpcard | DrawStock | Answer):
            return action
    seen = knock_view(view)
    discards = [action for action in legal if isinstance(action, Discard)]
    for action in discards:
        if action.card == seen.drawn:
            return action
    # The player took the upcard before leaving, and that one may not be discarded (GIN-2).
    return best_discard(seen, discards)
