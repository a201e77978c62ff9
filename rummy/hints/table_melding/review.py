"""A finished round of a table-melding game looked through: which decisions of a seat cost most.

Judged are what was drawn, what was still in the hand at a turn's end although it could have been
laid, and the discard; by what the seat could know, with the expert's estimates.
"""

from collections.abc import Sequence

from rummy import engine
from rummy.bots import Recollection, recall, remember
from rummy.bots.table_melding.drawing import cards_taken
from rummy.bots.table_melding.options import Option, options
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.families.table_melding.actions import ClaimDiscard, EndTurn, TakeDiscard
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.moves import Discard, DrawStock
from rummy.engine.records import Action, Event
from rummy.hints.advice import rounded
from rummy.hints.review import HARD_DECISIONS, WORTH_MENTIONING, Decision

from .advice import hint_of


def costliest_decisions(
    rules: engine.RuleSet, seats: int, events: Sequence[Event], seat: int, most: int = 3
) -> list[Decision]:
    """The decisions of this seat that gave most away, the costliest first; none below half a point.

    `events` are a round's whole log, the deal first, not redacted. As long is thought as about
    `HARD_DECISIONS` of them; after that no more are judged.
    """
    found, steps = [], Budget(DECIDING_STEPS * HARD_DECISIONS)
    state, recalled = engine.fold(rules, seats, events[:1]), recall(events[:1])
    for place, event in enumerate(events[1:], start=1):
        action = event.cause()
        if steps.over:
            break
        if _is_judged(action) and state.turn == seat == getattr(event, "seat", None):
            view = engine.view(state, seat)
            if isinstance(view, TableMeldingView) and action is not None:
                decision = _decision(view, place, action, recalled, steps)
                if decision is not None and decision.cost >= WORTH_MENTIONING:
                    found.append(decision)
        state, recalled = engine.evolve(state, event), remember(recalled, event)
    return sorted(found, key=lambda one: (-one.cost, one.place))[:most]


def _is_judged(action: Action | None) -> bool:
    return isinstance(action, DrawStock | TakeDiscard | Discard | EndTurn)


def _decision(
    view: TableMeldingView, place: int, action: Action, recalled: Recollection, steps: Budget
) -> Decision | None:
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
