"""What a seat may ask for in a table-melding game, besides drawing from the stock and discarding.

A joker always says what it stands for, `X1=8h`; a lay-off always names its meld, counted from 0.
"""

from typing import ClassVar

from rummy.engine.as_json.codec import Card, LaidCard
from rummy.engine.records import Action, action_type


@action_type("take_discard")
class TakeDiscard(Action):
    """Take the top card of the discard pile, or `card` and all above it (R500-3)."""

    card: Card | None = None


@action_type("claim_discard")
class ClaimDiscard(Action):
    """Knock for the fresh discard while another seat is about to draw (GER-V4)."""


@action_type("lay_meld")
class LayMeld(Action):
    """Lay these cards as a new meld."""

    cards: tuple[LaidCard, ...]


@action_type("lay_off")
class LayOff(Action):
    """Add a card to the meld of this number on the table."""

    card: LaidCard
    meld: int


@action_type("exchange_joker")
class ExchangeJoker(Action):
    """Put a natural card in the place of this joker of this meld (GER-9, R500-6)."""

    card: Card
    meld: int
    joker: Card


@action_type("rearrange")
class Rearrange(Action):
    """Leave the table as these melds: all that lay there and cards from the hand (GER-V6)."""

    melds: tuple[tuple[LaidCard, ...], ...]


@action_type("undo")
class Undo(Action):
    """Take back the last step of this turn."""

    takes_back: ClassVar[bool] = True


@action_type("reset_turn")
class ResetTurn(Action):
    """Take back all of this turn that can be: everything since the last card from the stock."""

    takes_back: ClassVar[bool] = True


@action_type("end_turn")
class EndTurn(Action):
    """End the turn where there is no discard pile (GER-V6)."""


TAKE_DISCARD = TakeDiscard()
CLAIM_DISCARD = ClaimDiscard()
UNDO = Undo()
RESET_TURN = ResetTurn()
END_TURN = EndTurn()
