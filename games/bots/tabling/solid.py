"""A sound player: lays what it can, keeps pairs and neighbours, minds its own cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.bots.memory import NOTHING, Recollection
from games.bots.player import Dice
from games.engine.families.tabling.state import Phase
from games.engine.families.tabling.views import TablingView
from games.engine.family import RoundView
from games.engine.moves import DRAW_STOCK, Discard
from games.engine.records import Action

from .drawing import judged_takes
from .expert import fallback
from .keeping import keeping
from .laying import Skill, next_laying
from .seeing import own_hand, tabling_view

SKILL = Skill(exchanges=False, rearranges=9, waits=False)
DEEPEST_TAKE = 3


@dataclass(frozen=True, slots=True)
class SolidBot:
    """No exchanges, no waiting; rearranges small tables, takes few cards, forgets the others."""

    key: str = "solid"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        seen = tabling_view(view)
        if seen.turn != seen.seat:
            return legal[0]
        if seen.phase is Phase.DRAW:
            return _draw(seen, legal)
        laying = next_laying(seen, SKILL)
        if laying is not None:
            return laying.action
        discards = {action.card: action for action in legal if isinstance(action, Discard)}
        if not discards:
            return fallback(seen, legal)
        kept = keeping(seen, own_hand(seen), careful=False)
        return next(discards[one.card] for one in kept if one.card in discards)


def _draw(view: TablingView, legal: Sequence[Action]) -> Action:
    takes = [take for take in judged_takes(view, legal, SKILL, DEEPEST_TAKE) if take.laid]
    best = max(takes, key=lambda take: take.value, default=None)
    if best is not None and (best.value > 0 or DRAW_STOCK not in legal):
        return best.action
    return DRAW_STOCK if DRAW_STOCK in legal else legal[0]
