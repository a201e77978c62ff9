"""A player for a pleasant evening: knows the rules, minds its own cards, slips now and then."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Discard, Knock, TakeUpcard
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .greedy import wants_upcard
from .hands import knock_view, own_hand
from .safe import safe_move
from .specials import sure_gain

SLIPS_ONE_IN = 5


@dataclass(frozen=True, slots=True)
class CasualBot:
    """Takes what makes a meld, throws its dearest loose card, knocks as soon as it may.

    One time in five it overlooks something: the upcard, what a house rule offers, the better
    discard.
    """

    key: str = "casual"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        seen = knock_view(view)
        slips = dice.randrange(SLIPS_ONE_IN) == 0
        for action in legal:
            if isinstance(action, TakeUpcard) and not slips and wants_upcard(seen):
                return action
        gain = None if slips else sure_gain(seen, legal)
        if gain is not None:
            return gain.action
        discards = [action for action in legal if isinstance(action, Discard)]
        if not discards:
            return safe_move(seen)
        return dearest_first(seen, discards, legal)[1 if slips and len(discards) > 1 else 0]


def dearest_first(
    view: KnockView, discards: Sequence[Discard], legal: Sequence[Action]
) -> list[Action]:
    """Discards by what they leave, each as a knock where that is open."""
    hand, melder = own_hand(view), view.laws.knocking
    knocks = {action.card: action for action in legal if isinstance(action, Knock)}
    by_rest = sorted(discards, key=lambda one: (melder.points(hand ^ BIT[one.card]), -one.card))
    return [knocks.get(one.card, one) for one in by_rest]
