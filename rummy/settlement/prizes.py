"""Prize tables: which place takes how much of the pool, as percentages (PLAY-44).

A table is a tuple of whole numbers that sum to 100, the winner's first. Ready-made ones have a
name; a table may also bring its own.
"""

from collections.abc import Sequence

from rummy.settlement.division import split_by_weight, split_evenly

from .plan import FinishedMatch, InvalidSettlement, SettlementPlan

WINNER_TAKES_ALL = (100,)
PRIZE_TABLES: dict[str, tuple[int, ...]] = {
    "winner": WINNER_TAKES_ALL,
    "top_two": (70, 30),
    "top_three": (50, 30, 20),
}
PLACES_MAX = 6


def require_prizes(percents: Sequence[int]) -> None:
    """Refuse what is no prize table.

    Raises InvalidSettlement(prizes_unreadable): not whole, falling and 100 in all.
    """
    whole = all(type(share) is int and share > 0 for share in percents)
    falling = list(percents) == sorted(percents, reverse=True) if whole else False
    if not (falling and sum(percents) == 100 and len(percents) <= PLACES_MAX):
        raise InvalidSettlement("prizes_unreadable", prizes=list(percents))


def settle_stakes(match: FinishedMatch) -> SettlementPlan:
    """The pool by places, the tied share (PLAY-3, PLAY-10, PLAY-11, PLAY-44)."""
    shares = prizes_by_seat(match)
    payouts = tuple(shares.get(seat, 0) for seat in range(len(match.stakes_chips)))
    return SettlementPlan(match.pot_chips, payouts)


def prizes_by_seat(match: FinishedMatch) -> dict[int, int]:
    """The pool to the last chip, by seat.

    Largest remainder between places, odd chips to the better one (PLAY-44). Who is level shares
    the prizes of the places they fill, odd chips one each from the dealer's left (PLAY-10). Where
    fewer people stay than places are paid, the table is cut to those who stay.
    """
    takers = sum(len(level) for level in match.places)
    weights = match.prizes[:takers]
    prizes = [*split_by_weight(match.pot_chips, weights), *(takers - len(weights)) * [0]]
    paid: dict[int, int] = {}
    first = 0
    for level in match.places:
        among = match.from_left_of_dealer(level)
        shared = sum(prizes[first : first + len(level)])
        paid |= dict(zip(among, split_evenly(shared, len(among)), strict=True))
        first += len(level)
    return paid
