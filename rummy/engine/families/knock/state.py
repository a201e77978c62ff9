"""The state of a round: what lies open, and what is hidden.

`OpenRound` is common knowledge; states and views fold it with the same code. `KnockState` adds the
hidden cards, `Sight` what one seat knows. All are values, cheap to make and to compare.
"""

from typing import Any, ClassVar, Final, NamedTuple

from rummy.engine.cards import BIT, mask_of
from rummy.engine.families.knock.open_facts import OpenFacts
from rummy.engine.families.knock.open_facts import Shown as Shown
from rummy.engine.families.knock.phases import OVER
from rummy.engine.families.knock.phases import Phase as Phase
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.values import Value
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore

Memory = tuple[Any, ...]  # one private value per house rule, in the order of the rule-set


class OpenRound(Value):
    """What everyone at the table knows: `OpenFacts`."""

    __slots__ = (
        "dealer", "knock_limit", "outcome", "passes", "phase", "pile", "removed", "seats", "shown",
        "shown_card", "stock_count", "streak", "taken", "turn",
    )  # fmt: skip
    _fields: ClassVar[tuple[str, ...]] = OpenFacts._fields

    def __init__(
        self,
        phase: Phase,
        turn: int | None,
        dealer: int,
        seats: int,
        knock_limit: int,
        pile: tuple[int, ...] = (),
        stock_count: int = 0,
        taken: int | None = None,
        streak: int = 0,
        passes: int = 0,
        shown_card: int | None = None,
        removed: int = 0,
        shown: tuple[Shown, ...] = (),
        outcome: RoundScore | None = None,
    ) -> None:
        self.phase: Final = phase
        self.turn: Final = turn
        self.dealer: Final = dealer
        self.seats: Final = seats
        self.knock_limit: Final = knock_limit
        self.pile: Final = pile
        self.stock_count: Final = stock_count
        self.taken: Final = taken
        self.streak: Final = streak
        self.passes: Final = passes
        self.shown_card: Final = shown_card
        self.removed: Final = removed
        self.shown: Final = shown
        self.outcome: Final = outcome

    @property
    def lying_open(self) -> int:
        """The cards in nobody's hand that everyone can see, shown hands apart."""
        open_cards = mask_of(self.pile) | self.removed
        return open_cards if self.shown_card is None else open_cards | BIT[self.shown_card]


class KnockState(Value):
    """Everything: hands by seat as masks, the stock bottom to top, the card just drawn."""

    __slots__ = ("drawn", "hands", "laws", "memory", "open", "stock")
    _fields: ClassVar[tuple[str, ...]] = ("laws", "open", "hands", "stock", "drawn", "memory")

    def __init__(
        self,
        laws: KnockLaws,
        open: OpenRound,  # noqa: A002 - the name of the part
        hands: tuple[int, ...],
        stock: tuple[int, ...],
        drawn: int | None,
        memory: Memory,
    ) -> None:
        self.laws: Final = laws
        self.open: Final = open
        self.hands: Final = hands
        self.stock: Final = stock
        self.drawn: Final = drawn
        self.memory: Final = memory

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
        return self.open.phase is OVER


class Sight(NamedTuple):
    """What one seat, or a spectator (seat None, hand None), knows; legality needs no more.

    `partner_hand` lies open to the partner (GIN-T2); None without teams.
    """

    laws: KnockLaws
    open: OpenRound
    seat: int | None
    hand: int | None
    drawn: int | None
    memory: Memory
    partner_hand: int | None = None


def sight_of(state: KnockState, seat: int) -> Sight:
    """The seat's own knowledge, its memory of house rules unredacted."""
    laws, now, hands = state.laws, state.open, state.hands
    partner_hand = hands[partner_of(seat, now)] if laws.teams else None
    return Sight(laws, now, seat, hands[seat], state.drawn, state.memory, partner_hand)


def partner_of(seat: int, open_round: OpenRound) -> int:
    """The seat opposite (GIN-T1)."""
    return (seat + open_round.seats // 2) % open_round.seats
