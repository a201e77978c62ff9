"""From a finished match or round to chips: who is paid how much, to the last chip.

Each way to settle a match is one entry in `SETTLEMENTS`. All return a `SettlementPlan`, which
cannot exist unless it pays out exactly the pot. `settle_round` settles a single round in
tournament chips by the point-chip ratio; its result cannot exist unless chips are conserved.
"""

from collections.abc import Callable
from typing import Final

from .conceding import GAVE_UP, conceded_points, conceded_scores
from .hands import compared_by_hands
from .pcr import (
    DecidedBy,
    Payment,
    RoundSettlement,
    ScoredRound,
    SeatScore,
    best_seats,
    seat_scores,
    settle_round,
)
from .plan import FinishedMatch, InvalidSettlement, SettlementPlan, settle_nothing
from .prizes import PRIZE_TABLES, WINNER_TAKES_ALL, prizes_by_seat, require_prizes, settle_stakes

DIRECTED: Final = "tournament"  # what a tournament's round means is the director's business
SETTLEMENTS: dict[str, Callable[[FinishedMatch], SettlementPlan]] = {
    "stakes": settle_stakes,
    DIRECTED: settle_nothing,
}
