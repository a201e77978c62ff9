"""What can happen in a round of a table-melding game. Hidden cards are None in a redacted event.

What is laid is public as soon as it lies on the table, and so is what is taken back.
"""

from dataclasses import replace
from typing import Annotated, ClassVar

from rummy.engine.as_json.codec import Card, CardMask, LaidCard, Shape
from rummy.engine.cards import CARD_TEXTS, parse_cards
from rummy.engine.errors import UnreadableRecord
from rummy.engine.families.table_melding.actions import (
    CLAIM_DISCARD,
    END_TURN,
    RESET_TURN,
    UNDO,
    ExchangeJoker,
    LayMeld,
    LayOff,
    Rearrange,
    TakeDiscard,
)
from rummy.engine.moves import DRAW_STOCK
from rummy.engine.records import EVENTS_VERSION, Action, Event, event_type


def _read_order(value: object) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise UnreadableRecord("not_a_text", found=value)
    try:
        return parse_cards(value)
    except ValueError:
        raise UnreadableRecord("not_a_card", found=value) from None


# Many cards in a row as one text: `7h Td2 X1`.
CardOrder = Annotated[
    tuple[int, ...],
    Shape(lambda cards: " ".join(CARD_TEXTS[card] for card in cards), _read_order),
]


@event_type("cards_dealt")
class CardsDealt(Event):
    """Hands by seat, the stock bottom to top, the first upcard if there is one (R500-1).

    `cut` is a joker that the dealer's right neighbour found at the cut and kept, for all to see
    (GER-V7). `reshuffles` are orders of the whole deck, one for each time that the stock may be
    built again: nobody knows them before (GER-12).
    """

    dealer: int
    hands: tuple[CardMask | None, ...]
    hand_counts: tuple[int, ...]
    stock_count: int
    upcard: Card | None = None
    cut: Card | None = None
    stock: CardOrder | None = None
    reshuffles: tuple[CardOrder, ...] | None = None
    v: int = EVENTS_VERSION

    def redact(self, seat: int | None) -> "CardsDealt":
        hands = tuple(hand if owner == seat else None for owner, hand in enumerate(self.hands))
        return replace(self, hands=hands, stock=None, reshuffles=None)


@event_type("stock_rebuilt")
class StockRebuilt(Event):
    """The pile but for its top card was shuffled into a new stock, bottom to top (GER-12)."""

    seat: int
    stock_count: int
    stock: CardOrder | None = None

    def cause(self) -> Action:
        return DRAW_STOCK

    def redact(self, seat: int | None) -> "StockRebuilt":
        return replace(self, stock=None)


@event_type("stock_exhausted")
class StockExhausted(Event):
    """The seat wanted a card from the stock, and there is none left (GER-12, R500-9)."""

    seat: int

    def cause(self) -> Action:
        return DRAW_STOCK


@event_type("discard_taken")
class DiscardTaken(Event):
    """The seat took these cards off the discard pile, the chosen one first.

    `must_use`: that one must be laid in this turn (R500-3, GER-V2).
    """

    seat: int
    cards: tuple[Card, ...]
    must_use: bool

    def cause(self) -> Action:
        return TakeDiscard(self.cards[0])


@event_type("discard_claimed")
class DiscardClaimed(Event):
    """The seat knocked for the discard (GER-V4)."""

    seat: int

    def cause(self) -> Action:
        return CLAIM_DISCARD


@event_type("claim_granted")
class ClaimGranted(Event):
    """The seat on turn left the discard: the nearest seat that knocked has it (GER-V4)."""

    seat: int
    card: Card


@event_type("meld_laid")
class MeldLaid(Event):
    """The seat laid a new meld, worth so many points."""

    seat: int
    cards: tuple[LaidCard, ...]
    points: int

    def cause(self) -> Action:
        return LayMeld(self.cards)


@event_type("card_laid_off")
class CardLaidOff(Event):
    """The seat laid a card off; `cards` is the meld as it then lies, `points` the card's value."""

    seat: int
    card: LaidCard
    meld: int
    cards: tuple[LaidCard, ...]
    points: int

    def cause(self) -> Action:
        return LayOff(self.card, self.meld)


@event_type("joker_exchanged")
class JokerExchanged(Event):
    """The seat put a natural card in a joker's place; the joker waits for a new meld or is held."""

    seat: int
    card: Card
    meld: int
    joker: Card
    cards: tuple[LaidCard, ...]
    points: int
    to_hand: bool

    def cause(self) -> Action:
        return ExchangeJoker(self.card, self.meld, self.joker)


@event_type("table_rearranged")
class TableRearranged(Event):
    """The table lies anew; `cards` came from the hand and are worth so many points (GER-V6)."""

    seat: int
    melds: tuple[tuple[LaidCard, ...], ...]
    cards: tuple[LaidCard, ...]
    points: int

    def cause(self) -> Action:
        return Rearrange(self.melds)


@event_type("taken_back")
class TakenBack(Event):
    """The seat took its last steps back."""

    takes_back: ClassVar[bool] = True
    seat: int
    steps: int

    def cause(self) -> Action:
        return UNDO if self.steps == 1 else RESET_TURN


@event_type("turn_ended")
class TurnEnded(Event):
    """The seat ended its turn without a discard (GER-V6)."""

    seat: int

    def cause(self) -> Action:
        return END_TURN


@event_type("hands_shown")
class HandsShown(Event):
    """The round is over: what everybody still holds."""

    hands: tuple[CardMask, ...]
