"""The clock as it stands at a request: what time and rounds have brought counts, stored or not.

The director may look a while after an hour has come or a level has ended. Whoever asks for
something in between is judged by the moment of asking (PLAY-40).
"""

from dataclasses import replace

from tournaments.director.clock.clockwork import level_is_over
from tournaments.director.plan import Plan, TooFew
from tournaments.director.snapshot import Clock, Field, Phase
from tournaments.director.starting import start_is_due


def as_of_now(plan: Plan, clock: Clock, field: Field, *, waiting: int = 0) -> Clock:
    """The clock when the director has looked; `waiting` rounds are over and not told yet."""
    rules = plan.entries
    if start_is_due(plan, clock, field):
        # Too few begin nothing: they wait for a later hour, or nobody can enter any more.
        too_few = field.entries < rules.least
        if too_few and rules.too_few is TooFew.POSTPONE and clock.postponed < rules.postpones_max:
            return clock
        stay_open = rules.open_until_level >= 0 and not too_few
        return replace(clock, phase=Phase.RUNNING, entries_open=stay_open)
    if not level_is_over(plan, clock, field, waiting=waiting):
        return clock
    level = clock.level + 1
    entries_open = clock.entries_open and level <= rules.open_until_level
    return replace(clock, level=level, entries_open=entries_open)
