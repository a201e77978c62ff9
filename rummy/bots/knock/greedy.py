"""A sound simple player: least deadwood, no false hopes, and a knock when it pays."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.families.knock.actions import Discard, Knock, TakeUpcard
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import OpenRound
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .hands import after_taking, best_discard, knock_view
from .safe import safe_move

LATE_KNOCK_LIMIT = 3


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Takes the upcard only into a meld, discards for least deadwood, knocks early or low."""

    key: str = "greedy"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        seen = knock_view(view)
        for action in legal:
            if isinstance(action, TakeUpcard) and wants_upcard(seen):
                return action
        knock = best_knock(seen, legal)
        if knock is not None:
            return knock
        discards = [action for action in legal if isinstance(action, Discard)]
        return best_discard(seen, discards) if discards else safe_move(seen)


def wants_upcard(view: KnockView) -> bool:
    """Whether to take the upcard: for a meld that lowers deadwood, or to knock at once.

    So two of these bots cannot pass a card to and fro for ever.
    """
    taken = after_taking(view, view.open.pile[-1])
    return taken.melded or taken.points <= worthwhile_points(view.laws, view.open)


def best_knock(view: KnockView, legal: Sequence[Action]) -> Knock | None:
    """The lowest knock, if it is worth while."""
    points_after = dict(view.knockable)
    knocks = [action for action in legal if isinstance(action, Knock)]
    best = min(knocks, key=lambda knock: points_after[knock.card], default=None)
    if best is None or points_after[best.card] > worthwhile_points(view.laws, view.open):
        return None
    return best


def worthwhile_points(laws: KnockLaws, now: OpenRound) -> int:
    """The deadwood to knock with: anything allowed while more than half of the stock is there.

    Later the opponent's hand is likely to be low too, and an undercut costs more than another
    turn.
    """
    limit = now.knock_limit
    stock_at_start = laws.deck.bit_count() - now.seats * laws.numbers.hand_size - 1
    return limit if 2 * now.stock_count > stock_at_start else min(limit, LATE_KNOCK_LIMIT)
