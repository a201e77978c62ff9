"""A finished round looked through: what each decision of a seat gave away, as the expert sees it.

A decision is judged by what the seat could know when it made it, never by the hidden cards.
"""

from collections.abc import Iterator, Sequence

from rummy import engine
from rummy.bots import recall, remember
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.records import Event

from . import judging, table_melding
from .advice import Decision

WORTH_MENTIONING = 0.5
HARD_DECISIONS = 8
JUDGES = {"knock": judging.judge, "table_melding": table_melding.judge}


def decisions(
    rules: engine.RuleSet, seats: int, events: Sequence[Event], seat: int
) -> Iterator[Decision]:
    """Every decision of this seat that is judged, in the order in which they were made.

    `events` are a round's whole log, the deal first, not redacted. As long is thought as about
    `HARD_DECISIONS` of them; after that no more are judged.
    """
    judge, steps = JUDGES[rules.family], Budget(DECIDING_STEPS * HARD_DECISIONS)
    state, recalled = engine.fold(rules, seats, events[:1]), recall(events[:1])
    for place, event in enumerate(events[1:], start=1):
        if steps.over:
            break
        action = event.cause()
        if action is not None and state.turn == seat == getattr(event, "seat", None):
            decision = judge(state, seat, place, action, event, recalled, steps)
            if decision is not None:
                yield decision
        state, recalled = engine.evolve(state, event), remember(recalled, event)


def costliest(made: Iterator[Decision] | Sequence[Decision], most: int = 3) -> list[Decision]:
    """Those that gave most away, the costliest first; none below half a point."""
    found = [one for one in made if one.cost >= WORTH_MENTIONING]
    return sorted(found, key=lambda one: (-one.cost, one.place))[:most]
