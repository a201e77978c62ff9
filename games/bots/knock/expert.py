"""The strongest player: weighs every choice in points and takes the best."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.bots.memory import NOTHING, Recollection
from games.bots.player import Dice
from games.engine.family import RoundView
from games.engine.records import Action

from .hands import knock_view
from .options import worths
from .safe import safe_move


@dataclass(frozen=True, slots=True)
class ExpertBot:
    """Looks one draw ahead over all unseen cards; knocks, takes and discards for most points."""

    key: str = "expert"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        if len(legal) == 1:
            return legal[0]
        choices = worths(knock_view(view), legal, recalled)
        return choices[0].action if choices else safe_move(view, legal)
