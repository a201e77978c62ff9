"""Stakes: the winner takes the pot, the tied share it (PLAY-3, PLAY-10, PLAY-11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.ledger import split_evenly

from .plan import FinishedMatch, SettlementPlan


@dataclass(frozen=True, slots=True)
class StakesSettlement:
    """All held stakes to the winner; equal shares on a tie, odd chips from the dealer's left."""

    key: str = "stakes"

    def settle(self, match: FinishedMatch) -> SettlementPlan:
        takers = match.from_left_of_dealer(match.winners)
        shares = dict(zip(takers, split_evenly(match.pot_chips, len(takers)), strict=True))
        seats = range(len(match.stakes_chips))
        return SettlementPlan(
            pot_chips=match.pot_chips,
            payouts_chips=tuple(shares.get(seat, 0) for seat in seats),
        )


def refund_stakes(stakes_chips: Sequence[int]) -> SettlementPlan:
    """Every stake back to its seat: the match was called off before the first card (PLAY-3)."""
    return SettlementPlan(pot_chips=sum(stakes_chips), payouts_chips=tuple(stakes_chips))
