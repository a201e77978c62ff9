"""The strongest player: sees every going-out, lays for the least left, minds what it gives away."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.bots.memory import NOTHING, Recollection
from games.bots.player import Dice
from games.engine.families.tabling.actions import EndTurn
from games.engine.family import RoundView
from games.engine.records import Action

from .options import options
from .safe import safe_move
from .seeing import tabling_view


@dataclass(frozen=True, slots=True)
class ExpertBot:
    """Takes the best of all options, solved exactly."""

    key: str = "expert"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        found = options(tabling_view(view), legal, recalled)
        return found[0].action if found else fallback(view, legal)


def fallback(view: RoundView, legal: Sequence[Action]) -> Action:
    """What to do where nothing is worth a thought: end the turn, and take back only what must."""
    for action in legal:
        if isinstance(action, EndTurn):
            return action
    move = safe_move(view, legal)
    return move if move in legal else legal[0]
