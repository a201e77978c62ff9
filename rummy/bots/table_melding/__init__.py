"""Bots for the table-melding family: Deutsches Rommé and Rommé 500."""

from rummy.bots.player import FamilyBots

from .casual import CasualBot
from .drawing import interjects
from .expert import ExpertBot
from .remembering import remember
from .safe import safe_turn
from .solid import SolidBot

TABLE_MELDING = FamilyBots(
    family="table_melding",
    players=(CasualBot(), SolidBot(), ExpertBot()),
    safe_turn=safe_turn,
    remember=remember,
    interjects=interjects,
)

__all__ = ["TABLE_MELDING"]
