"""What a seat may ask for in a knock game."""

from typing import NamedTuple

from rummy.engine.as_json.codec import Card, LaidCard
from rummy.engine.moves import DRAW_STOCK as DRAW_STOCK
from rummy.engine.moves import Discard as Discard
from rummy.engine.moves import DrawStock as DrawStock
from rummy.engine.records import Action, action_type


class LaidOff(NamedTuple):
    """A card laid off on the knocker's meld number `meld`, counted from 0 (GIN-6)."""

    card: LaidCard
    meld: int


@action_type("take_upcard")
class TakeUpcard(Action):
    """Take the top card of the discard pile, as a draw or as the first upcard (GIN-11)."""


@action_type("pass_upcard")
class PassUpcard(Action):
    """Leave the first upcard to the next seat (GIN-11)."""


@action_type("knock")
class Knock(Action):
    """Knock with this last discard; without `melds` the best arrangement is laid (GIN-6).

    A joker in a meld may be named with the card it stands for, `X1=8h`, or by its place (GIN-S5).
    """

    card: Card
    melds: tuple[tuple[LaidCard, ...], ...] | None = None


@action_type("answer")
class Answer(Action):
    """Answer a knock; None is the best beside what is named, () is none (GIN-6, GIN-T3)."""

    melds: tuple[tuple[LaidCard, ...], ...] | None = None
    layoffs: tuple[LaidOff, ...] | None = None


TAKE_UPCARD = TakeUpcard()
PASS_UPCARD = PassUpcard()
ANSWER = Answer()
