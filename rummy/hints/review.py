"""A finished round looked through: which decisions of a seat cost most, as the expert sees it."""

from collections.abc import Sequence
from typing import NamedTuple

from rummy import engine
from rummy.bots import Recollection, recall, remember
from rummy.bots.knock.options import Worth, worth_of, worths
from rummy.engine.as_json.codec import Json
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.families.knock.actions import ANSWER, Knock
from rummy.engine.families.knock.events import Answered, Knocked
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundState
from rummy.engine.records import Action, Event

from .advice import Hint, hint_of, rounded

WORTH_MENTIONING = 0.5
HARD_DECISIONS = 8


class Decision(NamedTuple):
    """A decision and a better one. `place` is that of its event in the round's log, from 0.

    `cost` is the difference in points this round, estimated before the hidden cards were known.
    """

    place: int
    action: Action
    value: float
    cost: float
    better: Hint


def costliest_decisions(
    rules: engine.RuleSet, seats: int, events: Sequence[Event], seat: int, most: int = 3
) -> list[Decision]:
    """The decisions of this seat that gave most away, the costliest first; none below half a point.

    `events` are a round's whole log, the deal first, not redacted. A decision is judged by what the
    seat could know when it made it. As long is thought as about `HARD_DECISIONS` of them; after
    that no more are judged.
    """
    found, steps = [], Budget(DECIDING_STEPS * HARD_DECISIONS)
    state, recalled = engine.fold(rules, seats, events[:1]), recall(events[:1])
    for place, event in enumerate(events[1:], start=1):
        action = event.cause()
        if steps.over:
            break
        if action is not None and state.turn == seat == getattr(event, "seat", None):
            decision = _decision(state, seat, place, action, event, recalled, steps)
            if decision is not None and decision.cost >= WORTH_MENTIONING:
                found.append(decision)
        state, recalled = engine.evolve(state, event), remember(recalled, event)
    return sorted(found, key=lambda one: (-one.cost, one.place))[:most]


def _decision(
    state: RoundState,
    seat: int,
    place: int,
    action: Action,
    event: Event,
    recalled: Recollection,
    steps: Budget,
) -> Decision | None:
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
