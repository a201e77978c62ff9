"""The *table melding* family: draw, meld on the table, lay off, exchange jokers, discard.

Deutsches Rommé in its variations (GER-1 … GER-V7) and Rommé 500 (R500-1 …). The functions here are
the family's side of the engine's door, see `rummy.engine.family`.
"""

from rummy.engine.families.table_melding.as_json import state_from_json, state_to_json
from rummy.engine.families.table_melding.deal import blank, start_round
from rummy.engine.families.table_melding.decide import decide
from rummy.engine.families.table_melding.evolve import evolve
from rummy.engine.families.table_melding.legal import legal_actions_in as legal_actions
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.families.table_melding.views import (
    TableMeldingView,
    evolve_view,
    view,
    view_from_json,
)
from rummy.engine.scoring import RoundScore

key = "table_melding"
state_type = TableMeldingState
view_type = TableMeldingView


def score(state: TableMeldingState) -> RoundScore | None:
    """How the round ended; None before its end."""
    return state.open.outcome
