"""What a decision of the knocking games gave away, by what its seat could know (gin)."""

from collections.abc import Sequence

from rummy import engine
from rummy.bots import Recollection
from rummy.bots.knock.options import Worth, worth_of, worths
from rummy.engine.as_json.codec import Json
from rummy.engine.budget import Budget
from rummy.engine.families.knock.actions import ANSWER, Knock
from rummy.engine.families.knock.events import Answered, Knocked
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundState
from rummy.engine.records import Action, Event

from .advice import Decision, Hint, hint_of, rounded


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
    if isinstance(event, Answered):
        return _answer(state, seat, place, action, event)
    view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
    if not isinstance(view, KnockView) or len(legal) < 2:
        return None
    choices = worths(view, legal, recalled, steps)
    if not choices:
        return None
    value = _value(view, choices, action, event, recalled, steps)
    if value is None:
        return None
    cost = choices[0].value - value
    return Decision(place, action, rounded(value), rounded(cost), hint_of(view, choices))


def _value(
    view: KnockView,
    choices: Sequence[Worth],
    action: Action,
    event: Event,
    recalled: Recollection,
    steps: Budget,
) -> float | None:
    """What the action done was worth; a knock laid badly is worth less by the points left lying."""
    asked = Knock(action.card) if isinstance(action, Knock) else action
    worth = next((one for one in choices if one.action == asked), None)
    worth = worth or worth_of(view, asked, recalled, steps)
    if worth is None:
        return None
    if isinstance(event, Knocked) and worth.points is not None:
        return worth.value - (event.points - worth.points)
    return worth.value


def _answer(
    state: RoundState, seat: int, place: int, action: Action, event: Answered
) -> Decision | None:
    """An answer costs what the optimum would have left less."""
    best = engine.decide(state, seat, ANSWER)[0]
    if not isinstance(best, Answered):
        return None
    cost = float(event.points - best.points)
    facts: Json = {"points": event.points, "points_possible": best.points}
    hint = Hint(ANSWER, float(-best.points), "answer_with_the_optimum", facts, ())
    return Decision(place, action, float(-event.points), cost, hint)
