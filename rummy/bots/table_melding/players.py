"""The players of the games with melds on the table, from the easy-going to the strongest."""

from collections.abc import Sequence

from rummy.bots.memory import Recollection
from rummy.bots.player import Dice, Legal
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.cards import BIT, is_joker, mask_of
from rummy.engine.families.table_melding.actions import LayMeld, LayOff, TakeDiscard
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.family import RoundView
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action
from rummy.engine.table_melding import figure_of

from .drawing import judged_takes
from .keeping import keeping, melded_faces
from .laying import Skill, next_laying
from .options import options
from .safe import safe_turn, table_melding_view
from .seeing import held_value, is_opened, own_hand

SLIPS_ONE_IN = 3
SKILL = Skill(exchanges=False, rearranges=0, waits=False)


def casual(view: RoundView, legal: Legal, dice: Dice, _recalled: Recollection) -> Action:
    """Lays the dearest meld it sees, then lays off; one time in three it overlooks something."""
    seen = table_melding_view(view)
    if seen.turn != seen.seat:
        return legal[0]
    steps = Budget(DECIDING_STEPS)
    slips = dice.randrange(SLIPS_ONE_IN) == 0
    if seen.phase is Phase.DRAW:
        return _draw(seen, legal, steps, slips=slips)
    if seen.open.steps:  # what was begun in this turn is finished
        owes = not is_opened(seen) or seen.open.must_use or seen.open.freed
        more = _planned(seen, steps) if owes else _lay(seen, legal, steps)
        return more or _end(seen, legal, steps)
    lays = None if slips else _lay(seen, legal, steps)
    if lays is not None:
        return lays
    return _end(seen, legal, steps, dice.randrange(4) if slips else 0)


def _draw(view: TableMeldingView, legal: Sequence[Action], steps: Budget, *, slips: bool) -> Action:
    """The upcard, where it makes a meld of the hand."""
    take = next((one for one in legal if isinstance(one, TakeDiscard) and one.card is None), None)
    if take is not None and not slips:
        card, hand = view.open.pile[-1], own_hand(view)
        before = len(melded_faces(view, hand, steps))
        more = len(melded_faces(view, hand | BIT[card], steps)) > before + 1
        if more or is_joker(card):
            return take
    return DRAW_STOCK if DRAW_STOCK in legal else legal[0]


def _lay(view: TableMeldingView, legal: Sequence[Action], steps: Budget) -> Action | None:
    melds = [action for action in legal if isinstance(action, LayMeld)]
    if melds and is_opened(view):
        return max(melds, key=lambda one: (_points(view, one), -mask_of(one.cards)))
    if melds:  # a first meld has to reach its minimum together with others
        return _planned(view, steps)
    return next((one for one in legal if isinstance(one, LayOff)), None)


def _planned(view: TableMeldingView, steps: Budget) -> Action | None:
    laying = next_laying(view, steps, SKILL)
    return None if laying is None else laying.action


def _points(view: TableMeldingView, action: LayMeld) -> int:
    figure = figure_of(action.cards)
    return 0 if figure is None else view.laws.melds.points(figure)


def _end(view: TableMeldingView, legal: Sequence[Action], steps: Budget, slip: int = 0) -> Action:
    """The dearest card that lies in no meld of the hand; when it slips, one some places behind."""
    discards = [action for action in legal if isinstance(action, Discard)]
    if not discards:
        return fallback(view, legal)
    melded = melded_faces(view, own_hand(view), steps)

    def order(action: Discard) -> tuple[bool, bool, int, int]:
        card = action.card
        return is_joker(card), card % 52 in melded, -held_value(view, card), card

    ordered = sorted(discards, key=order)
    return ordered[min(slip, len(ordered) - 1)]


def expert(view: RoundView, legal: Legal, _dice: Dice, recalled: Recollection) -> Action:
    """Takes the best of all options, solved exactly."""
    found = options(table_melding_view(view), legal, recalled)
    return found[0].action if found else fallback(view, legal)


def fallback(view: RoundView, legal: Sequence[Action]) -> Action:
    """What to do where nothing is worth a thought: end the turn, and take back only what must."""
    return next(safe_turn(view)) if view.turn == view.seat else legal[0]


SOLID_SKILL = Skill(exchanges=False, rearranges=9, waits=False)
DEEPEST_TAKE = 3


def solid(view: RoundView, legal: Legal, _dice: Dice, _recalled: Recollection) -> Action:
    """Exchanges jokers to go out only, does not wait; rearranges small tables, takes few cards."""
    seen = table_melding_view(view)
    if seen.turn != seen.seat:
        return legal[0]
    steps = Budget(DECIDING_STEPS)
    if seen.phase is Phase.DRAW:
        judged = judged_takes(seen, legal, steps, SOLID_SKILL, DEEPEST_TAKE)
        takes = [take for take in judged if take.laid]
        best = max(takes, key=lambda take: take.value, default=None)
        if best is not None and (best.value > 0 or DRAW_STOCK not in legal):
            return best.action
        return DRAW_STOCK if DRAW_STOCK in legal else legal[0]
    laying = next_laying(seen, steps, SOLID_SKILL)
    if laying is not None:
        return laying.action
    discards = {action.card: action for action in legal if isinstance(action, Discard)}
    if not discards:
        return fallback(seen, legal)
    kept = keeping(seen, own_hand(seen), steps, careful=False)
    return next(discards[one.card] for one in kept if one.card in discards)
