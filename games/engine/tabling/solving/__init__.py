"""The best melds there are, exactly: from a hand, onto a table, and with the table laid anew.

Pure Python. `rearrange` answers for Räuber-Rommé (GER-V6).
"""

from .holdings import EACH_ONE, Weights
from .workbench import Rearranged, rearrange

__all__ = ["EACH_ONE", "Rearranged", "Weights", "rearrange"]
