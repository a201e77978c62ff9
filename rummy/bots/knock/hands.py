"""What a hand in a knock game is worth to the seat that holds it.

Everything here is worked out from a seat's view: the own hand, what lies open, and the cards that
must therefore be elsewhere, without knowing where.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy.engine.budget import Budget
from rummy.engine.cards import BIT, cards_of, rank_of
from rummy.engine.families.knock.actions import Discard
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView

HOPING_STEPS: Final = 1_000  # all draws for all discards, but where jokers make a look dear


class Taken(NamedTuple):
    """The least deadwood after taking a card and discarding another one.

    `melded`: that is less than before, and the taken card then lies in a meld.
    """

    points: int
    melded: bool


def knock_view(view: RoundView) -> KnockView:
    """The view as one of the knock family, the only one these bots can play."""
    if not isinstance(view, KnockView):
        raise TypeError(f"no bot plays the family {view.rules.family!r}")
    return view


def own_hand(view: KnockView) -> int:
    """The hand as a mask; only a seated player has one."""
    if view.hand is None:
        raise ValueError("a spectator does not play")
    return view.hand


def unseen(view: KnockView) -> int:
    """Cards in the stock or in an opponent's hand, as far as this seat can know (GIN-T2)."""
    known = own_hand(view) | view.open.lying_open | (view.partner_hand or 0)
    return view.laws.deck & ~known


def best_discard(view: KnockView, discards: Sequence[Discard]) -> Discard:
    """The discard that leaves least deadwood; between equals the one that leaves most hope.

    Hope is looked for with `HOPING_STEPS`, over as many draws as they suffice for: an absent
    player's turn is ended under the table's lock.
    """
    hand, melder = own_hand(view), view.laws.knocking
    left = [melder.points(hand ^ BIT[discard.card]) for discard in discards]
    least = min(left)
    equals = [one for one, points in zip(discards, left, strict=True) if points == least]
    if len(equals) == 1:
        return equals[0]
    steps, after = Budget(HOPING_STEPS), [0] * len(equals)
    for card in cards_of(unseen(view)):
        if steps.over:
            break
        for place, discard in enumerate(equals):
            found = melder.counted_after_discard(hand ^ BIT[discard.card] | BIT[card])
            steps.spend(found.steps)
            after[place] += found.points

    def regret(place: int) -> tuple[int, int, int]:
        """Deadwood after each card that may come next, added up; then the highest card goes."""
        card = equals[place].card
        return after[place], -rank_of(card), card

    return equals[min(range(len(equals)), key=regret)]


def after_taking(view: KnockView, card: int) -> Taken:
    """What taking this card from the pile would do for the hand."""
    hand, melder = own_hand(view), view.laws.knocking
    rests = [hand ^ BIT[gone] | BIT[card] for gone in cards_of(hand)]
    least = min(melder.points(rest) for rest in rests)
    if least >= melder.points(hand):
        return Taken(least, melded=False)
    melded = any(_melded_points(view, rest, card) == least for rest in rests)
    return Taken(least, melded)


def _melded_points(view: KnockView, hand: int, card: int) -> int | None:
    """The least deadwood of a hand with this card in a meld; None when it fits into none."""
    choices = view.laws.knocking.arrangements(hand, BIT[card])
    return choices[0].points if choices else None
