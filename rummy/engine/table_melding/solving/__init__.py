"""The best melds there are: from a hand, onto a table, and with the table laid anew.

Exactly, as long as the steps allowed suffice (`Budget`); what is found is always something that can
be played. Pure Python. `plan_turn` answers for a turn's melds, lay-offs and exchanged jokers, first
melds with their minimum among them (GER-4 … GER-9, R500-2 … R500-7); `rearrange` for Räuber-Rommé
(GER-V6).
"""

from .holdings import EACH_ONE, Weights
from .moves import Exchanged, LaidOff, Move, NewMeld, Turn, plan_turn
from .turns import ANY, Aim, Found, Task, best_turn
from .ways import Exchanges
from .workbench import Rearranged, rearrange
