"""What every settlement takes and gives."""

from collections.abc import Sequence
from dataclasses import dataclass


class InvalidSettlement(ValueError):
    """A match that cannot be settled, or a plan that does not pay out its pot."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A decided match: chips held per seat, the seats that share first place, the last dealer.

    `ranking` are the seats that may be paid, by places, best first, level ones together; without
    it only the winners are. `prizes` are percentages by place (PLAY-44).
    """

    stakes_chips: tuple[int, ...]
    winners: tuple[int, ...]
    last_dealer: int
    ranking: tuple[tuple[int, ...], ...] = ()
    prizes: tuple[int, ...] = (100,)

    def __post_init__(self) -> None:
        seats = range(len(self.stakes_chips))
        if any(stake < 0 for stake in self.stakes_chips):
            raise InvalidSettlement("negative_stake", stakes=self.stakes_chips)
        if not self.winners or len(set(self.winners)) < len(self.winners):
            raise InvalidSettlement("winners_unclear", winners=self.winners)
        if any(seat not in seats for seat in (*self.winners, self.last_dealer)):
            raise InvalidSettlement("no_such_seat", seats=len(seats))

        ranked = [seat for level in self.ranking for seat in level]
        if len(set(ranked)) < len(ranked) or any(seat not in seats for seat in ranked):
            raise InvalidSettlement("ranking_unclear", ranking=self.ranking)

    @property
    def pot_chips(self) -> int:
        return sum(self.stakes_chips)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Who may be paid, best first: the winners alone unless a ranking says more."""
        return self.ranking or (self.winners,)

    def from_left_of_dealer(self, seats: Sequence[int]) -> tuple[int, ...]:
        """These seats in the order of play: the dealer's left neighbour first, the dealer last."""
        places = len(self.stakes_chips)
        return tuple(sorted(seats, key=lambda seat: (seat - self.last_dealer - 1) % places))


@dataclass(frozen=True, slots=True)
class SettlementPlan:
    """Chips to pay to each seat out of a pot; they are never negative and sum to the pot."""

    pot_chips: int
    payouts_chips: tuple[int, ...]

    def __post_init__(self) -> None:
        if min(self.payouts_chips, default=0) < 0 or sum(self.payouts_chips) != self.pot_chips:
            raise InvalidSettlement(
                "pot_not_paid_out", pot=self.pot_chips, payouts=self.payouts_chips
            )


def settle_nothing(match: FinishedMatch) -> SettlementPlan:
    """At a tournament's table nothing is held and nothing is paid (PLAY-13, PLAY-14)."""
    if match.pot_chips:
        raise InvalidSettlement("stakes_in_tournament", pot=match.pot_chips)
    return SettlementPlan(0, (0,) * len(match.stakes_chips))
