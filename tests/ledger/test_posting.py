"""Posting transfers on a real PostgreSQL, as the running application's role."""

from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, transaction

from accounts.books.posting import (
    ACCOUNT_SQL,
    POST_MANY_SQL,
    POST_SQL,
    Posted,
    naming_refusals,
    post_many_parameters,
    post_parameters,
    post_transfer,
    post_transfers,
)
from accounts.ledger import (
    InsufficientChips,
    InvalidTransfer,
    LedgerRefusal,
    TransferKeyReused,
    TransferPlan,
)
from accounts.models import ChipAccount, Posting, Transfer
from tests.ledger.books import (
    RING,
    balances,
    committed,
    fault_codes,
    mint,
    player,
    session,
    stack,
    wallet,
)

pytestmark = committed


def settle(*postings: tuple[int, int], key: str = "settle:table:1", **more: Any) -> Posted:
    return post_transfer(key=key, kind="round", postings=postings, **more)


def test_chips_move_and_every_line_says_what_was_left() -> None:
    anna, berta = stack(100), stack(50)
    settle((anna, -30), (berta, 30))
    assert balances(anna, berta) == [70, 80]
    last = Posting.objects.filter(account_id=berta).latest("account_version")
    assert (last.amount, last.balance_after, last.account_version) == (30, 80, 2)
    assert fault_codes() == set()


def test_a_winner_paid_by_several_losers_gets_one_line() -> None:
    """PLAY-20: Martin 100, David 70, Michael 60 at PCR 3."""
    martin, david, michael = stack(10), stack(500), stack(500)
    posted = settle((martin, 90), (david, -90), (martin, 120), (michael, -120))
    assert balances(martin, david, michael) == [220, 410, 380]
    assert Posting.objects.filter(transfer_id=posted.transfer_id).count() == 3


def test_the_same_transfer_again_changes_nothing_and_returns_the_first() -> None:
    anna, berta = stack(100), stack()
    first = settle((anna, -30), (berta, 30), memo={"round": 1})
    again = settle((berta, 30), (anna, -30), memo={"round": "told differently"})
    assert again == Posted(first.transfer_id, replayed=True)
    assert balances(anna, berta) == [70, 30]
    assert Transfer.objects.get(pk=first.transfer_id).memo == {"round": 1}


@pytest.mark.parametrize(
    ("amount", "kind"), [(31, "settle"), (30, "refund")], ids=["other amount", "other kind"]
)
def test_a_key_used_for_another_transfer_is_refused(amount: int, kind: str) -> None:
    anna, berta = stack(100), stack()
    settle((anna, -30), (berta, 30))
    with pytest.raises(TransferKeyReused) as refusal:
        post_transfer(key="settle:table:1", kind=kind, postings=[(anna, -amount), (berta, amount)])
    assert refusal.value.facts == {"key": "settle:table:1"}
    assert balances(anna, berta) == [70, 30]


def test_a_key_used_for_one_posting_more_is_refused() -> None:
    anna, berta, carla = stack(100), stack(), stack()
    settle((anna, -30), (berta, 30))
    with pytest.raises(TransferKeyReused):
        settle((anna, -30), (berta, 20), (carla, 10))


def test_nobody_spends_chips_they_do_not_have() -> None:
    anna, berta = stack(100), stack()
    with pytest.raises(InsufficientChips) as refusal:
        settle((anna, -101), (berta, 101))
    assert refusal.value.facts.items() >= {"account": anna, "needed": 101, "available": 100}.items()
    assert balances(anna, berta) == [100, 0]
    assert not Transfer.objects.filter(key="settle:table:1").exists()


def test_a_refused_transfer_may_be_tried_again_under_its_key() -> None:
    anna, berta = stack(100), stack()
    with pytest.raises(InsufficientChips):
        settle((anna, -150), (berta, 150))
    post_transfer(key="more", kind="issue", postings=[(mint(RING), -50), (anna, 50)])
    assert not settle((anna, -150), (berta, 150)).replayed
    assert balances(anna, berta) == [0, 150]


def test_the_last_chip_can_be_spent_and_the_mint_owes_what_it_issued() -> None:
    anna, berta = stack(100), stack()
    settle((anna, -100), (berta, 100))
    assert balances(anna, berta, mint(RING)) == [0, 100, -100]


def test_an_unknown_chip_account_is_refused() -> None:
    anna = stack(10)
    with pytest.raises(InvalidTransfer) as refusal:
        settle((anna, -1), (10**9, 1))
    assert refusal.value.code == "unknown_account"
    assert refusal.value.facts["account"] == 10**9


def test_tournament_chips_and_play_chips_never_meet_in_one_transfer() -> None:
    """PLAY-14"""
    owner = player()
    anna, playing = wallet(100, owner=owner), stack(1500, owner=owner)
    assert balances(anna, playing) == [100, 1500]
    with pytest.raises(InvalidTransfer) as refusal:
        post_transfer(key="x", kind="correction", postings=[(anna, -50), (playing, 50)])
    assert refusal.value.code == "mixed_currencies"
    assert sorted(refusal.value.facts["currencies"]) == ["chips", "tournament:1"]
    assert fault_codes() == set()


def test_a_transfer_that_is_rolled_back_never_was() -> None:
    anna, berta = stack(100), stack()
    with transaction.atomic():
        settle((anna, -30), (berta, 30))
        transaction.set_rollback(True)
    assert balances(anna, berta) == [100, 0]
    assert not settle((anna, -30), (berta, 30)).replayed


def test_a_transfer_in_a_savepoint_is_as_good() -> None:
    anna, berta = stack(100), stack()
    with transaction.atomic():
        with transaction.atomic():
            settle((anna, -30), (berta, 30))
        with pytest.raises(InsufficientChips), transaction.atomic():
            settle((anna, -300), (berta, 300), key="too much")
        settle((anna, -10), (berta, 10), key="settle:table:2")
    assert balances(anna, berta) == [60, 40]
    assert fault_codes() == set()


# -- many at once ----------------------------------------------------------------------------------


def plan(key: str, *postings: tuple[int, int]) -> TransferPlan:
    return TransferPlan.of(key=key, kind="round", postings=postings)


def test_many_transfers_are_posted_in_one_statement_each_seeing_the_one_before() -> None:
    anna, berta, carla = stack(100), stack(), stack()
    posted = post_transfers(
        [plan("b", (anna, -100), (berta, 100)), plan("a", (berta, -60), (carla, 60))]
    )
    assert [one.replayed for one in posted] == [False, False]
    assert balances(anna, berta, carla) == [0, 40, 60]
    assert [Transfer.objects.get(pk=one.transfer_id).key for one in posted] == ["b", "a"]
    assert fault_codes() == set()


def test_one_refusal_among_many_refuses_them_all_and_names_the_transfer() -> None:
    anna, berta = stack(100), stack()
    with pytest.raises(InsufficientChips) as refusal:
        post_transfers([plan("a", (anna, -60), (berta, 60)), plan("b", (anna, -60), (berta, 60))])
    assert refusal.value.facts == {"key": "b", "account": anna, "needed": 60, "available": 40}
    assert balances(anna, berta) == [100, 0]


def test_a_replay_among_many_is_recognised_also_within_the_same_batch() -> None:
    anna, berta = stack(100), stack()
    old = settle((anna, -10), (berta, 10), key="old")
    fresh = plan("fresh", (anna, -20), (berta, 20))
    replayed, first, second = post_transfers([plan("old", (anna, -10), (berta, 10)), fresh, fresh])
    assert replayed == Posted(old.transfer_id, replayed=True)
    assert (first.replayed, second) == (False, Posted(first.transfer_id, replayed=True))
    assert balances(anna, berta) == [70, 30]


def test_posting_nothing_is_nothing() -> None:
    assert post_transfers([]) == []


def test_sizes_that_do_not_fit_the_postings_are_refused() -> None:
    anna, berta = stack(100), stack()
    parameters = post_many_parameters([plan("a", (anna, -60), (berta, 60))])
    parameters[2] = [1]
    with session() as app, pytest.raises(psycopg.Error, match="malformed_transfer"):
        app.execute(POST_MANY_SQL, parameters)


# -- the SQL function itself, for callers with a connection of their own ---------------------------


@pytest.mark.parametrize(
    ("accounts", "amounts", "code"),
    [
        ("{%(a)s,%(b)s}", "{-5,4}", "unbalanced_transfer"),
        ("{%(a)s,%(b)s}", "{-5,NULL}", "unbalanced_transfer"),
        ("{%(a)s,%(b)s}", "{5}", "malformed_transfer"),
        ("{%(a)s,%(a)s}", "{-5,5}", "too_few_postings"),
        ("{}", "{}", "too_few_postings"),
        ("{%(a)s}", "{0}", "too_few_postings"),
        ("{%(a)s,NULL}", "{-5,5}", "unknown_account"),
        (None, None, "malformed_transfer"),
    ],
)
def test_the_function_trusts_no_caller(accounts: str | None, amounts: str, code: str) -> None:
    ids = {"a": stack(100), "b": stack(100)}
    given = accounts % ids if accounts else None
    with session() as app:
        app.execute("BEGIN")  # refused by the function, not only at the end by what stands behind
        with pytest.raises(psycopg.Error) as refusal:
            app.execute(POST_SQL, ["k", "round", given, amounts, None, "{}"])
    assert (refusal.value.sqlstate, refusal.value.diag.message_primary) == ("JETON", code)
    assert fault_codes() == set()


def test_a_sum_beyond_the_range_of_chips_is_refused() -> None:
    anna, berta = stack(100), stack(100)
    with session() as app, pytest.raises(psycopg.errors.NumericValueOutOfRange):
        app.execute(POST_SQL, ["k", "round", [anna, berta], [2**63 - 1, 1], None, "{}"])


def test_a_caller_with_its_own_connection_names_refusals_the_same_way() -> None:
    anna, berta = stack(100), stack()
    much = post_parameters(plan("k", (anna, -200), (berta, 200)))
    with session() as app, pytest.raises(InsufficientChips), naming_refusals():
        app.execute(POST_SQL, much)


def test_other_database_errors_are_left_alone() -> None:
    with pytest.raises(DatabaseError) as error, naming_refusals():
        ChipAccount.objects.create(kind="wallet")
    assert not isinstance(error.value, LedgerRefusal)


@pytest.mark.parametrize(
    ("kind", "owned", "ref"),
    [
        ("gift", True, ""),
        ("wallet", False, ""),
        ("wallet", True, "table:1"),
        ("tournament_stack", True, ""),
        ("tournament_stack", False, "tournament:1"),
        ("hold", False, ""),
        ("prize_pool", False, ""),
        ("house", True, ""),
        ("mint", True, ""),
    ],
)
def test_an_account_that_belongs_nowhere_is_not_opened(kind: str, owned: bool, ref: str) -> None:
    owner_id = player().pk if owned else None
    with session() as app, pytest.raises(psycopg.errors.CheckViolation):
        app.execute(ACCOUNT_SQL, [kind, owner_id, ref])
