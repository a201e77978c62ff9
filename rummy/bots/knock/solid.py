"""A sound player: one draw ahead, knocks in time, and forgets what the opponent took."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Discard, DrawStock, PassUpcard, TakeUpcard
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .greedy import best_knock, wants_upcard
from .hands import knock_view, own_hand
from .outlook import Scene, is_dear, outlook, scene_of
from .safe import safe_move
from .specials import cost_of_waiting, knock_bonus, promising, sure_gain

DISCARDS_LOOKED_AT = 6
DISCARDS_LOOKED_AT_WHEN_DEAR = 2
SURE_ENOUGH = 0.95  # share of the draws after which a promised knock will be possible


@dataclass(frozen=True, slots=True)
class SolidBot:
    """Discards for the least deadwood it may expect after the next draw."""

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
        discards = [action for action in legal if isinstance(action, Discard)]
        if not discards:
            return safe_move(seen)
        gain = sure_gain(seen, legal)
        return gain.action if gain is not None else _end_of_turn(seen, legal, discards)


def _end_of_turn(view: KnockView, legal: Sequence[Action], discards: list[Discard]) -> Action:
    knock = best_knock(view, legal)
    if knock is not None:
        return knock
    if knock_bonus(view) or cost_of_waiting(view):
        forced = [action for action in legal if action.type == "knock"]
        if forced:
            return forced[0]
    scene = scene_of(view, NOTHING)
    discard, chance = _best_outlook(view, scene, discards)
    later = promising(view, legal)
    return later.action if later is not None and chance >= SURE_ENOUGH else discard


def _best_outlook(view: KnockView, scene: Scene, discards: list[Discard]) -> tuple[Discard, float]:
    """The discard with the least deadwood to expect, and the chance to knock next turn then."""
    hand, melder = own_hand(view), view.laws.knocking
    most = DISCARDS_LOOKED_AT_WHEN_DEAR if is_dear(view.laws) else DISCARDS_LOOKED_AT
    nearest = sorted(discards, key=lambda one: (melder.points(hand ^ BIT[one.card]), -one.card))
    seen = [(outlook(scene, melder, hand ^ BIT[one.card]), one) for one in nearest[:most]]
    best, discard = min(seen, key=lambda pair: (pair[0].mean, -pair[1].card % 13))
    return discard, best.knock
