"""Bots for the knock family (gin): from a pleasant evening's company to the strongest."""

from games.bots.player import FamilyBots

from .casual import CasualBot
from .expert import ExpertBot
from .greedy import GreedyBot
from .remembering import remember
from .safe import safe_move
from .solid import SolidBot

KNOCK = FamilyBots(
    family="knock",
    players=(CasualBot(), SolidBot(), ExpertBot(), GreedyBot()),
    safe_move=safe_move,
    remember=remember,
    interjects=lambda view, legal: None,
)

__all__ = ["KNOCK"]
