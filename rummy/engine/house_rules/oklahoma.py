"""Oklahoma (GIN-S6): a card shown at the bottom of the stock sets the knock limit."""

from typing import Any, ClassVar

from rummy.engine.as_json.codec import Card
from rummy.engine.cards import is_joker, rank_of
from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.families.knock.state import KnockState, OpenRound
from rummy.engine.records import Event, event_type
from rummy.words import Telling
from rummy.words import gettext_noop as _


@event_type("stock_bottom_shown")
class StockBottomShown(Event):
    """The bottom card of the stock lies open for the round; its value is the knock limit."""

    card: Card
    knock_limit: int


class Oklahoma(KnockHook):
    """The card stays in the stock and is never drawn: GIN-10 ends the round before."""

    key = "oklahoma"
    rule = "GIN-S6"
    title = _("Oklahoma")
    summary = _(
        "The bottom card of the stock is shown. Its value is the knock limit of the round; "
        "with an ace only gin may knock."
    )
    events: ClassVar = {
        "stock_bottom_shown": Telling(
            _("The card that sets the limit is shown"),
            (
                (
                    "knock_limit",
                    _("The %(card)s is shown: the knock limit is %(knock_limit)s."),
                    "",
                ),
                ("", _("The %(card)s is shown: only gin may knock."), ""),
            ),
        )
    }
    rests_in_play = True
    sets_knock_limit = True

    def arrange_stock(self, stock: tuple[int, ...]) -> tuple[int, ...]:
        """A joker at the bottom changes places with the next natural card above it."""
        place = next(place for place, card in enumerate(stock) if not is_joker(card))
        return (stock[place], *stock[1:place], stock[0], *stock[place + 1 :]) if place else stock

    def after_deal(self, state: KnockState) -> list[Event]:
        card = state.stock[0]
        rank = rank_of(card)
        limit = 0 if rank == 0 else state.laws.numbers.rank_values[rank]
        return [StockBottomShown(card, limit)]

    def evolve(self, open_round: OpenRound, memory: Any, event: Event) -> tuple[OpenRound, Any]:
        if isinstance(event, StockBottomShown):
            open_round = open_round._replace(shown_card=event.card, knock_limit=event.knock_limit)
        return open_round, memory
