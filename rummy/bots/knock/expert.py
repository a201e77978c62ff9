"""The strongest player: weighs every choice in points and takes the best."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .hands import knock_view
from .options import worths
from .safe import safe_move


@dataclass(frozen=True, slots=True)
class ExpertBot:
    """Looks two draws ahead over all unseen cards; knocks, takes and discards for most points."""

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
        choices = worths(knock_view(view), legal, recalled, briefly=True)
        return choices[0].action if choices else safe_move(view)
