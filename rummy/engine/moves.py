"""Moves that several families know alike: drawing from the stock, discarding, the round's end."""

from rummy.engine.as_json.codec import Card
from rummy.engine.records import Action, Event, action_type, event_type
from rummy.engine.scoring import ScoreLine, Tally


@action_type("draw_stock")
class DrawStock(Action):
    """Draw the top card of the stock."""


@action_type("discard")
class Discard(Action):
    """End the turn with a discard."""

    card: Card


DRAW_STOCK = DrawStock()


@event_type("stock_drawn")
class StockDrawn(Event):
    """The seat drew the top card of the stock; only that seat, and its partner, see it."""

    seat: int
    card: Card | None = None
    partner: int | None = None

    def cause(self) -> Action:
        return DRAW_STOCK

    def redact(self, seat: int | None) -> "StockDrawn":
        if seat is not None and seat in (self.seat, self.partner):
            return self
        return StockDrawn(self.seat, None, self.partner)


@event_type("discarded")
class Discarded(Event):
    """The seat discarded and its turn ended."""

    seat: int
    card: Card

    def cause(self) -> Action:
        return Discard(self.card)


@event_type("round_ended")
class RoundEnded(Event):
    """The round is scored: how it ended, who won it, the lines of the score sheet.

    `tallies`, by seat, where the family counts what was laid and what was held.
    """

    reason: str
    winner: int | None
    lines: tuple[ScoreLine, ...]
    tallies: tuple[Tally, ...] | None = None
