"""From a finished match to chips: who is paid how much, to the last chip.

Each way to settle is one entry in `SETTLEMENTS`. All return a `SettlementPlan`, which cannot
exist unless it pays out exactly the pot.
"""

from games.engine.registry import Registry

from .plan import FinishedMatch, InvalidSettlement, Settlement, SettlementPlan, split_evenly
from .stakes import StakesSettlement, refund_stakes

SETTLEMENTS: Registry[Settlement] = Registry("settlement")
SETTLEMENTS.register(StakesSettlement())

__all__ = [
    "SETTLEMENTS",
    "FinishedMatch",
    "InvalidSettlement",
    "Settlement",
    "SettlementPlan",
    "refund_stakes",
    "split_evenly",
]
