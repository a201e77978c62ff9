"""The "Simple" player of the EAAI gin rummy challenge, written anew from its description.

It ignores what the opponent does and which cards are out of play; takes the upcard only when it
becomes part of a meld; discards a highest unmelded card, whatever pairs that breaks up; knocks as
early as possible. Bots of the challenge were measured against it, and so are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots import Dice
from rummy.bots.memory import NOTHING, Recollection
from rummy.engine.cards import BIT, cards_of
from rummy.engine.families.knock.actions import Answer, Discard, DrawStock, Knock, TakeUpcard
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView
from rummy.engine.records import Action


@dataclass(frozen=True, slots=True)
class SimplePlayer:
    key: str = "simple"

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        assert isinstance(view, KnockView)
        kinds = {type(action): action for action in legal}
        if TakeUpcard in kinds:
            return (
                kinds.pop(TakeUpcard)
                if makes_a_meld(view)
                else next(action for kind, action in kinds.items() if kind is not TakeUpcard)
            )
        if DrawStock in kinds or Answer in kinds:
            return legal[0]
        return throw_away(view, legal, dice)


def makes_a_meld(view: KnockView) -> bool:
    """Whether the upcard would lie in some meld with cards of the hand."""
    assert view.hand is not None
    card = view.open.pile[-1]
    melder, hand = view.laws.knocking, view.hand
    return any(
        melder.meld((card, one, two)) is not None
        for place, one in enumerate(cards_of(hand))
        for two in cards_of(hand)[place + 1 :]
    )


def throw_away(view: KnockView, legal: Sequence[Action], dice: Dice) -> Action:
    """The highest card outside the best melds; with a knock as soon as it is allowed."""
    assert view.hand is not None
    melder = view.laws.knocking
    discards = [action for action in legal if isinstance(action, Discard)]
    left = {action.card: melder.points(view.hand ^ BIT[action.card]) for action in discards}
    least = min(left.values())
    best = [card for card in left if left[card] == least]
    card = best[dice.randrange(len(best))]
    knock = Knock(card)
    return knock if knock in legal else Discard(card)
