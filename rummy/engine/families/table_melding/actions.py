"""What a seat may ask for in a table-melding game, besides drawing from the stock and discarding.

A joker always says what it stands for, `X1=8h`; a lay-off always names its meld, counted from 0.
"""

from dataclasses import dataclass
from typing import ClassVar

from rummy.engine.as_json.codec import Card, LaidCard
from rummy.engine.records import Action, action_type


@action_type
@dataclass(frozen=True, slots=True)
class TakeDiscard(Action):
    """Take the top card of the discard pile, or `card` and all above it (R500-3)."""

    type: ClassVar[str] = "take_discard"
    card: Card | None = None


@action_type
@dataclass(frozen=True, slots=True)
class ClaimDiscard(Action):
    """Knock for the fresh discard while another seat is about to draw (GER-V4)."""

    type: ClassVar[str] = "claim_discard"


@action_type
@dataclass(frozen=True, slots=True)
class LayMeld(Action):
    """Lay these cards as a new meld."""

    type: ClassVar[str] = "lay_meld"
    cards: tuple[LaidCard, ...]


@action_type
@dataclass(frozen=True, slots=True)
class LayOff(Action):
    """Add a card to the meld of this number on the table."""

    type: ClassVar[str] = "lay_off"
    card: LaidCard
    meld: int


@action_type
@dataclass(frozen=True, slots=True)
class ExchangeJoker(Action):
    """Put a natural card in the place of this joker of this meld (GER-9, R500-6)."""

    type: ClassVar[str] = "exchange_joker"
    card: Card
    meld: int
    joker: Card


@action_type
@dataclass(frozen=True, slots=True)
class Rearrange(Action):
    """Leave the table as these melds: all that lay there and cards from the hand (GER-V6)."""

    type: ClassVar[str] = "rearrange"
    melds: tuple[tuple[LaidCard, ...], ...]


@action_type
@dataclass(frozen=True, slots=True)
class Undo(Action):
    """Take back the last step of this turn."""

    type: ClassVar[str] = "undo"


@action_type
@dataclass(frozen=True, slots=True)
class ResetTurn(Action):
    """Take back all of this turn that can be: everything since the last card from the stock."""

    type: ClassVar[str] = "reset_turn"


@action_type
@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the turn where there is no discard pile (GER-V6)."""

    type: ClassVar[str] = "end_turn"


TAKE_DISCARD = TakeDiscard()
CLAIM_DISCARD = ClaimDiscard()
UNDO = Undo()
RESET_TURN = ResetTurn()
END_TURN = EndTurn()
