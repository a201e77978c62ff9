"""The *table melding* family: draw, meld on the table, lay off, exchange jokers, discard.

Deutsches Rommé in its variations (GER-1 … GER-V7) and Rommé 500 (R500-1 …). The functions here are
the family's side of the engine's door, see `games.engine.family`.
"""

from games.engine.families.tabling.deal import blank, start_round
from games.engine.families.tabling.decide import decide
from games.engine.families.tabling.evolve import evolve
from games.engine.families.tabling.legal import legal_actions_in as legal_actions
from games.engine.families.tabling.state import TablingState
from games.engine.families.tabling.state_json import state_from_json, state_to_json
from games.engine.families.tabling.views import TablingView, evolve_view, view, view_from_json
from games.engine.scoring import RoundScore

__all__ = [
    "blank",
    "decide",
    "evolve",
    "evolve_view",
    "key",
    "legal_actions",
    "score",
    "start_round",
    "state_from_json",
    "state_to_json",
    "state_type",
    "view",
    "view_from_json",
    "view_type",
]

key = "tabling"
state_type = TablingState
view_type = TablingView


def score(state: TablingState) -> RoundScore | None:
    """How the round ended; None before its end."""
    return state.open.outcome
