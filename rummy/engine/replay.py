"""Reading a round's log back: whether the rules lead from each decision to what it tells."""

from collections.abc import Sequence

from rummy.engine.door import decide, evolve, fold
from rummy.engine.errors import IllegalAction
from rummy.engine.records import Event
from rummy.engine.rules import RuleSet


def first_departure(rules: RuleSet, seats: int, events: Sequence[Event]) -> int | None:
    """The place of the first event these rules do not lead to; None when all follow by them.

    Every decision is made anew: the cause of its first event must lead to exactly the events that
    stand next. What stands before the first decision, the deal, is taken as given; a log may end
    after any decision.
    """
    place = _dealt(events)
    state = fold(rules, seats, events[:place])
    while place < len(events):
        event = events[place]
        action, seat = event.cause(), getattr(event, "seat", None)
        if action is None or seat is None:
            return place
        try:
            expected = decide(state, seat, action)
        except IllegalAction:
            return place
        for follows in expected:
            if place == len(events) or events[place] != follows:
                return place
            state = evolve(state, follows)
            place += 1
    return None


def _dealt(events: Sequence[Event]) -> int:
    """How many events stand before the first decision."""
    for place, event in enumerate(events):
        if event.cause() is not None:
            return place
    return len(events)
