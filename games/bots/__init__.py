"""Players made of code. They see what a seat may see, and nothing else decides for them.

`BOTS` holds those that may be seated; `safe_move` is what the table plays for an absent player.
"""

from games.engine.registry import Registry

from .greedy import GreedyBot
from .player import Bot, Dice
from .random_bot import RandomBot
from .safe import SafeBot, safe_move

BOTS: Registry[Bot] = Registry("bot")
BOTS.register(RandomBot())
BOTS.register(GreedyBot())
BOTS.register(SafeBot())

__all__ = ["BOTS", "Bot", "Dice", "safe_move"]
