"""The state of a round: what lies open, and what is hidden.

`OpenRound` is common knowledge; states and views fold it with the same code. `KnockState` adds the
hidden cards, `Sight` what one seat knows. All are tuples, cheap to build and to compare.
"""

from typing import Any, NamedTuple

from rummy.engine.as_json.codec import Card, CardMask, LaidCard
from rummy.engine.cards import BIT, mask_of
from rummy.engine.families.knock.actions import LaidOff
from rummy.engine.families.knock.phases import Phase as Phase
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore


class Shown(NamedTuple):
    """A hand laid open after a knock; `layoffs` lie on the knocker's melds."""

    seat: int
    melds: tuple[tuple[LaidCard, ...], ...]
    deadwood: CardMask
    layoffs: tuple[LaidOff, ...]
    points: int


class OpenRound(NamedTuple):
    """What everyone at the table knows.

    `pile` runs bottom to top. `taken` is the card taken from the pile in this turn, `streak` the
    number of turns in a row that took from it (GIN-14), `passes` how often the first upcard was
    left (GIN-11). `shown_card` is a card of the stock lying open (GIN-S6), `removed` are cards that
    left the pile for good and stay visible (GIN-S1).
    """

    phase: Phase
    turn: int | None
    dealer: int
    seats: int
    knock_limit: int
    pile: tuple[Card, ...] = ()
    stock_count: int = 0
    taken: Card | None = None
    streak: int = 0
    passes: int = 0
    shown_card: Card | None = None
    removed: CardMask = 0
    shown: tuple[Shown, ...] = ()
    outcome: RoundScore | None = None

    @property
    def lying_open(self) -> int:
        """The cards in nobody's hand that everyone can see, shown hands apart."""
        open_cards = mask_of(self.pile) | self.removed
        return open_cards if self.shown_card is None else open_cards | BIT[self.shown_card]


Memory = tuple[Any, ...]  # one private value per house rule, in the order of the rule-set


class KnockState(NamedTuple):
    """Everything: hands by seat as masks, the stock bottom to top, the card just drawn."""

    laws: KnockLaws
    open: OpenRound
    hands: tuple[int, ...]
    stock: tuple[int, ...]
    drawn: int | None
    memory: Memory

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
    laws, open_round, hands, _, drawn, memory = state
    partner_hand = hands[partner_of(seat, open_round)] if laws.rules.teams else None
    return Sight(laws, open_round, seat, hands[seat], drawn, memory, partner_hand)


def partner_of(seat: int, open_round: OpenRound) -> int:
    """The seat opposite (GIN-T1)."""
    return (seat + open_round.seats // 2) % open_round.seats
