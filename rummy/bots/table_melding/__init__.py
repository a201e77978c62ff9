"""Bots for the table-melding family: Deutsches Rommé and Rommé 500."""

from rummy.bots.player import FamilyBots

from .drawing import interjects
from .remembering import remember
from .safe import safe_turn

TABLE_MELDING = FamilyBots(
    family="table_melding", safe_turn=safe_turn, remember=remember, interjects=interjects
)

__all__ = ["TABLE_MELDING"]
