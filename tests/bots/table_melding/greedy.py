"""A reference for the levels: lays whatever it can, at once, and looks no further.

It sees melds as a beginner does, three cards at a time, and knows nothing of the solver, of what
others took or of how a round ends.
"""

from collections.abc import Sequence

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.bots.table_melding.keeping import partners
from rummy.bots.table_melding.safe import safe_turn, table_melding_view
from rummy.bots.table_melding.seeing import held_value, is_opened, own_hand, table_of
from rummy.engine.cards import PACK, cards_of, is_joker
from rummy.engine.families.table_melding.actions import ExchangeJoker, LayMeld, LayOff, TakeDiscard
from rummy.engine.families.table_melding.rules.numbers import DiscardDraw
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.family import RoundView
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action
from rummy.engine.table_melding import figure_of, lay_off


class GreedyReference:
    """The dearest meld, then the rest; the top discard where it fits; the dearest loose card."""

    key = "greedy_reference"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        seen = table_melding_view(view)
        if seen.phase is Phase.DRAW:
            takes = (one for one in legal if isinstance(one, TakeDiscard) and one.card is None)
            take = next(takes, None)
            return take if take is not None and _fits(seen) else DRAW_STOCK
        melds = [one for one in legal if isinstance(one, LayMeld)]
        if melds:
            return max(melds, key=lambda one: (_points(seen, one), -len(one.cards)))
        lays = next((one for one in legal if isinstance(one, LayOff | ExchangeJoker)), None)
        discards = [one for one in legal if isinstance(one, Discard)]
        if lays is not None or not discards:
            return lays or next(safe_turn(seen))
        return min(discards, key=lambda one: _use(seen, one.card))


def _points(view: TableMeldingView, action: LayMeld) -> int:
    figure = figure_of(action.cards)
    return 0 if figure is None else view.laws.melds.points(figure)


def _fits(view: TableMeldingView) -> bool:
    """Whether the top discard makes three with the hand, or can be laid off."""
    card = view.open.pile[-1]
    if is_joker(card):
        return True
    if not is_opened(view):
        owes = view.laws.numbers.discard_draw is DiscardDraw.MUST_MELD
        return not owes and _looks(view, card) == 2
    return _looks(view, card) == 2 or any(lay_off(figure, card) for figure in table_of(view))


def _looks(view: TableMeldingView, card: int) -> int:
    """2: the card makes three with the hand; 1: a pair, or neighbours; 0: it is loose."""
    hand = {one % PACK for one in cards_of(own_hand(view)) if not is_joker(one)}
    return max((one in hand) + (two in hand) for one, two in partners(card % PACK))


def _use(view: TableMeldingView, card: int) -> tuple[bool, int, int]:
    """Least for the card to throw away."""
    return is_joker(card), 0 if is_joker(card) else _looks(view, card), -held_value(view, card)
