"""Point-chip ratio: what each seat pays the round's winner in tournament chips (PLAY-20…23)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rummy.engine.scoring import RoundScore
from rummy.settlement.division import split_evenly

from .plan import InvalidSettlement


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's round as the comparison needs it: higher `score` is better in every game.

    `melded` counts melds and lay-offs; `hand_value` the cards left, ace 11 and joker 15
    (PLAY-21); `hand_cards` how many they are.
    """

    score: int
    melded: int = 0
    hand_value: int = 0
    hand_cards: int = 0


def seat_scores(score: RoundScore) -> tuple[SeatScore, ...]:
    """What the comparison needs of an engine's round. Gin has no tallies: its scores say it all."""
    if score.tallies is None:
        return tuple(SeatScore(points) for points in score.points)
    return tuple(
        SeatScore(points, tally.laid, tally.held, tally.cards)
        for points, tally in zip(score.points, score.tallies, strict=True)
    )


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round with all its scores known, at a table where chips are played for."""

    stacks_chips: tuple[int, ...]
    scores: tuple[SeatScore, ...]
    pcr: int
    dealer: int

    def __post_init__(self) -> None:
        seats = len(self.stacks_chips)
        if seats < 2 or len(self.scores) != seats:
            raise InvalidSettlement("scores_incomplete", seats=seats, scores=len(self.scores))
        if min(self.stacks_chips) < 0:
            raise InvalidSettlement("negative_stack", stacks=self.stacks_chips)
        if self.pcr < 1:
            raise InvalidSettlement("ratio_not_positive", pcr=self.pcr)
        if not 0 <= self.dealer < seats:
            raise InvalidSettlement("no_such_seat", seats=seats)

    def from_left_of_dealer(self, seats: Sequence[int]) -> tuple[int, ...]:
        """These seats in the order of play, the dealer last."""
        places = len(self.stacks_chips)
        return tuple(sorted(seats, key=lambda seat: (seat - self.dealer - 1) % places))


class DecidedBy(StrEnum):
    """The step of PLAY-21 at which one seat was ahead; `SHARED` when none was."""

    SCORE = "score"
    MELDED = "melded"
    HAND_VALUE = "hand_value"
    HAND_CARDS = "hand_cards"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Payment:
    """What a seat owed by its score, and what its stack allowed (PLAY-22)."""

    seat: int
    due_chips: int
    paid_chips: int

    @property
    def is_capped(self) -> bool:
        return self.paid_chips < self.due_chips


@dataclass(frozen=True, slots=True)
class RoundSettlement:
    """Chips after a round: same sum as before, nobody below zero; cannot exist otherwise."""

    before_chips: tuple[int, ...]
    after_chips: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy
    payments: tuple[Payment, ...]

    def __post_init__(self) -> None:
        if sum(self.before_chips) != sum(self.after_chips) or min(self.after_chips) < 0:
            raise InvalidSettlement(
                "chips_not_conserved", before=self.before_chips, after=self.after_chips
            )

    @property
    def changes_chips(self) -> tuple[int, ...]:
        pairs = zip(self.before_chips, self.after_chips, strict=True)
        return tuple([after - before for before, after in pairs])


def settle_round(played: ScoredRound) -> RoundSettlement:
    """Every other seat pays the winner the difference of scores × PCR, at most its stack.

    Seats tied to the last step share what the others pay, odd chips one each from the dealer's
    left, and pay each other nothing (PLAY-21).
    """
    winners, decided_by = best_seats(played.scores)
    losers = [seat for seat in range(len(played.scores)) if seat not in winners]
    best, scores, stacks = winners[0], played.scores, played.stacks_chips
    payments = tuple(
        [
            Payment(seat, due, min(due, stacks[seat]))
            for seat in losers
            for due in ((scores[best].score - scores[seat].score) * played.pcr,)
        ]
    )
    after = list(played.stacks_chips)
    for payment in payments:
        after[payment.seat] -= payment.paid_chips
    pot = sum(played.stacks_chips) - sum(after)
    takers = played.from_left_of_dealer(winners) if len(winners) > 1 else winners
    for seat, share in zip(takers, split_evenly(pot, len(takers)), strict=True):
        after[seat] += share
    return RoundSettlement(played.stacks_chips, tuple(after), winners, decided_by, payments)


# Higher is better in each; the order is the order of comparison (PLAY-21).
_STEPS: tuple[tuple[DecidedBy, Callable[[SeatScore], int]], ...] = (
    (DecidedBy.SCORE, lambda score: score.score),
    (DecidedBy.MELDED, lambda score: score.melded),
    (DecidedBy.HAND_VALUE, lambda score: -score.hand_value),
    (DecidedBy.HAND_CARDS, lambda score: -score.hand_cards),
)


def best_seats(scores: Sequence[SeatScore]) -> tuple[tuple[int, ...], DecidedBy]:
    """The seats ahead of all others, and the comparison that put them there (PLAY-21)."""
    ahead = tuple(range(len(scores)))
    for step, measure in _STEPS:
        measured = [measure(scores[seat]) for seat in ahead]
        best = max(measured)
        both = zip(ahead, measured, strict=True)
        ahead = tuple([seat for seat, value in both if value == best])
        if len(ahead) == 1:
            return ahead, step
    return ahead, DecidedBy.SHARED
