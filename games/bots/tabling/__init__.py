"""Bots for the table-melding family: Deutsches Rommé and Rommé 500."""

from games.bots.player import FamilyBots

from .remembering import remember
from .safe import safe_move

TABLING = FamilyBots(family="tabling", players=(), safe_move=safe_move, remember=remember)

__all__ = ["TABLING"]
