"""Stakes: the pool by a prize table, the tied share (PLAY-3, PLAY-10, PLAY-11, PLAY-44)."""

from dataclasses import dataclass

from .plan import FinishedMatch, SettlementPlan
from .prizes import prizes_by_seat


@dataclass(frozen=True, slots=True)
class StakesSettlement:
    """The pool by places; equal shares on a tie, odd chips from the dealer's left."""

    key: str = "stakes"

    def settle(self, match: FinishedMatch) -> SettlementPlan:
        shares = prizes_by_seat(match)
        seats = range(len(match.stakes_chips))
        return SettlementPlan(
            pot_chips=match.pot_chips,
            payouts_chips=tuple(shares.get(seat, 0) for seat in seats),
        )
