"""What the expert would do and why, at a training table and after a round (pure).

`advise` looks at a seat's view, `advise_at_once` as long as somebody may be kept waiting; `review`
goes through a finished round's log, by the same estimate. Each family of games is advised by its
own expert.
"""

from rummy.bots.memory import NOTHING, Recollection
from rummy.engine.budget import DECIDING_STEPS, Budget, OutOfSteps
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.family import RoundView

from . import advice, table_melding
from .advice import Choice, Decision, Hint

__all__ = ["Choice", "Decision", "Hint", "advise", "advise_at_once"]

# Of which a request may be held up, and with it whoever waits behind it; the rest is for workers.
STEPS_AT_ONCE = 2_000


def advise(
    view: RoundView, recalled: Recollection = NOTHING, steps: Budget | None = None
) -> Hint | None:
    """The hint for the seat of this view; None when it has nothing to decide.

    `recalled` is what the round's events have shown (`rummy.bots.recall`); without it the
    hint rests on what lies on the table. It takes of `steps`, or has those of one decision.
    """
    steps = steps or Budget(DECIDING_STEPS)
    if isinstance(view, TableMeldingView):
        return table_melding.advise(view, recalled, steps)
    return advice.advise(view, recalled, steps)


def advise_at_once(view: RoundView, recalled: Recollection = NOTHING) -> Hint | None:
    """The same hint, where few steps suffice for all of it. Raises OutOfSteps: it takes longer."""
    steps = Budget(STEPS_AT_ONCE)
    hint = advise(view, recalled, steps)
    if steps.over:
        raise OutOfSteps
    return hint
