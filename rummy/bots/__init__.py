"""Players made of code. They see what a seat may see, and nothing else decides for them.

`BOTS` holds those that may be seated; `safe_turn` is what the table plays for an absent player.
Each family of games has a package of its own, named in `families`.
"""

from rummy.engine.registry import Registry

from .families import Level, SafeBot, interjection, plays, recall, remember, safe_turn
from .memory import NOTHING, Recollection
from .player import Bot, Dice
from .random_bot import RandomBot

BOTS: Registry[Bot] = Registry("bot")
BOTS.register(Level("casual"))
BOTS.register(Level("solid"))
BOTS.register(Level("expert"))
BOTS.register(RandomBot())
BOTS.register(Level("greedy"))
BOTS.register(SafeBot())

__all__ = [
    "BOTS",
    "NOTHING",
    "Bot",
    "Dice",
    "Recollection",
    "interjection",
    "plays",
    "recall",
    "remember",
    "safe_turn",
]
