"""Melding: what a meld is, the best arrangement of a hand, what fits onto a meld.

Which search stands behind the `Melder` interface follows from the laws of the rule-set. Searches
are exact, never greedy. A melder is made once per laws and card values and then shared.
"""

from functools import cache

from rummy.engine.melding.base import Arrangement, CardValues, Counted, Meld, Melder
from rummy.engine.melding.classic import ClassicMelder
from rummy.engine.melding.wild import WildMelder
from rummy.engine.rules import MeldLaws

__all__ = ["Arrangement", "CardValues", "Counted", "Meld", "Melder", "melder_for"]


@cache
def melder_for(laws: MeldLaws, values: CardValues) -> Melder:
    """The melder for these laws and values."""
    if laws.cyclic_runs or laws.rainbow_runs or laws.wild_jokers:
        return WildMelder(laws, values)
    return ClassicMelder(laws, values)
