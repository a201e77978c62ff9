"""Reviews as tests ask for them: what a seat gave most away with, by a round's whole log."""

from collections.abc import Sequence

from rummy.engine import RuleSet
from rummy.engine.records import Event
from rummy.hints import Decision
from rummy.hints.review import costliest, decisions


def costliest_decisions(
    rules: RuleSet, seats: int, events: Sequence[Event], seat: int, most: int = 3
) -> list[Decision]:
    return costliest(decisions(rules, seats, events, seat), most)
