"""Bots for the knock family (gin): from a pleasant evening's company to the strongest."""

from rummy.bots.player import FamilyBots

from .remembering import remember
from .safe import safe_turn

KNOCK = FamilyBots(
    family="knock", safe_turn=safe_turn, remember=remember, interjects=lambda view, legal: None
)

__all__ = ["KNOCK"]
