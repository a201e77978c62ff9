"""What the expert would do next in a table-melding game, and why.

Codes: `take_to_go_out`, `take_pile`, `take_and_lay`, `take_to_keep`, `stock_is_better`,
`draw_from_stock`, `claim_discard`; `go_out`, `hand_romme`, `lay_first_meld`, `lay_melds`,
`lay_off_now`, `exchange_for_joker`, `rearrange_table`; `wait_for_hand_romme`, `safer_to_discard`,
`discard_is_dear`, `discard_fits_least`, `nothing_to_lay`.
"""

from collections.abc import Sequence

from rummy.bots.memory import Recollection
from rummy.bots.table_melding.options import Option, options
from rummy.engine.budget import Budget
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.hints.advice import Hint, choices_of, rounded


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
