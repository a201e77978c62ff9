"""Rounds played out fast: for bots that look ahead, and for forecasts.

    >>> from random import Random
    >>> from games import engine
    >>> from games.engine.simulation import SimulatedRound, Uniform, play_out
    >>> rules = engine.build_rules("gin_palast")
    >>> state, _ = engine.start_round(rules, 2, engine.deck_cards(rules), dealer=0)
    >>> dice = Uniform(Random(1))
    >>> play_out(SimulatedRound.of(state), (dice, dice)).reason
    'stock_exhausted'

The rules are those of the door: the deal, the melders, the laying off and the score sheet are the
very same functions, and `tests/engine/simulation` plays rounds through both, compared at every
choice. What is missing here is what only a table needs: events, views, refusals.
"""

from games.engine.simulation.playing import Policy, play_out
from games.engine.simulation.policies import Thrifty, Uniform
from games.engine.simulation.rounds import KNOCK, SimulatedRound, simulates

__all__ = ["KNOCK", "Policy", "SimulatedRound", "Thrifty", "Uniform", "play_out", "simulates"]
