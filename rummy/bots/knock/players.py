"""The players of gin, from a pleasant evening's company to the strongest there is."""

from collections.abc import Sequence

from rummy.bots.memory import Recollection
from rummy.bots.player import Dice, Legal
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Discard, DrawStock, Knock, PassUpcard, TakeUpcard
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import OpenRound
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .hands import after_taking, best_discard, knock_view, own_hand
from .options import worths
from .safe import safe_move
from .specials import sure_gain

SLIPS_ONE_IN = 5


def casual(view: RoundView, legal: Legal, dice: Dice, _recalled: Recollection) -> Action:
    """Takes what makes a meld, throws its dearest loose card, knocks as soon as it may.

    One time in five it overlooks something: the upcard, what a house rule offers, the better
    discard.
    """
    seen = knock_view(view)
    slips = dice.randrange(SLIPS_ONE_IN) == 0
    for action in legal:
        if isinstance(action, TakeUpcard) and not slips and wants_upcard(seen):
            return action
    gain = None if slips else sure_gain(seen, legal)
    if gain is not None:
        return gain[0]
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


def solid(view: RoundView, legal: Legal, _dice: Dice, recalled: Recollection) -> Action:
    """Draws by the book; discards and knocks for most points, as far as one draw tells.

    To take a card for later, or to leave one that melds, is what the expert knows better.
    """
    seen = knock_view(view)
    if any(isinstance(action, DrawStock | PassUpcard) for action in legal):
        take = next((action for action in legal if isinstance(action, TakeUpcard)), None)
        return take if take is not None and wants_upcard(seen) else safe_move(seen)
    if not any(isinstance(action, Discard) for action in legal):
        return safe_move(seen)
    return worths(seen, legal, recalled, briefly=True)[0].action


def expert(view: RoundView, legal: Legal, _dice: Dice, recalled: Recollection) -> Action:
    """Looks two draws ahead over all unseen cards; knocks, takes and discards for most points."""
    if len(legal) == 1:
        return legal[0]
    choices = worths(knock_view(view), legal, recalled, briefly=True)
    return choices[0].action if choices else safe_move(view)


LATE_KNOCK_LIMIT = 3


def greedy(view: RoundView, legal: Legal, _dice: Dice, _recalled: Recollection) -> Action:
    """Takes the upcard only into a meld, discards for least deadwood, knocks early or low."""
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
