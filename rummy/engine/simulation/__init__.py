"""Rounds played out fast: for bots that look ahead, and for forecasts.

    >>> from random import Random
    >>> from rummy import engine
    >>> from rummy.engine.simulation import Uniform, play_out, simulated
    >>> rules = engine.build_rules("gin_palast")
    >>> state, _ = engine.start_round(rules, 2, engine.deck_cards(rules), dealer=0)
    >>> dice = Uniform(Random(1))
    >>> play_out(simulated(state), (dice, dice)).reason
    'stock_exhausted'

The rules are those of the door: the deal, the melders, the laying off and the score sheet are the
very same functions, and `tests/engine/simulation` plays rounds through both, compared at every
choice. What is missing here is what only a table needs: events, views, refusals. Rules with
special melds or turns are played by the door itself, at its speed and behind the same interface.

Whoever sees only a view imagines the cards it hides: `SimulatedRound(view.laws, view.open, hands,
stock)` is the round as it would be then.
"""

from rummy.engine.families.knock.state import KnockState
from rummy.engine.family import RoundState
from rummy.engine.simulation.at_the_door import RoundAtTheDoor
from rummy.engine.simulation.playing import KNOCK, Playing, Policy, Thrifty, Uniform, play_out
from rummy.engine.simulation.rounds import SimulatedRound, simulates


def simulated(state: RoundState) -> SimulatedRound | RoundAtTheDoor:
    """The round as it stands, to be played out; ValueError for another family's."""
    if not isinstance(state, KnockState):
        raise ValueError("only rounds of the knock family are simulated")
    return SimulatedRound.of(state) if simulates(state.rules) else RoundAtTheDoor(state)
