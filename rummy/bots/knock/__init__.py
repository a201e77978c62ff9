"""Bots for the knock family (gin): from a pleasant evening's company to the strongest."""

from rummy.bots.player import FamilyBots

from .casual import CasualBot
from .expert import ExpertBot
from .greedy import GreedyBot
from .remembering import remember
from .safe import safe_turn
from .solid import SolidBot

KNOCK = FamilyBots(
    family="knock",
    players=(CasualBot(), SolidBot(), ExpertBot(), GreedyBot()),
    safe_turn=safe_turn,
    remember=remember,
    interjects=lambda view, legal: None,
)

__all__ = ["KNOCK"]
