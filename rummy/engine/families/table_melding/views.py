"""What one seat, or a spectator, may know; followed event by event or asked afresh."""

from rummy.engine.as_json.codec import Json
from rummy.engine.families.table_melding.as_json import read_sight, write_view
from rummy.engine.families.table_melding.events import CardsDealt, TurnEnded
from rummy.engine.families.table_melding.evolve import cards_moved, evolve_open
from rummy.engine.families.table_melding.legal import legal_actions
from rummy.engine.families.table_melding.rules.laws import laws_of
from rummy.engine.families.table_melding.state import Phase, Sight, TableMeldingState
from rummy.engine.moves import Discarded, StockDrawn
from rummy.engine.records import Action, Event
from rummy.engine.rules import RuleSet


class TableMeldingView(Sight):
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

    def legal_actions(self) -> list[Action]:
        """The finite actions open to this seat."""
        return legal_actions(self)

    def to_json(self) -> Json:
        """The view as the pages, bots and API read it."""
        return write_view(self)


def view(state: TableMeldingState, seat: int | None) -> TableMeldingView:
    """All that a seat, or a spectator (None), may know."""
    laws, now, hidden = state
    hand = None if seat is None else hidden.hands[seat]
    drawn = hidden.drawn if seat is not None and seat == now.turn else None
    return TableMeldingView(laws, now, seat, hand, drawn)


def view_from_json(rules: RuleSet, data: Json) -> TableMeldingView:
    """The view that `to_json` wrote; UnreadableRecord for another version."""
    return TableMeldingView(*read_sight(laws_of(rules), data))


def evolve_view(seen: TableMeldingView, event: Event) -> TableMeldingView:
    """The view after an event redacted for its seat."""
    laws, now, seat, hand, drawn = seen
    after = evolve_open(laws, now, event)
    if isinstance(event, CardsDealt):
        return TableMeldingView(
            laws, after, seat, None if seat is None else event.hands[seat], None
        )
    if hand is not None:
        for owner, cards in cards_moved(now, event):
            hand ^= cards if owner == seat else 0
    if isinstance(event, StockDrawn):
        drawn = event.card if event.seat == seat else None
    elif isinstance(event, Discarded | TurnEnded) or after.turn != seat:
        drawn = None
    return TableMeldingView(laws, after, seat, hand, drawn)
