"""Players made of code. They see what a seat may see, and nothing else decides for them.

`BOTS` holds those that may be seated; `safe_turn` is what the table plays for an absent player.
Each family of games has a package of its own, named in `families`, and each level an entry in
`levels` that says what it is called and who plays for it where.
"""

from rummy.engine.registry import Registry

from .families import Level, interjection, plays, recall, remember, remembers, safe_turn
from .levels import CASUAL, EXPERT, GREEDY, RANDOM, SAFE, SOLID
from .memory import NOTHING, Recollection
from .player import Bot, Dice

BOTS: Registry[Level] = Registry("bot")
for entry in (CASUAL, SOLID, EXPERT, RANDOM, GREEDY, SAFE):
    BOTS.register(entry)
