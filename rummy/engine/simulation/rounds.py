"""A round of plain gin as something that changes in place: hands as masks and as sorted cards.

It trusts its caller: a step takes what `may_take_upcard` and `options` offer and checks nothing.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final

from rummy.engine.cards import BIT, cards_of, mask_of
from rummy.engine.families.knock.phases import DISCARD, DRAW, OVER, UPCARD_OFFER
from rummy.engine.families.knock.rules.laws import KnockLaws, laws_of
from rummy.engine.families.knock.showdown import STOCK_EXHAUSTED
from rummy.engine.families.knock.state import KnockState, OpenRound
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore, round_score
from rummy.engine.simulation.playing import KNOCK, Playing
from rummy.engine.simulation.reach import APART, reach_of
from rummy.engine.simulation.showing import knock_score


def simulates(rules: RuleSet) -> bool:
    """Whether rounds under these rules can be simulated: two seats, no jokers, ordinary melds."""
    return rules.family == "knock" and laws_of(rules).is_plain


_insort: Final = insort  # found by machine code without a look-up


class SimulatedRound(Playing):
    """See `Playing`; and what `OpenRound` and `KnockState` say, by the same names.

    `held` are the hands' cards in canonical order; a card taken from the pile joins them when the
    turn ends, because it may not be thrown (GIN-2). `least` is at most the least deadwood of each
    hand, see `rummy.engine.simulation.reach`.
    """

    __slots__ = (
        "_change", "_look_at", "_lying_open", "_near", "held", "knock_limit", "least", "passes",
        "stock", "stock_floor", "streak", "streak_limit", "taken",
    )  # fmt: skip

    def __init__(
        self, laws: KnockLaws, now: OpenRound, hands: Sequence[int], stock: Sequence[int]
    ) -> None:
        """A round in which this lies open, with these hands (masks) and this stock."""
        if now.turn is None or now.phase not in (UPCARD_OFFER, DRAW, DISCARD):
            raise ValueError(f"nothing is drawn any more in the phase {now.phase}")
        numbers = laws.numbers
        self.laws = laws
        self.knock_limit = now.knock_limit
        self.stock_floor, self.streak_limit = laws.stock_floor, laws.streak_limit
        self.values, self._near, self._change = reach_of(numbers.rank_values)
        self._look_at = now.knock_limit + max(numbers.rank_values)
        self.phase = now.phase
        self.turn = now.turn
        self.taken, self.streak, self.passes = now.taken, now.streak, now.passes
        self.pile, self.stock = list(now.pile), list(stock)
        self._lying_open = now.lying_open & ~mask_of(now.pile)
        self.hands = list(hands)
        self.held = [list(cards_of(hand)) for hand in hands]
        if now.taken is not None:
            self.held[now.turn].remove(now.taken)
        self.least = [laws.knocking.points(hand) for hand in hands]
        self.score = None

    @classmethod
    def of(cls, state: object) -> SimulatedRound:
        """The round as it stands; ValueError when its rules or its phase are not simulated."""
        if not isinstance(state, KnockState) or not state.laws.is_plain:
            raise ValueError("these rules are not simulated")
        return cls(state.laws, state.open, state.hands, state.stock)

    def copy(self) -> SimulatedRound:
        """The same round once more, to be played on in another way; ValueError when it is over."""
        now = OpenRound(
            self.phase,
            self.turn,
            dealer=0,
            seats=2,
            knock_limit=self.knock_limit,
            pile=tuple(self.pile),
            taken=self.taken,
            streak=self.streak,
            passes=self.passes,
            removed=self._lying_open,
        )
        return SimulatedRound(self.laws, now, self.hands, self.stock)

    # Drawing

    @property
    def may_take_upcard(self) -> bool:
        return self.phase is UPCARD_OFFER or (self.streak < self.streak_limit and not self.passes)

    def pass_upcard(self) -> None:
        self.passes += 1
        self.turn = 1 - self.turn
        if self.passes == 2:
            self.phase = DRAW

    def draw_stock(self) -> None:
        card = self.stock.pop()
        self.taken, self.streak = None, 0
        _insort(self.held[self.turn], card)
        self._gain(card)

    def take_upcard(self) -> None:
        card = self.taken = self.pile.pop()
        self.streak += 1
        self._gain(card)

    def _gain(self, card: int) -> None:
        seat = self.turn
        hand = self.hands[seat]
        self.least[seat] += self._change[card][(hand & self._near[card]) % APART]
        self.hands[seat] = hand | BIT[card]
        self.passes = 0
        self.phase = DISCARD

    # Ending the turn

    def options(self) -> list[int]:
        seat = self.turn
        if self.least[seat] > self._look_at:
            return self.held[seat]
        return self._options_near_a_knock(seat)

    def _options_near_a_knock(self, seat: int) -> list[int]:
        """The bound is close: asked exactly, card by card if need be (GIN-5)."""
        points, hand, held = self.laws.knocking.points, self.hands[seat], self.held[seat]
        self.least[seat] = points(hand)
        if self.least[seat] > self._look_at:
            return held
        limit = self.knock_limit
        return held + [KNOCK + card for card in held if points(hand ^ BIT[card]) <= limit]

    def discard(self, card: int) -> None:
        seat = self.turn
        self._throw(seat, card)
        self.turn = 1 - seat
        self.phase = DRAW
        if len(self.stock) <= self.stock_floor:
            self._end(_EXHAUSTED)

    def knock(self, card: int) -> None:
        seat = self.turn
        elsewhere = self.laws.deck & ~(self.hands[seat] | self._lying_open | mask_of(self.pile))
        self._throw(seat, card)
        hands = self.hands[seat], self.hands[1 - seat]
        self._end(knock_score(self.laws, seat, *hands, elsewhere))

    def _throw(self, seat: int, card: int) -> None:
        held = self.held[seat]
        held.remove(card)
        if self.taken is not None:
            _insort(held, self.taken)
            self.taken = None
        self.hands[seat] ^= BIT[card]
        self.least[seat] -= self.values[card]
        self.pile.append(card)

    def _end(self, score: RoundScore) -> None:
        self.phase = OVER
        self.score = score


_EXHAUSTED: Final = round_score(
    reason=STOCK_EXHAUSTED.reason, winner=None, seats=2, lines=STOCK_EXHAUSTED.lines
)
