"""Tables of a tournament hold no stakes: what their rounds mean is the director's business."""

from dataclasses import dataclass

from .plan import FinishedMatch, InvalidSettlement, SettlementPlan


@dataclass(frozen=True, slots=True)
class DirectedSettlement:
    """Nothing is held and nothing is paid at the table (PLAY-13, PLAY-14)."""

    key: str = "tournament"

    def settle(self, match: FinishedMatch) -> SettlementPlan:
        if match.pot_chips:
            raise InvalidSettlement("stakes_in_tournament", pot=match.pot_chips)
        return SettlementPlan(0, (0,) * len(match.stakes_chips))
