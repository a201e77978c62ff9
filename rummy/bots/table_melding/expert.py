"""The strongest player: sees every going-out, lays for the least left, minds what it gives away."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .options import options
from .safe import safe_turn, table_melding_view


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
        found = options(table_melding_view(view), legal, recalled)
        return found[0].action if found else fallback(view, legal)


def fallback(view: RoundView, legal: Sequence[Action]) -> Action:
    """What to do where nothing is worth a thought: end the turn, and take back only what must."""
    return next(safe_turn(view)) if view.turn == view.seat else legal[0]
