"""A sound player: lays what it can, keeps pairs and neighbours, minds its own cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.family import RoundView
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action

from .drawing import judged_takes
from .expert import fallback
from .keeping import keeping
from .laying import Skill, next_laying
from .safe import table_melding_view
from .seeing import own_hand

SKILL = Skill(exchanges=False, rearranges=9, waits=False)
DEEPEST_TAKE = 3


@dataclass(frozen=True, slots=True)
class SolidBot:
    """Exchanges jokers to go out only, does not wait; rearranges small tables, takes few cards."""

    key: str = "solid"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        seen = table_melding_view(view)
        if seen.turn != seen.seat:
            return legal[0]
        steps = Budget(DECIDING_STEPS)
        if seen.phase is Phase.DRAW:
            return _draw(seen, legal, steps)
        laying = next_laying(seen, steps, SKILL)
        if laying is not None:
            return laying.action
        discards = {action.card: action for action in legal if isinstance(action, Discard)}
        if not discards:
            return fallback(seen, legal)
        kept = keeping(seen, own_hand(seen), steps, careful=False)
        return next(discards[one.card] for one in kept if one.card in discards)


def _draw(view: TableMeldingView, legal: Sequence[Action], steps: Budget) -> Action:
    judged = judged_takes(view, legal, steps, SKILL, DEEPEST_TAKE)
    takes = [take for take in judged if take.laid]
    best = max(takes, key=lambda take: take.value, default=None)
    if best is not None and (best.value > 0 or DRAW_STOCK not in legal):
        return best.action
    return DRAW_STOCK if DRAW_STOCK in legal else legal[0]
