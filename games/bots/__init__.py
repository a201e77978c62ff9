"""Players made of code. They see what a seat may see, and nothing else decides for them.

`BOTS` holds those that may be seated; `safe_move` is what the table plays for an absent player.
"""

from games.engine.registry import Registry

from .casual import CasualBot
from .expert import ExpertBot
from .greedy import GreedyBot
from .memory import NOTHING, Recollection, recall, remember
from .player import Bot, Dice
from .random_bot import RandomBot
from .safe import SafeBot, safe_move
from .solid import SolidBot

BOTS: Registry[Bot] = Registry("bot")
BOTS.register(CasualBot())
BOTS.register(SolidBot())
BOTS.register(ExpertBot())
BOTS.register(RandomBot())
BOTS.register(GreedyBot())
BOTS.register(SafeBot())

__all__ = [
    "BOTS",
    "NOTHING",
    "Bot",
    "Dice",
    "Recollection",
    "recall",
    "remember",
    "safe_move",
]
