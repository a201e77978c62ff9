"""The *knock* family: draw, discard or knock; gin in its variants (GIN-1 … GIN-14).

The functions here are the family's side of the engine's door, see `rummy.engine.family`.
"""

from rummy.engine.families.knock.as_json import state_from_json, state_to_json
from rummy.engine.families.knock.deal import blank, start_round
from rummy.engine.families.knock.decide import decide
from rummy.engine.families.knock.evolve import evolve
from rummy.engine.families.knock.legal import legal_actions_in as legal_actions
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView, evolve_view, view, view_from_json
from rummy.engine.scoring import RoundScore

key = "knock"
state_type = KnockState
view_type = KnockView


def score(state: KnockState) -> RoundScore | None:
    """How the round ended; None before its end."""
    return state.open.outcome
