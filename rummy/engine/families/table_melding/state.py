"""The state of a round: what lies open, and what is hidden.

`OpenRound` is common knowledge; states and views fold it with the same code. `TableMeldingState`
adds the hidden cards, `Sight` what one seat knows.
"""

from enum import StrEnum
from typing import NamedTuple

from rummy.engine.as_json.codec import Card, CardMask, LaidCard
from rummy.engine.families.table_melding.events import CardOrder
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore


class Phase(StrEnum):
    """What the seat on turn has to do: draw, or play (meld, lay off … and end the turn)."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class Act(StrEnum):
    """What a step was."""

    TAKE = "take"
    MELD = "meld"
    LAY_OFF = "lay_off"
    EXCHANGE = "exchange"
    REARRANGE = "rearrange"


class TableMeld(NamedTuple):
    """A meld on the table and the seat that laid it; None for one made by rearranging."""

    seat: int | None
    cards: tuple[LaidCard, ...]


class Step(NamedTuple):
    """Something done in this turn that can be taken back, with what was before.

    `cards` are those that moved, as they lie; `hand` is what entered or left the hand, `points`
    what was gained. `before` holds the melds that changed: the one numbered `meld`, or the whole
    table when it was rearranged.
    """

    act: Act
    cards: tuple[LaidCard, ...]
    hand: CardMask
    hand_count: int
    freed: CardMask
    streak: int
    points: int = 0
    meld: int | None = None
    before: tuple[TableMeld, ...] = ()


class OpenRound(NamedTuple):
    """What everyone at the table knows.

    `opened`: who made a first meld in an earlier turn (GER-8). `laid` points by seat. `pile` runs
    bottom to top. `taken` is the card chosen from it in this turn, to be laid before the turn ends
    if `must_use`. `freed` are jokers waiting for a new meld (GER-9), `streak` counts turns in a row
    that drew from the pile, `claims` the seats that knocked for the discard (GER-V4), `cut` is the
    joker kept at the cut (GER-V7), `shown` the hands at the end.
    """

    phase: Phase
    turn: int | None
    dealer: int
    hand_counts: tuple[int, ...]
    opened: tuple[bool, ...]
    laid: tuple[int, ...]
    melds: tuple[TableMeld, ...] = ()
    pile: tuple[Card, ...] = ()
    stock_count: int = 0
    rebuilt: int = 0
    steps: tuple[Step, ...] = ()
    taken: Card | None = None
    must_use: bool = False
    freed: CardMask = 0
    streak: int = 0
    claims: tuple[int, ...] = ()
    cut: Card | None = None
    shown: tuple[CardMask, ...] | None = None
    outcome: RoundScore | None = None

    @property
    def seats(self) -> int:
        return len(self.hand_counts)


class Hidden(NamedTuple):
    """Hands by seat, the stock bottom to top, the card just drawn, orders for later stocks."""

    hands: tuple[CardMask, ...]
    stock: CardOrder = ()
    drawn: Card | None = None
    reshuffles: tuple[CardOrder, ...] = ()


class TableMeldingState(NamedTuple):
    """Everything about a round."""

    laws: TableMeldingLaws
    open: OpenRound
    hidden: Hidden

    @property
    def rules(self) -> RuleSet:
        return self.laws.rules

    @property
    def seats(self) -> int:
        return self.open.seats

    @property
    def dealer(self) -> int:
        return self.open.dealer

    @property
    def phase(self) -> Phase:
        return self.open.phase

    @property
    def turn(self) -> int | None:
        return self.open.turn

    @property
    def is_over(self) -> bool:
        return self.open.phase is Phase.OVER


class Sight(NamedTuple):
    """What one seat, or a spectator (seat None, hand None), knows; legality needs no more."""

    laws: TableMeldingLaws
    open: OpenRound
    seat: int | None
    hand: int | None
    drawn: int | None


def sight_of(state: TableMeldingState, seat: int) -> Sight:
    """The seat's own knowledge."""
    drawn = state.hidden.drawn if state.open.turn == seat else None
    return Sight(state.laws, state.open, seat, state.hidden.hands[seat], drawn)
