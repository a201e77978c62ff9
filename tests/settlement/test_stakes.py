"""Stakes: what each seat is paid, and that no chip is lost or made on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy.settlement import (
    SETTLEMENTS,
    FinishedMatch,
    InvalidSettlement,
    SettlementPlan,
)


def payouts(*stakes: int, winners: tuple[int, ...], last_dealer: int = 0) -> tuple[int, ...]:
    match = FinishedMatch(stakes_chips=stakes, winners=winners, last_dealer=last_dealer)
    return SETTLEMENTS["stakes"](match).payouts_chips


@st.composite
def matches(draw: st.DrawFn) -> FinishedMatch:
    stakes = draw(st.lists(st.integers(0, 10**12), min_size=1, max_size=9))
    seats = st.integers(0, len(stakes) - 1)
    winners = draw(st.lists(seats, min_size=1, max_size=len(stakes), unique=True))
    return FinishedMatch(tuple(stakes), tuple(winners), draw(seats))


def test_the_winner_takes_all() -> None:
    assert payouts(100, 100, winners=(1,)) == (0, 200)
    assert payouts(100, 100, 100, winners=(0,)) == (300, 0, 0)


def test_unequal_stakes_go_to_the_winner_whole() -> None:
    assert payouts(10, 250, 40, winners=(0,)) == (300, 0, 0)


def test_two_tied_share_equally() -> None:
    assert payouts(100, 100, 100, 100, winners=(1, 3)) == (0, 200, 0, 200)


def test_when_everybody_ties_equal_stakes_come_back() -> None:
    assert payouts(75, 75, 75, winners=(0, 1, 2)) == (75, 75, 75)


@pytest.mark.parametrize(
    ("last_dealer", "paid"),
    [(0, (33, 34, 34, 0)), (1, (34, 33, 34, 0)), (2, (34, 34, 33, 0)), (3, (34, 34, 33, 0))],
)
def test_odd_chips_go_one_each_from_the_left_of_the_last_dealer(
    last_dealer: int, paid: tuple[int, ...]
) -> None:
    """PLAY-10: 101 among seats 0, 1, 2; the dealer comes last, seats without a share are passed."""
    assert payouts(50, 50, 0, 1, winners=(0, 1, 2), last_dealer=last_dealer) == paid


def test_an_odd_chip_heads_up_goes_to_the_one_who_did_not_deal() -> None:
    assert payouts(51, 50, winners=(0, 1), last_dealer=1) == (51, 50)
    assert payouts(51, 50, winners=(0, 1), last_dealer=0) == (50, 51)


def test_a_table_without_stakes_pays_nothing() -> None:
    assert payouts(0, 0, winners=(0,)) == (0, 0)


@given(matches())
def test_the_pot_is_paid_out_to_the_last_chip(match: FinishedMatch) -> None:
    plan = SETTLEMENTS["stakes"](match)
    assert sum(plan.payouts_chips) == plan.pot_chips == sum(match.stakes_chips)
    assert len(plan.payouts_chips) == len(match.stakes_chips)


@given(matches())
def test_shares_differ_by_one_chip_at_most_and_losers_get_none(match: FinishedMatch) -> None:
    paid = SETTLEMENTS["stakes"](match).payouts_chips
    shares = [paid[seat] for seat in match.winners]
    assert max(shares) - min(shares) <= 1
    assert sum(shares) == match.pot_chips


@given(matches())
def test_the_order_in_which_winners_are_named_does_not_matter(match: FinishedMatch) -> None:
    reverse = FinishedMatch(match.stakes_chips, match.winners[::-1], match.last_dealer)
    settle = SETTLEMENTS["stakes"]
    assert settle(reverse) == settle(match)


@given(matches(), st.integers(1, 8))
def test_turning_the_table_turns_the_payouts(match: FinishedMatch, turn: int) -> None:
    """No seat has an advantage of its own: only the distance from the dealer counts."""
    seats = len(match.stakes_chips)

    def turned(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[(seat - turn) % seats] for seat in range(seats))

    moved = FinishedMatch(
        stakes_chips=turned(match.stakes_chips),
        winners=tuple((seat + turn) % seats for seat in match.winners),
        last_dealer=(match.last_dealer + turn) % seats,
    )
    settle = SETTLEMENTS["stakes"]
    assert settle(moved).payouts_chips == turned(settle(match).payouts_chips)


@pytest.mark.parametrize("paid", [(100, 101), (100, 99), (201, -1), ()])
def test_a_plan_that_does_not_pay_out_the_pot_cannot_exist(paid: tuple[int, ...]) -> None:
    with pytest.raises(InvalidSettlement, match="pot_not_paid_out"):
        SettlementPlan(pot_chips=200, payouts_chips=paid)


@pytest.mark.parametrize(
    ("stakes", "winners", "dealer", "code"),
    [
        ((10, -1), (0,), 0, "negative_stake"),
        ((10, 10), (), 0, "winners_unclear"),
        ((10, 10), (1, 1), 0, "winners_unclear"),
        ((10, 10), (2,), 0, "no_such_seat"),
        ((10, 10), (-1,), 0, "no_such_seat"),
        ((10, 10), (1,), 2, "no_such_seat"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(
    stakes: tuple[int, ...], winners: tuple[int, ...], dealer: int, code: str
) -> None:
    with pytest.raises(InvalidSettlement, match=code):
        FinishedMatch(stakes, winners, dealer)


def test_a_tournaments_table_holds_and_pays_nothing() -> None:
    settle = SETTLEMENTS["tournament"]
    assert settle(FinishedMatch((0, 0, 0), (1,), 0)).payouts_chips == (0, 0, 0)
    with pytest.raises(InvalidSettlement, match="stakes_in_tournament"):
        settle(FinishedMatch((0, 1), (1,), 0))
