"""Prizes: from a pool to places, in whole chips, to the last one (PLAY-44).

A ladder is the list of prizes from first place down; it always sums to the pool.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rummy.settlement.division import split_by_weight, split_evenly
from tournaments.director.errors import CHIPS_MAX, InvalidPlan, require_within


class PrizeForm(StrEnum):
    PERCENTAGES = "percentages"  # by field size
    WINNER = "winner"
    TOP = "top"  # `places` places, shared by the same falling weights
    TICKETS = "tickets"  # seats in another tournament, each worth `ticket_chips`


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """How the pool is made and shared out.

    The pool is the buy-ins without bounties, plus `added_chips`, and at least `guarantee_chips`.
    """

    form: PrizeForm = PrizeForm.PERCENTAGES
    places: int = 0
    ticket_chips: int = 0
    added_chips: int = 0
    guarantee_chips: int = 0

    def __post_init__(self) -> None:
        if min(self.added_chips, self.guarantee_chips) < 0:
            raise InvalidPlan("negative_prize", rule="PLAY-44")
        if self.form is PrizeForm.TOP and self.places < 1:
            raise InvalidPlan("paid_places_missing", rule="PLAY-44")
        if self.form is PrizeForm.TICKETS and self.ticket_chips < 1:
            raise InvalidPlan("ticket_without_worth", rule="PLAY-44")
        require_within(
            "PLAY-44",
            {
                "ticket_chips": (self.ticket_chips, 0, CHIPS_MAX),
                "added_chips": (self.added_chips, 0, CHIPS_MAX),
                "guarantee_chips": (self.guarantee_chips, 0, CHIPS_MAX),
            },
        )

    def house_adds(self, paid_in_chips: int) -> int:
        """What the house puts in: the added money, and what is missing to the guarantee."""
        missing = self.guarantee_chips - paid_in_chips - self.added_chips
        return self.added_chips + max(0, missing)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Prizes from first place down. The first `tickets` of them are tickets.

    `percentages` of the pool are what they were made of, where it was by these. `again_chips` go
    to the first place although they stand at another one, whose player does not take them.
    """

    prizes_chips: tuple[int, ...]
    tickets: int = 0
    percentages: tuple[int, ...] = ()
    again_chips: int = 0

    @property
    def places(self) -> int:
        return len(self.prizes_chips)

    @property
    def pool_chips(self) -> int:
        return sum(self.prizes_chips) - self.again_chips

    def shared(self, first: int, last: int) -> tuple[int, ...]:
        """The prizes of the places `first`…`last` in equal shares (PLAY-43); odd chips first."""
        prizes = self.prizes_chips[first - 1 : last]
        return split_evenly(sum(prizes), last - first + 1)

    def is_ticket(self, first: int, last: int) -> bool:
        """Whether everybody on these tied places takes a ticket home, and not a share in chips."""
        return last <= self.tickets


# Up to so many entries: the percentages from first place down.
_SMALL_FIELDS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (4, (100,)),
    (8, (65, 35)),
    (17, (50, 30, 20)),
    (26, (42, 26, 18, 14)),
    (35, (38, 24, 16, 12, 10)),
    (50, (34, 21, 15, 12, 10, 8)),
)
_ALL_PERCENT = 100
_PAID_OF_TEN = 10  # above that, every tenth entry is paid


@lru_cache(maxsize=256)
def ladder(plan: PrizePlan, entries: int, pool_chips: int) -> Ladder:
    """The prizes for a field of `entries`; no more places than entries, none without a chip."""
    if pool_chips <= 0 or entries <= 0:
        return Ladder(())
    if plan.form is PrizeForm.TICKETS:
        return _tickets(plan, entries, pool_chips)
    weights = _weights(plan, entries)
    shares = split_by_weight(pool_chips, weights)
    # A pool smaller than its places pays the first ones a chip each: nobody is paid nothing.
    prizes = tuple(sorted((share for share in shares if share), reverse=True))
    return Ladder(prizes, percentages=weights if sum(weights) == _ALL_PERCENT else ())


def _weights(plan: PrizePlan, entries: int) -> tuple[int, ...]:
    match plan.form:
        case PrizeForm.WINNER:
            return (_ALL_PERCENT,)
        case PrizeForm.TOP:
            return _falling(min(plan.places, entries))
        case _:
            for most, percentages in _SMALL_FIELDS:
                if entries <= most:
                    return percentages[:entries]
            return _falling(-(-entries // _PAID_OF_TEN))


def _falling(places: int) -> tuple[int, ...]:
    """Weights 1/(place + ½): the winner of 100,000 takes 7 %, the last paid place a buy-in."""
    return tuple(2 * 10**12 // (2 * place + 1) for place in range(1, places + 1))


def _tickets(plan: PrizePlan, entries: int, pool_chips: int) -> Ladder:
    """As many tickets as the pool holds; what is left goes to the next place, in chips."""
    tickets = min(pool_chips // plan.ticket_chips, entries)
    rest = pool_chips - tickets * plan.ticket_chips
    prizes = [plan.ticket_chips] * tickets
    if rest and tickets < entries:
        prizes.append(rest)
    elif rest:
        # Everybody has a ticket: the rest is shared by all.
        for place, share in enumerate(split_evenly(rest, tickets)):
            prizes[place] += share
    return Ladder(tuple(prizes), tickets)
