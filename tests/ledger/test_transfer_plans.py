"""Transfers and divisions as pure values: what can be built sums to zero."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounts.ledger import (
    AMOUNT_MAX,
    InvalidTransfer,
    Posting,
    TransferKind,
    TransferPlan,
)
from rummy.settlement.division import Indivisible, split_by_weight, split_evenly


def plan(*postings: tuple[int, int], kind: str = "settle", key: str = "k") -> TransferPlan:
    return TransferPlan.of(key=key, kind=kind, postings=postings)


def refused(*postings: tuple[int, int], kind: str = "settle", key: str = "k") -> str:
    with pytest.raises(InvalidTransfer) as refusal:
        plan(*postings, kind=kind, key=key)
    return refusal.value.code


def test_several_lines_of_one_account_become_one_in_account_order() -> None:
    won = plan((9, 90), (7, -90), (9, 120), (8, -120))
    assert won.postings == (Posting(7, -90), Posting(8, -120), Posting(9, 210))


def test_lines_that_cancel_out_are_dropped() -> None:
    assert plan((1, 5), (2, -5), (3, 4), (3, -4)).postings == (Posting(1, 5), Posting(2, -5))


def test_what_does_not_sum_to_zero_is_refused() -> None:
    assert refused((1, 5), (2, -4)) == "unbalanced_transfer"


@pytest.mark.parametrize("postings", [(), ((1, 5), (1, -5)), ((1, 0), (2, 0))])
def test_a_transfer_between_fewer_than_two_accounts_is_refused(
    postings: tuple[tuple[int, int], ...],
) -> None:
    assert refused(*postings) == "too_few_postings"


@pytest.mark.parametrize("amount", [1.0, "1", True, None])
def test_only_whole_numbers_of_chips_move(amount: int) -> None:
    assert refused((1, amount), (2, -1)) == "amount_not_whole"


def test_an_amount_a_browser_could_not_show_is_refused() -> None:
    assert plan((1, AMOUNT_MAX), (2, -AMOUNT_MAX)).postings
    assert refused((1, AMOUNT_MAX + 1), (2, -AMOUNT_MAX - 1)) == "amount_out_of_range"


@pytest.mark.parametrize("key", ["", "x" * 201, "nul\x00"])
def test_a_key_must_be_storable(key: str) -> None:
    assert refused((1, 1), (2, -1), key=key) == "malformed_transfer_key"


def test_an_unknown_kind_is_refused() -> None:
    assert refused((1, 1), (2, -1), kind="gift") == "unknown_transfer_kind"


def test_the_constructor_itself_refuses_what_of_would_have_merged() -> None:
    twice = (Posting(1, 5), Posting(1, 5), Posting(2, -10))
    with pytest.raises(InvalidTransfer, match="malformed_transfer"):
        TransferPlan("k", TransferKind.SETTLE, twice)
    with pytest.raises(InvalidTransfer, match="unbalanced_transfer"):
        TransferPlan("k", TransferKind.SETTLE, (Posting(1, 5), Posting(2, -4)))


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(-(10**6), 10**6)), max_size=12))
def test_any_plan_that_can_be_built_is_sorted_merged_and_zero_in_sum(
    lines: list[tuple[int, int]],
) -> None:
    wanted: Counter[int] = Counter()
    for account, amount in [*lines, (99, -sum(amount for _, amount in lines))]:
        wanted[account] += amount
    merged = sorted((account, amount) for account, amount in wanted.items() if amount)
    assume(merged)
    built = plan(*lines, (99, wanted[99]))
    assert [(posting.account_id, posting.amount) for posting in built.postings] == merged
    assert sum(posting.amount for posting in built.postings) == 0


def test_odd_chips_go_one_each_in_the_order_given() -> None:
    """PLAY-10"""
    assert split_evenly(200, 2) == (100, 100)
    assert split_evenly(200, 3) == (67, 67, 66)
    assert split_evenly(2, 5) == (1, 1, 0, 0, 0)


def test_nothing_is_divided_among_nobody_and_no_debt_is_divided() -> None:
    with pytest.raises(Indivisible, match="nothing_to_divide_among"):
        split_evenly(10, 0)
    with pytest.raises(Indivisible, match="negative_division"):
        split_evenly(-1, 2)


@given(st.integers(0, 10**15), st.integers(1, 500))
def test_shares_sum_to_the_total_and_differ_by_one_at_most(total: int, parts: int) -> None:
    shares = split_evenly(total, parts)
    assert (sum(shares), len(shares)) == (total, parts)
    assert max(shares) - min(shares) <= 1
    assert list(shares) == sorted(shares, reverse=True)


def test_shares_by_weight_give_odd_chips_to_the_largest_remainders_then_to_the_first() -> None:
    assert split_by_weight(100, (50, 30, 20)) == (50, 30, 20)
    assert split_by_weight(10, (50, 30, 20)) == (5, 3, 2)
    assert split_by_weight(11, (50, 30, 20)) == (6, 3, 2), "5.5, 3.3 and 2.2"
    assert split_by_weight(5, (1, 1, 1)) == (2, 2, 1)


@given(st.integers(0, 10**15), st.lists(st.integers(0, 10**9), min_size=1, max_size=20))
def test_shares_by_weight_sum_to_the_whole_and_miss_their_due_by_less_than_a_chip(
    total: int, weights: list[int]
) -> None:
    assume(sum(weights) > 0)
    shares = split_by_weight(total, weights)
    assert sum(shares) == total
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share * sum(weights) - total * weight) < sum(weights)


@pytest.mark.parametrize(("total", "weights"), [(5, ()), (5, (0, 0)), (-1, (1,)), (5, (3, -1))])
def test_what_cannot_be_shared_by_weight_is_refused(total: int, weights: tuple[int, ...]) -> None:
    with pytest.raises(Indivisible, match="divi"):
        split_by_weight(total, weights)
