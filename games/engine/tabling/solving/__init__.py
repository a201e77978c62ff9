"""The best melds there are, exactly: from a hand, onto a table, and with the table laid anew.

Pure Python. `plan_turn` answers for a turn's melds, lay-offs and exchanged jokers, first melds with
their minimum among them (GER-4 … GER-9, R500-2 … R500-7); `rearrange` for Räuber-Rommé (GER-V6).
"""

from .holdings import EACH_ONE, Weights
from .moves import Exchanged, LaidOff, Move, NewMeld, Turn, plan_turn
from .turns import ANY, Aim, Found, Task, best_turn
from .ways import Exchanges
from .workbench import Rearranged, rearrange

__all__ = [
    "ANY",
    "EACH_ONE",
    "Aim",
    "Exchanged",
    "Exchanges",
    "Found",
    "LaidOff",
    "Move",
    "NewMeld",
    "Rearranged",
    "Task",
    "Turn",
    "Weights",
    "best_turn",
    "plan_turn",
    "rearrange",
]
