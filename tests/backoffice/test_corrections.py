"""A correction, its approval, its reversal and its entries in the log reconcile, always."""

import datetime as dt
import re

import psycopg
import pytest
from django.db import DatabaseError, connections, transaction

from accounts.audit import CHECKS, Fault
from accounts.books.posting import wallet_of
from accounts.books.reading import statement
from accounts.ledger import InsufficientChips
from accounts.models import ChipAccount, Player, Posting, Transfer
from backoffice.corrections.acting import (
    approve_correction,
    reject_correction,
    request_correction,
    request_reversal,
)
from backoffice.models import ChipCorrection, StaffAct
from backoffice.running.settings import value_of
from tests.backoffice.staff import browser, colleague
from tests.ledger.books import session
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def cashier() -> Player:
    return colleague("cashier", name="Carla")


@pytest.fixture
def second() -> Player:
    return colleague("cashier", name="Sven")


def asked(player: Player, by: Player, chips: int = 250, counter: str = "mint") -> ChipCorrection:
    return request_correction(
        account=wallet_of(player),
        amount_chips=chips,
        counter=counter,
        reason="round 3 was void",
        by=by,
    )


def faults() -> list[Fault]:
    return [found for found in CHECKS["corrections"]() if isinstance(found, Fault)]


def sum_of_all() -> int:
    return sum(ChipAccount.objects.filter(currency="chips").values_list("balance", flat=True))


def test_a_second_person_approves_and_only_then_chips_move(
    anna: Player, cashier: Player, second: Player
) -> None:
    correction = asked(anna, cashier)
    assert (correction.status, wallet_of(anna).balance) == ("requested", 1_000)
    approve_correction(correction_id=correction.pk, by=second, reason="seen the replay")
    assert wallet_of(anna).balance == 1_250
    line = statement(anna).lines[0]
    assert (line.amount, line.reason) == (250, "Correction: round 3 was void")
    transfer = Transfer.objects.get(key=f"correction:{correction.pk}")
    assert transfer.actor == second
    assert transfer.memo["requested_by"] == cashier.pk
    assert sum_of_all() == 0
    assert faults() == []


def test_the_same_form_sent_twice_asks_once(
    anna: Player, cashier: Player, settings: object
) -> None:
    """A double click, or the answer lost on the way: chips move once."""
    settings.CORRECTION_ALONE_CHIPS_MAX = 1_000  # type: ignore[attr-defined]
    client, wallet = browser(cashier), wallet_of(anna)
    page = client.get(f"/office/accounts/{wallet.pk}/correct/").content.decode()
    once = re.search(r'name="once" value="([0-9a-f]{16})"', page)
    assert once is not None
    form = {"amount_chips": "30", "counter": "mint", "reason": "void", "once": once[1]}
    answers = [client.post(f"/office/accounts/{wallet.pk}/correct/request/", form) for _ in "12"]
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert wallet_of(anna).balance == 1_030
    fresh = {**form, "once": "another"}
    client.post(f"/office/accounts/{wallet.pk}/correct/request/", fresh)
    assert wallet_of(anna).balance == 1_060


def test_many_small_corrections_of_one_person_are_a_large_one(
    anna: Player,
    cashier: Player,
    second: Player,
    settings: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever was done alone within a day counts together; a day later it does no more."""
    settings.CORRECTION_ALONE_CHIPS_MAX = 100  # type: ignore[attr-defined]
    found = [asked(anna, cashier, chips) for chips in (60, -40, 1)]
    assert [one.needs_second for one in found] == [False, False, True]
    assert not asked(anna, second, 100).needs_second
    assert wallet_of(anna).balance == 1_120
    monkeypatch.setattr("backoffice.corrections.acting.ALONE_COUNTED", dt.timedelta(0))
    assert not asked(anna, cashier, 100).needs_second


def test_nobody_has_a_correction_of_their_own_chips_reversed(
    anna: Player, cashier: Player, second: Player, settings: object
) -> None:
    settings.CORRECTION_ALONE_CHIPS_MAX = 1_000  # type: ignore[attr-defined]
    taken = asked(cashier, second, -200)
    with pytest.raises(Refused, match="correction_of_oneself"):
        request_reversal(correction_id=taken.pk, reason="give it back", by=cashier)
    assert wallet_of(cashier).balance == 800


def test_nobody_approves_what_they_asked_for_themselves(anna: Player, cashier: Player) -> None:
    correction = asked(anna, cashier)
    with pytest.raises(Refused, match="self_approval"):
        approve_correction(correction_id=correction.pk, by=cashier)
    assert wallet_of(anna).balance == 1_000


def test_the_database_itself_knows_that_it_takes_two(anna: Player, cashier: Player) -> None:
    """Whoever goes round the service is stopped by the row."""
    correction = asked(anna, cashier)
    transfer = Transfer.objects.first()
    with pytest.raises(DatabaseError, match="correction_by_two_people"), transaction.atomic():
        ChipCorrection.objects.filter(pk=correction.pk).update(
            status="posted", decided_by=cashier, decided_at=correction.requested_at,
            transfer=transfer,
        )  # fmt: skip


def test_approving_twice_posts_once(anna: Player, cashier: Player, second: Player) -> None:
    correction = asked(anna, cashier)
    for _ in range(2):
        approve_correction(correction_id=correction.pk, by=second)
    assert wallet_of(anna).balance == 1_250
    assert Transfer.objects.filter(kind="correction").count() == 1


def test_nobody_corrects_their_own_chips(cashier: Player, second: Player) -> None:
    with pytest.raises(Refused, match="correction_of_oneself"):
        asked(cashier, cashier)
    correction = asked(cashier, second)
    with pytest.raises(Refused, match="correction_of_oneself"):
        approve_correction(correction_id=correction.pk, by=cashier)


def test_a_reversal_undoes_it_to_the_chip_and_happens_once(
    anna: Player, cashier: Player, second: Player
) -> None:
    correction = asked(anna, cashier)
    approve_correction(correction_id=correction.pk, by=second)
    reversal = request_reversal(correction_id=correction.pk, reason="wrong player", by=second)
    with pytest.raises(Refused, match="self_approval"):
        approve_correction(correction_id=reversal.pk, by=second)
    approve_correction(correction_id=reversal.pk, by=cashier)
    assert wallet_of(anna).balance == 1_000
    with pytest.raises(Refused, match="correction_reversed"):
        request_reversal(correction_id=correction.pk, reason="again", by=second)
    moved = Posting.objects.filter(account=wallet_of(anna)).order_by("pk")
    assert list(moved.values_list("amount", flat=True)) == [1_000, 250, -250]
    acts = list(StaffAct.objects.order_by("id").values_list("act", "subject"))
    assert acts == [
        ("correction_requested", f"correction:{correction.pk}"),
        ("correction_posted", f"correction:{correction.pk}"),
        ("reversal_requested", f"correction:{reversal.pk}"),
        ("correction_posted", f"correction:{reversal.pk}"),
    ]
    assert faults() == []


def test_a_rejected_request_moves_nothing_and_stays_rejected(
    anna: Player, cashier: Player, second: Player
) -> None:
    correction = asked(anna, cashier)
    reject_correction(correction_id=correction.pk, by=second, reason="no such round")
    with pytest.raises(Refused, match="correction_decided"):
        approve_correction(correction_id=correction.pk, by=second)
    assert wallet_of(anna).balance == 1_000
    assert faults() == []


def test_taking_more_than_there_is_is_refused_with_the_numbers(
    anna: Player, cashier: Player, second: Player
) -> None:
    correction = asked(anna, cashier, chips=-1_001, counter="house")
    with pytest.raises(InsufficientChips) as refused, transaction.atomic():
        approve_correction(correction_id=correction.pk, by=second)
    assert refused.value.facts.items() >= {"needed": 1_001, "available": 1_000}.items()
    assert ChipCorrection.objects.get(pk=correction.pk).status == "requested"


def test_small_sums_need_no_second_person_where_the_house_says_so(
    anna: Player, cashier: Player, settings: object
) -> None:
    settings.CORRECTION_ALONE_CHIPS_MAX = 100  # type: ignore[attr-defined]
    assert value_of("CORRECTION_ALONE_CHIPS_MAX") == 100
    assert asked(anna, cashier, chips=100).status == "posted"
    assert asked(anna, cashier, chips=101).status == "requested"
    assert faults() == []


@pytest.mark.parametrize(
    "statement_text",
    [
        "UPDATE staff_act SET reason = 'nothing'",
        "DELETE FROM staff_act",
        "TRUNCATE staff_act",
        "UPDATE chip_posting SET amount = amount + 1",
        "DELETE FROM chip_correction",
        "ALTER TABLE staff_act DISABLE TRIGGER ALL",
    ],
)
def test_the_running_application_cannot_rewrite_the_log_or_the_books(statement_text: str) -> None:
    with session("web") as application, pytest.raises(psycopg.Error):
        application.execute(statement_text.encode())


def test_not_even_the_owner_of_the_tables_edits_the_log(anna: Player, cashier: Player) -> None:
    asked(anna, cashier)
    for text in ("UPDATE staff_act SET reason = ''", "DELETE FROM staff_act"):
        with (
            pytest.raises(DatabaseError, match="append_only"),
            transaction.atomic(using="owner"),
            connections["owner"].cursor() as owner,
        ):
            owner.execute(text)


def test_a_decided_correction_cannot_be_decided_otherwise(
    anna: Player, cashier: Player, second: Player
) -> None:
    correction = asked(anna, cashier)
    approve_correction(correction_id=correction.pk, by=second)
    with pytest.raises(DatabaseError, match="correction_is_decided"), transaction.atomic():
        ChipCorrection.objects.filter(pk=correction.pk).update(amount_chips=9)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_the_audit_finds_what_does_not_reconcile(
    anna: Player, cashier: Player, second: Player
) -> None:
    """By the owner's hand, the only one that could: triggers off, a line gone, a number changed."""
    correction = asked(anna, cashier)
    approve_correction(correction_id=correction.pk, by=second)
    assert faults() == []
    with session("owner") as owner:
        owner.execute("ALTER TABLE staff_act DISABLE TRIGGER USER")
        owner.execute("ALTER TABLE chip_correction DISABLE TRIGGER USER")
        owner.execute("DELETE FROM staff_act WHERE act = 'correction_posted'")
        owner.execute("UPDATE chip_correction SET amount_chips = 999")
    try:
        assert sorted(fault.code for fault in faults()) == [
            "correction_differs_from_transfer",
            "correction_not_in_log",
        ]
    finally:
        with session("owner") as owner:
            owner.execute("ALTER TABLE staff_act ENABLE TRIGGER USER")
            owner.execute("ALTER TABLE chip_correction ENABLE TRIGGER USER")


def test_the_whole_way_in_browsers(anna: Player, cashier: Player, second: Player) -> None:
    wallet = wallet_of(anna).pk
    answer = browser(cashier).post(
        f"/office/accounts/{wallet}/correct/request/",
        {"amount_chips": "-120", "counter": "house", "reason": "paid twice"},
        follow=True,
    )
    correction = ChipCorrection.objects.get()
    assert "Somebody else has to approve it" in answer.content.decode()
    own = browser(cashier).get(f"/office/corrections/{correction.pk}/").content.decode()
    assert "Approve and post" not in own
    answer = browser(second).post(f"/office/corrections/{correction.pk}/approve/", follow=True)
    assert "Approved and posted" in answer.content.decode()
    page = browser(second).get(f"/office/accounts/{wallet}/").content.decode()
    assert "−120" in page
    assert "880" in page
    trace = browser(second).get(f"/office/transfers/{Transfer.objects.last().pk}/")  # type: ignore[union-attr]
    assert f"correction:{correction.pk}" in trace.content.decode()
