"""Very many transfers in a few statements: the same books as one by one, the same refusals."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from accounts.books import posting as ledger
from accounts.books.posting import post_transfers
from accounts.ledger import (
    InsufficientChips,
    InvalidTransfer,
    LedgerRefusal,
    TransferKeyReused,
    TransferPlan,
)
from accounts.models import Posting, Transfer
from tests.chance import is_whole
from tests.ledger.books import RING, balances, committed, fault_codes, mint, session, stack, wallet
from tests.ledger.test_machine import LedgerMachine

pytestmark = committed


@pytest.fixture
def as_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call that posts several goes through `ledger_post_set`."""
    monkeypatch.setattr(ledger, "SET_LEAST", 1)


def transfers(accounts: list[int], count: int, *, seed: int, run: str) -> list[TransferPlan]:
    """Transfers between two or three of the accounts, each of which is touched many times."""
    dice = random.Random(seed)
    plans = []
    for number in range(count):
        first, second, third = dice.sample(accounts, 3)
        taken, given = dice.randrange(1, 9), dice.randrange(0, 5)
        postings = [(first, -taken - given), (second, taken), (third, given)]
        plans.append(TransferPlan.of(key=f"{run}:{number}", kind="round", postings=postings))
    return plans


def books(accounts: list[int], run: str) -> list[tuple[object, ...]]:
    """Every line of these transfers, with accounts named by their place."""
    places = {account: place for place, account in enumerate(accounts)}
    lines = Posting.objects.filter(transfer__key__startswith=f"{run}:").values_list(
        "transfer__key", "account_id", "amount", "balance_after", "account_version"
    )
    return sorted(
        (int(key.partition(":")[2]), places[account], *rest) for key, account, *rest in lines
    )


def refusal_of(plans: list[TransferPlan]) -> LedgerRefusal:
    with pytest.raises(LedgerRefusal) as refusal:
        post_transfers(plans)
    return refusal.value


def test_a_set_writes_the_same_lines_balances_and_versions_as_the_loop() -> None:
    by_loop = [stack(3_000) for _ in range(12)]
    by_set = [stack(3_000) for _ in range(12)]
    for first in range(0, 300, 20):
        post_transfers(transfers(by_loop, 300, seed=5, run="loop")[first : first + 20])
    done = post_transfers(transfers(by_set, 300, seed=5, run="set"))
    assert len({posted.transfer_id for posted in done}) == 300
    assert not any(posted.replayed for posted in done)
    keys = dict(Transfer.objects.filter(key__startswith="set:").values_list("pk", "key"))
    assert [keys[posted.transfer_id] for posted in done] == [f"set:{n}" for n in range(300)]
    assert books(by_set, "set") == books(by_loop, "loop")
    assert balances(*by_set) == balances(*by_loop)
    assert fault_codes() == set()


@pytest.mark.usefixtures("as_sets")
def test_the_ledger_is_addition_when_everything_goes_through_sets() -> None:
    assert mint(RING)
    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(
            max_examples=20 if is_whole() else 8,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.usefixtures("as_sets")
def test_posting_a_set_again_changes_nothing_even_when_part_of_it_is_new() -> None:
    accounts = [stack(1_000) for _ in range(3)]
    plans = transfers(accounts, 40, seed=1, run="again")
    first = post_transfers(plans[:25])
    before = balances(*accounts)
    again = post_transfers(plans[:25])
    assert [posted.transfer_id for posted in again] == [posted.transfer_id for posted in first]
    assert all(posted.replayed for posted in again)
    assert balances(*accounts) == before
    mixed = post_transfers(plans)
    assert [posted.replayed for posted in mixed] == [True] * 25 + [False] * 15
    assert fault_codes() == set()


@pytest.mark.usefixtures("as_sets")
def test_who_is_short_for_a_moment_is_refused_though_it_would_end_well() -> None:
    poor, rich = stack(0), stack(100)
    plans = [
        TransferPlan.of(key="out", kind="round", postings=[(poor, -50), (rich, 50)]),
        TransferPlan.of(key="in", kind="round", postings=[(rich, -50), (poor, 50)]),
    ]
    refused = refusal_of(plans)
    assert isinstance(refused, InsufficientChips)
    assert refused.facts.items() >= {"key": "out", "needed": 50, "available": 0}.items()
    assert balances(poor, rich) == [0, 100]
    assert not Transfer.objects.filter(key__in=("out", "in")).exists()
    post_transfers(plans[::-1])
    assert balances(poor, rich) == [0, 100]


@pytest.mark.usefixtures("as_sets")
def test_what_no_books_allow_is_refused_with_its_own_code() -> None:
    first, second = stack(100), stack(100)
    other = wallet()

    def plan(key: str, *postings: tuple[int, int], kind: str = "round") -> TransferPlan:
        return TransferPlan.of(key=key, kind=kind, postings=postings)

    good = plan("good", (first, -1), (second, 1))
    assert refusal_of([good, plan("m", (mint(RING), -5), (first, 5))]).code == "kind_may_not_flow"
    mixed = plan("x", (first, -5), (other, 5), kind="correction")
    assert refusal_of([mixed]).code == "mixed_currencies"
    assert refusal_of([good, plan("u", (first, -1), (9**9, 1))]).code == "unknown_account"
    post_transfers([good])
    assert isinstance(
        refusal_of([plan("good", (first, -2), (second, 2)), plan("n", (first, -1), (second, 1))]),
        TransferKeyReused,
    )
    assert balances(first, second) == [99, 101]
    assert fault_codes() == set()


def test_a_malformed_call_is_refused_by_the_function_itself() -> None:
    account = stack(10)
    call = (
        "SELECT * FROM ledger_post_set(%s::text[], %s::text[], %s::int[], %s::bigint[],"
        " %s::bigint[], %s::bigint[], %s::jsonb[])"
    )
    wrong = [
        (["a"], ["settle"], [1], [account], [5], [None], ["{}"]),
        (["a"], ["settle"], [3], [account, account], [5, -5], [None], ["{}"]),
        (["a"], ["settle"], [2], [account, account], [5, -5], [None], ["{}"]),
        (["a"], ["settle"], [2], [account, account], [None, 5], [None], ["{}"]),
    ]
    for parameters in wrong:
        with session() as connection, pytest.raises(Exception) as refusal:  # noqa: PT011
            connection.execute(call, parameters)
        named = ledger.refusal_in(refusal.value)
        assert isinstance(named, InvalidTransfer), refusal.value
    assert balances(account) == [10]
    assert fault_codes() == set()


def test_the_runtime_role_may_call_it_and_strangers_may_not() -> None:
    with session("owner") as owner:
        allowed = owner.execute(
            "SELECT has_function_privilege('jeton_web', p.oid, 'EXECUTE'),"
            " has_function_privilege('public', p.oid, 'EXECUTE')"
            " FROM pg_proc p WHERE proname = 'ledger_post_set'"
        ).fetchall()
    assert allowed == [(True, False)]
