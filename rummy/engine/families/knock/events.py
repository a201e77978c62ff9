"""What can happen in a round of a knock game. Hidden cards are None in a redacted event."""

from dataclasses import replace

from rummy.engine.as_json.codec import Card, CardMask, LaidCard
from rummy.engine.families.knock.actions import PASS_UPCARD, TAKE_UPCARD, Answer, Knock, LaidOff
from rummy.engine.moves import Discarded as Discarded
from rummy.engine.moves import RoundEnded as RoundEnded
from rummy.engine.moves import StockDrawn as StockDrawn
from rummy.engine.records import EVENTS_VERSION, Action, Event, event_type


@event_type("round_dealt")
class RoundDealt(Event):
    """Hands by seat; the stock bottom to top; the first upcard; the version of the log.

    `open_partners`: whoever sits opposite sees one's hand (GIN-T2).
    """

    dealer: int
    hands: tuple[CardMask | None, ...]
    upcard: Card
    stock_count: int
    stock: tuple[Card, ...] | None = None
    v: int = EVENTS_VERSION
    open_partners: bool | None = None

    def redact(self, seat: int | None) -> "RoundDealt":
        seen = {seat}
        if self.open_partners and seat is not None:
            seen.add((seat + 2) % len(self.hands))
        hands = tuple(hand if owner in seen else None for owner, hand in enumerate(self.hands))
        return replace(self, hands=hands, stock=None)


@event_type("upcard_passed")
class UpcardPassed(Event):
    """The seat left the first upcard (GIN-11)."""

    seat: int

    def cause(self) -> Action:
        return PASS_UPCARD


@event_type("upcard_taken")
class UpcardTaken(Event):
    """The seat took the top card of the discard pile."""

    seat: int
    card: Card

    def cause(self) -> Action:
        return TAKE_UPCARD


@event_type("knocked")
class Knocked(Event):
    """The seat knocked with a last discard and shows its cards; 0 points is gin.

    `answer_due`: the opponent now answers (GIN-6); otherwise the round is decided at once.
    """

    seat: int
    card: Card
    melds: tuple[tuple[LaidCard, ...], ...]
    deadwood: CardMask
    points: int
    answer_due: bool

    def cause(self) -> Action:
        return Knock(self.card, self.melds)


@event_type("partner_melded")
class PartnerMelded(Event):
    """The knocker's partner shows melds and what remains; it lays off on nothing (GIN-T3)."""

    seat: int
    melds: tuple[tuple[LaidCard, ...], ...]
    deadwood: CardMask
    points: int


@event_type("answered")
class Answered(Event):
    """An opponent shows melds, lay-offs on the knocker's melds, and what remains.

    In teams `next_answer` is the other opponent, whose turn it is to answer (GIN-T3).
    """

    seat: int
    melds: tuple[tuple[LaidCard, ...], ...]
    layoffs: tuple[LaidOff, ...]
    deadwood: CardMask
    points: int
    next_answer: int | None = None

    def cause(self) -> Action:
        return Answer(self.melds, self.layoffs)
