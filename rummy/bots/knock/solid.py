"""A sound player: draws by the book, and ends its turns with judgement."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.families.knock.actions import Discard, DrawStock, PassUpcard, TakeUpcard
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .greedy import wants_upcard
from .hands import knock_view
from .options import worths
from .safe import safe_move


@dataclass(frozen=True, slots=True)
class SolidBot:
    """Takes only what melds; discards and knocks for most points, as far as one draw tells.

    To take a card for later, or to leave one that melds, is what the expert knows better.
    """

    key: str = "solid"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        seen = knock_view(view)
        if any(isinstance(action, DrawStock | PassUpcard) for action in legal):
            take = next((action for action in legal if isinstance(action, TakeUpcard)), None)
            return take if take is not None and wants_upcard(seen) else safe_move(seen)
        if not any(isinstance(action, Discard) for action in legal):
            return safe_move(seen)
        return worths(seen, legal, recalled, briefly=True)[0].action
