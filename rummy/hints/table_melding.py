"""Advice and judgement for Deutsches Rommé and Rommé 500.

Judged are what was drawn, what was still in the hand at a turn's end although it could have been
laid, and the discard; by what the seat could know, with the expert's estimates.
"""

from collections.abc import Sequence

from rummy import engine
from rummy.bots.memory import Recollection
from rummy.bots.table_melding.drawing import cards_taken
from rummy.bots.table_melding.options import Option, options
from rummy.engine.budget import Budget
from rummy.engine.families.table_melding.actions import ClaimDiscard, EndTurn, TakeDiscard
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.family import RoundState
from rummy.engine.moves import Discard, DrawStock
from rummy.engine.records import Action, Event
from rummy.hints.advice import Decision, Hint, choices_of, rounded

JUDGED = (DrawStock, TakeDiscard, Discard, EndTurn)


def advise(view: TableMeldingView, recalled: Recollection, steps: Budget) -> Hint | None:
    """The hint for the seat of this view; None when it has nothing to decide."""
    legal = view.legal_actions()
    found = options(view, legal, recalled, steps=steps) if legal else []
    return hint_of(found) if found else None


def hint_of(found: Sequence[Option]) -> Hint:
    """The hint these options, best first, amount to."""
    best = found[0]
    choices = choices_of((one.action, one.value) for one in found)
    return Hint(best.action, rounded(best.value), best.reason, best.facts, choices)


def judge(
    state: RoundState,
    seat: int,
    place: int,
    action: Action,
    event: Event,
    recalled: Recollection,
    steps: Budget,
) -> Decision | None:
    """The decision this event was, beside the best one; None where there was nothing to decide."""
    view = engine.view(state, seat) if isinstance(action, JUDGED) else None
    if not isinstance(view, TableMeldingView):
        return None
    legal = [one for one in view.legal_actions() if not isinstance(one, ClaimDiscard)]
    found = options(view, legal, recalled, steps=steps) if len(legal) > 1 else []
    chosen = next((one for one in found if _same(view, one, action)), None)
    if chosen is None:
        return None
    cost = found[0].value - chosen.value
    return Decision(place, action, rounded(chosen.value), rounded(cost), hint_of(found))


def _same(view: TableMeldingView, option: Option, action: Action) -> bool:
    """Whether both are the same choice; the top card may be taken with or without its name."""
    if isinstance(option.action, TakeDiscard) and isinstance(action, TakeDiscard):
        if view.phase is not Phase.DRAW:
            return False
        return cards_taken(view, option.action) == cards_taken(view, action)
    return option.action == action
