"""The move made for a player who is absent: it ends the turn and risks nothing (PLAY-45).

What was begun is taken back; draw from the stock, discard that card, lay nothing. Returning players
find their hand as they left it, and no joker thrown away.
"""

from collections.abc import Sequence

from games.engine.cards import cards_of, is_joker
from games.engine.families.tabling.actions import END_TURN, RESET_TURN, UNDO
from games.engine.families.tabling.reading import discardable
from games.engine.families.tabling.state import Phase
from games.engine.families.tabling.views import TablingView
from games.engine.family import RoundView
from games.engine.moves import DRAW_STOCK, Discard
from games.engine.records import Action


def safe_move(view: RoundView, legal: Sequence[Action]) -> Action:
    """The automatic move. Needs no dice: the same view always gives the same move."""
    if not isinstance(view, TablingView):
        raise TypeError(f"not a table-melding game: {view.rules.family!r}")
    if view.phase is Phase.DRAW:
        return DRAW_STOCK
    if view.open.steps:
        return RESET_TURN if RESET_TURN in legal else UNDO
    if END_TURN in legal:
        return END_TURN
    return Discard(_least_missed(view))


def _least_missed(view: TablingView) -> int:
    """The card just drawn; else the dearest in the final count; jokers only when all are."""
    cards = [card for card in cards_of(discardable(view)) if not is_joker(card)]
    if view.drawn in cards:
        return view.drawn
    return max(
        cards or cards_of(discardable(view)),
        key=lambda card: (view.laws.penalty_of(1 << card), card),
    )
