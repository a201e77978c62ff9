"""Bots for the table-melding family: Deutsches Rommé and Rommé 500."""

from games.bots.player import FamilyBots

from .casual import CasualBot
from .drawing import interjects
from .expert import ExpertBot
from .remembering import remember
from .safe import safe_move
from .solid import SolidBot

TABLING = FamilyBots(
    family="tabling",
    players=(CasualBot(), SolidBot(), ExpertBot()),
    safe_move=safe_move,
    remember=remember,
    interjects=interjects,
)

__all__ = ["TABLING"]
