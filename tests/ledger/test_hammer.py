"""Many real connections at once: no wrong sum, no deadlock, nothing posted twice, nothing lost."""

import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from accounts.books.posting import (
    ACCOUNT_SQL,
    POST_MANY_SQL,
    POST_SQL,
    post_many_parameters,
    post_parameters,
)
from accounts.ledger import TransferPlan
from accounts.models import ChipAccount, Transfer
from tests.ledger.books import balances, committed, fault_codes, player, pot, session, stack, wallet
from tests.promises.tally import sized, tell

pytestmark = committed

WRITERS = 8
TRANSFERS_EACH = sized(250, small=2_000, full=62_500)
Connection = psycopg.Connection[tuple[Any, ...]]


def at_once(count: int, work: Callable[[int, Connection], Any]) -> list[Any]:
    """What `work` returned in `count` threads that started together, each with a connection."""
    barrier = threading.Barrier(count)

    def run(number: int) -> Any:
        with session() as connection:
            barrier.wait()
            return work(number, connection)

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


def settlement(dice: random.Random, wallets: list[int], key: str) -> TransferPlan:
    """A round's settlement: a winner paid by up to three losers, in no order at all."""
    winner, *losers = dice.sample(wallets, dice.randint(2, 4))
    amounts = [dice.randint(1, 400) for _ in losers]
    postings = [(winner, amount) for amount in amounts]
    postings += [(loser, -amount) for loser, amount in zip(losers, amounts, strict=True)]
    dice.shuffle(postings)
    return TransferPlan.of(key=key, kind="round", postings=postings)


def unsorted(plan: TransferPlan, dice: random.Random) -> list[Any]:
    """The plan as a careless caller would hand it over: the database has to sort it."""
    parameters = post_parameters(plan)
    lines = list(zip(parameters[2], parameters[3], strict=True))
    dice.shuffle(lines)
    parameters[2], parameters[3] = [list(column) for column in zip(*lines, strict=True)]
    return parameters


def hammer(wallets: list[int], number: int, connection: Connection) -> Counter[str]:
    """One writer: settlements, forced overdrafts, repeated keys, batches. Counts the outcomes."""
    dice = random.Random(number)
    outcomes: Counter[str] = Counter()
    plans: list[TransferPlan] = []
    for turn in range(TRANSFERS_EACH):
        plan = settlement(dice, wallets, f"round:{number}:{turn}")
        if plans and dice.random() < 0.15:
            plan = dice.choice(plans)
        try:
            if dice.random() < 0.2:
                batch = [plan, settlement(dice, wallets, f"batch:{number}:{turn}")]
                rows = connection.execute(POST_MANY_SQL, post_many_parameters(batch)).fetchall()
            else:
                rows = connection.execute(POST_SQL, unsorted(plan, dice)).fetchall()
        except psycopg.Error as error:
            outcomes[error.diag.message_primary or str(error)] += 1
        else:
            plans.append(plan)
            outcomes.update("replayed" if replayed else "posted" for _id, replayed in rows)
    return outcomes


def read_until(stop: threading.Event, wrong: list[tuple[Any, ...]]) -> int:
    """Sum all balances over and over, as the bank test does; keeps every sum that is not zero."""
    reads = 0
    with session() as reader:
        while not stop.is_set():
            row = reader.execute(
                "SELECT sum(balance), min(balance) FILTER (WHERE kind <> 'mint') FROM chip_account"
            ).fetchone()
            assert row is not None
            reads += 1
            if row[0] != 0 or row[1] < 0:
                wrong.append(row)
    return reads


def test_hot_accounts_stay_conserved_under_unsorted_repeated_and_overdrawn_transfers() -> None:
    wallets = [stack(1_000) for _ in range(6)]
    stop, wrong = threading.Event(), list[tuple[Any, ...]]()
    with ThreadPoolExecutor(1) as aside:
        reading = aside.submit(read_until, stop, wrong)
        try:
            counted = at_once(WRITERS, lambda n, connection: hammer(wallets, n, connection))
        finally:
            stop.set()
        reads = reading.result()
    total: Counter[str] = sum(counted, Counter())
    tell("transfers", tried=total.total() + reads, lost=len(wrong))
    assert set(total) == {"posted", "replayed", "insufficient_chips"}, total
    assert min(total.values()) > 20, total
    assert (wrong, reads > 50) == ([], True)
    assert Transfer.objects.filter(kind="round").count() == total["posted"]
    assert sum(balances(*wallets)) == 6_000
    assert fault_codes() == set()


def test_one_key_at_once_from_everywhere_is_posted_once() -> None:
    anna, berta = stack(100), stack()
    plan = TransferPlan.of(key="once", kind="round", postings=[(anna, -100), (berta, 100)])

    def post(_number: int, connection: Connection) -> tuple[Any, ...]:
        row = connection.execute(POST_SQL, post_parameters(plan)).fetchone()
        assert row is not None
        return row

    rows = at_once(16, post)
    tell("repeats", tried=16, lost=sum(not replayed for _id, replayed in rows) - 1)
    assert sorted(replayed for _id, replayed in rows) == [False] + [True] * 15
    assert len({transfer_id for transfer_id, _replayed in rows}) == 1
    assert balances(anna, berta) == [0, 100]


def test_one_wallet_emptied_at_once_from_everywhere_is_emptied_once() -> None:
    anna, berta = wallet(100), pot()

    def post(number: int, connection: Connection) -> str:
        plan = TransferPlan.of(
            key=f"stake:{number}", kind="hold", postings=[(anna, -100), (berta, 100)]
        )
        try:
            connection.execute(POST_SQL, post_parameters(plan))
        except psycopg.Error as error:
            return str(error.diag.message_primary)
        return "posted"

    assert Counter(at_once(16, post)) == {"posted": 1, "insufficient_chips": 15}
    assert balances(anna, berta) == [0, 100]


def test_batches_that_overlap_in_opposite_order_do_not_deadlock() -> None:
    wallets = [stack(10_000) for _ in range(4)]

    def post(number: int, connection: Connection) -> int:
        order = [0, 1, 2, 3] if number % 2 else [3, 2, 1, 0]
        for turn in range(25):
            plans = [
                TransferPlan.of(
                    key=f"shared:{turn}:{place}",  # every writer posts the same keys
                    kind="round",
                    postings=[(wallets[place], -1), (wallets[(place + 1) % 4], 1)],
                )
                for place in order
            ]
            connection.execute(POST_MANY_SQL, post_many_parameters(plans))
        return number

    assert at_once(6, post) == list(range(6))
    assert Transfer.objects.filter(key__startswith="shared:").count() == 100
    assert fault_codes() == set()


def test_one_account_opened_at_once_from_everywhere_is_one_account() -> None:
    owner = player()

    def open_it(_number: int, connection: Connection) -> list[int]:
        wanted = [("wallet", owner.pk, ""), ("hold", None, "table:7")]
        return [connection.execute(ACCOUNT_SQL, one).fetchone()[0] for one in wanted]  # type: ignore[index]

    assert len({tuple(ids) for ids in at_once(12, open_it)}) == 1
    assert ChipAccount.objects.count() == 2


@pytest.mark.parametrize("commit", [False, True], ids=["before the commit", "after the commit"])
def test_a_connection_lost_around_the_commit_is_made_good_by_asking_again(commit: bool) -> None:
    """P7: an answer that never came means done or not done, and the key tells which."""
    anna, berta = stack(100), stack()
    plan = TransferPlan.of(key="lost", kind="round", postings=[(anna, -40), (berta, 40)])
    with session() as doomed, session("owner") as other:
        doomed.execute("BEGIN")
        doomed.execute(POST_SQL, post_parameters(plan))
        if commit:
            doomed.execute("COMMIT")
        doomed_pid = doomed.info.backend_pid
        with session("superuser") as killer:
            killer.execute("SELECT pg_terminate_backend(%s, 5000)", [doomed_pid])
        with pytest.raises(psycopg.OperationalError):
            doomed.execute("SELECT 1")
        row = other.execute(POST_SQL, post_parameters(plan)).fetchone()
    assert row is not None
    assert row[1] is commit
    assert balances(anna, berta) == [60, 40]
    assert fault_codes() == set()
