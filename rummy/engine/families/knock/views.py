"""What one seat, or a spectator, may know; followed event by event or asked afresh."""

from rummy.engine.as_json.codec import Json
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.knock.as_json import read_sight, write_view
from rummy.engine.families.knock.events import (
    Discarded,
    Knocked,
    RoundDealt,
    StockDrawn,
    UpcardTaken,
)
from rummy.engine.families.knock.evolve import evolve_hooks, evolve_open
from rummy.engine.families.knock.knocking import best_arrangement, knockable, must_meld
from rummy.engine.families.knock.legal import legal_actions
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.state import KnockState, Phase, Sight, partner_of
from rummy.engine.melding import Arrangement
from rummy.engine.records import Action, Event
from rummy.engine.rules import RuleSet


class KnockView(Sight):
    """A seat's sight with everything that can be worked out from it, computed when asked."""

    __slots__ = ()

    @property
    def rules(self) -> RuleSet:
        return self.laws.rules

    @property
    def phase(self) -> Phase:
        return self.open.phase

    @property
    def turn(self) -> int | None:
        return self.open.turn

    @property
    def arrangement(self) -> Arrangement | None:
        """The own hand laid out best; None for spectators.

        Whoever answers a knock counts by the values that an answer counts by (GIN-S8).
        """
        if self.hand is None or self.seat is None:
            return None
        shown = self.open.shown
        if shown and self.seat not in self.rules.side_of(shown[0].seat, self.open.seats):
            return min(self.laws.answering.arrangements(self.hand))
        return best_arrangement(self.laws, self.open, self.hand, known=self.partner_hand or 0)

    @property
    def knockable(self) -> list[tuple[int, int]]:
        """(discard, points) of every knock open to this seat now, house rules heeded."""
        if self.seat is None or self.turn != self.seat or self.phase is not Phase.DISCARD:
            return []
        forbidders = self.laws.forbidders
        return [
            (card, points)
            for card, points in knockable(self)
            if not any(hook.forbids(self, Knock(card)) for hook in forbidders)
        ]

    @property
    def must_meld(self) -> int:
        """Cards (a mask) of one's hand that house rules want in melds when one knocks now."""
        if not self.laws.hooks or self.hand is None or self.turn != self.seat:
            return 0
        return must_meld(self)[0] if self.phase is Phase.DISCARD else 0

    @property
    def hand_counts(self) -> list[int]:
        """How many cards each seat holds; a hand that has been shown counts as held."""
        size = self.laws.numbers.hand_size
        holding = self.turn if self.phase is Phase.DISCARD else None
        return [size + (seat == holding) for seat in range(self.open.seats)]

    def legal_actions(self) -> list[Action]:
        """The finite actions open to this seat."""
        return legal_actions(self)

    def to_json(self) -> Json:
        """The view as the pages, bots and API read it."""
        return write_view(
            self,
            hand_counts=self.hand_counts,
            arrangement=self.arrangement,
            knockable=self.knockable,
            must_meld=self.must_meld,
        )


def view(state: KnockState, seat: int | None) -> KnockView:
    """All that a seat, or a spectator (None), may know."""
    laws, now, hands, memory = state.laws, state.open, state.hands, state.memory
    if laws.hooks:
        pairs = zip(laws.hooks, memory, strict=True)
        memory = tuple(hook.redact_memory(own, seat) for hook, own in pairs)
    hand = None if seat is None else hands[seat]
    with_partner = laws.rules.teams and seat is not None
    partner_hand = hands[partner_of(seat or 0, now)] if with_partner else None
    drawn = state.drawn if seat == now.turn else None
    return KnockView(laws, now, seat, hand, drawn, memory, partner_hand)


def view_from_json(rules: RuleSet, data: Json) -> KnockView:
    """The view that `to_json` wrote; UnreadableRecord for another version."""
    return KnockView(*read_sight(laws_of(rules), data))


def evolve_view(seen: KnockView, event: Event) -> KnockView:
    """The view after an event redacted for its seat."""
    laws, now, seat, hand, drawn, memory, partner_hand = seen
    hand, drawn = _own_cards(seat, hand, drawn, event)
    if seat is not None and partner_hand is not None:
        partner_hand, _ = _own_cards(partner_of(seat, now), partner_hand, None, event)
    now = evolve_open(laws, now, event)
    if laws.observers:
        now, memory = evolve_hooks(laws, now, memory, event)
    return KnockView(laws, now, seat, hand, drawn, memory, partner_hand)


def _own_cards(
    seat: int | None, hand: int | None, drawn: int | None, event: Event
) -> tuple[int | None, int | None]:
    """The own hand and the card just drawn, after the event."""
    if isinstance(event, RoundDealt):
        return (None if seat is None else event.hands[seat]), None
    if not isinstance(event, StockDrawn | UpcardTaken | Discarded | Knocked):
        return hand, drawn
    if event.seat != seat or hand is None or event.card is None:
        return hand, drawn
    gained = isinstance(event, StockDrawn | UpcardTaken)
    return hand ^ BIT[event.card], event.card if gained else None
