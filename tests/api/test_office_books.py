"""The books and the lens over the API: from a balance to a transfer, and nothing that is hidden."""

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from accounts.books.posting import wallet_of
from accounts.models import ChipAccount, Player
from backoffice.books.auditing import AUDIT_ASKED
from backoffice.models import AuditRun, StaffAct
from backoffice.tasks import audit_books
from games.models import OutboxMessage
from games.running.dispatcher import ATTEMPTS_MAX, FOLLOWS
from tests.pages.tables import finished_ring

from .client import Caller
from .playing import running_table
from .test_office_people import code, staff

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def cashier() -> Caller:
    return staff("cashier")


def test_the_books_tell_whether_they_balance(anna: Player, cashier: Caller) -> None:
    told = cashier.get("/office/books/").json()
    assert (told["in_order"], told["sum_chips"], told["unbalanced"]) == (True, 0, [])
    assert told["issued_chips"] == sum(
        ChipAccount.objects.filter(kind="wallet").values_list("balance", flat=True)
    )
    assert told["audit"] is None
    AuditRun.objects.create(seconds=2, faults=1, first_fault="a wallet drifted")
    told = cashier.get("/office/books/").json()
    assert (told["in_order"], told["audit"]["first_fault"]) == (False, "a wallet drifted")
    assert code(staff("moderator").get("/office/books/")) == (403, "not_allowed")


def asked() -> QuerySet[OutboxMessage]:
    return OutboxMessage.objects.filter(topic=AUDIT_ASKED)


def test_an_audit_is_asked_for_once_per_key(cashier: Caller) -> None:
    for _ in range(2):
        answer = cashier.post("/office/books/audit/", Idempotency_Key="k")
        assert (answer.status_code, answer.json()) == (202, {"last": None})
    assert asked().count() == 1
    assert [act.act for act in StaffAct.objects.all()] == ["audit_asked"]


def test_whoever_asks_for_an_audit_waits_for_no_queue(cashier: Caller) -> None:
    """The word is left in the database; the dispatcher carries it to a worker when there is one."""
    assert FOLLOWS[AUDIT_ASKED] == audit_books
    for key in "ab":
        assert cashier.post("/office/books/audit/", Idempotency_Key=key).status_code == 202
    assert asked().count() == 1, "one word that waits is enough for two who ask"
    asked().update(done_at=timezone.now())
    cashier.post("/office/books/audit/", Idempotency_Key="c")
    assert asked().filter(done_at=None).count() == 1
    asked().update(done_at=None, attempts=ATTEMPTS_MAX)
    cashier.post("/office/books/audit/", Idempotency_Key="d")
    assert asked().filter(attempts=0).count() == 1, "one that was given up holds nobody up"


def test_from_a_balance_to_the_transfer_behind_it(
    anna: Player, bert: Player, cashier: Caller
) -> None:
    table = finished_ring(anna, bert, stake_chips=100)
    (found,) = cashier.get("/office/accounts/?name=anna&kind=wallet").json()["results"]
    assert found == cashier.get(f"/office/accounts/{wallet_of(anna).pk}/").json()
    assert (found["player"]["id"], found["balance"]) == (anna.pk, wallet_of(anna).balance)
    path = f"/office/accounts/{found['id']}/postings/"
    newest = cashier.get(path + "?limit=1").json()
    older = cashier.get(f"{path}?before={newest['next_before']}").json()
    lines = newest["results"] + older["results"]
    assert [line["number"] for line in lines] == list(range(found["postings"], 0, -1))
    assert sum(line["amount"] for line in lines) == found["balance"]
    held = next(line for line in lines if line["kind"] == "hold")
    transfer = cashier.get(f"/office/transfers/{held['transfer']}/").json()
    assert transfer["belongs_to"] == [f"table:{table.pk}"]
    assert sum(line["amount"] for line in transfer["postings"]) == 0
    assert {"amount": -100} in [{"amount": one["amount"]} for one in transfer["postings"]]
    by_table = cashier.get(f"/office/accounts/?name=table:{table.pk}").json()["results"]
    assert [(one["kind"], one["balance"]) for one in by_table] == [("hold", 0)]
    for nothing in ("accounts", "transfers"):
        assert code(cashier.get(f"/office/{nothing}/{10**12}/")) == (404, "not_found")


def test_pairs_are_told_with_where_the_chips_went(anna: Player, bert: Player) -> None:
    for _ in range(3):
        finished_ring(anna, bert, stake_chips=100)
    director = staff("director")
    told = director.get(f"/office/integrity/?player={anna.pk}").json()
    (pair,) = told["results"]
    assert (pair["shared"], pair["one"], pair["other"]) == (3, anna.pk, bert.pk)
    seen = director.get(f"/office/integrity/{anna.pk}/{bert.pk}/").json()
    assert len(seen["tables"]) == 3
    assert [seat["stake_chips"] for seat in seen["tables"][0]["seats"]] == [100, 100]
    assert code(director.get(f"/office/integrity/{anna.pk}/{10**12}/")) == (404, "not_found")
    assert code(staff("cashier").get("/office/integrity/")) == (403, "not_allowed")


def test_a_table_that_runs_is_not_under_the_lens(anna: Player, bert: Player) -> None:
    running_table(players=(anna, bert))
    told = staff("director").get(f"/office/integrity/{anna.pk}/{bert.pk}/")
    assert (told.json()["tables"], told.json()["gifts"]) == ([], [])
