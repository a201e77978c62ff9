"""Chips are corrected over the API as in the office: two people, one transfer, one reversal."""

from typing import Any

import pytest

from accounts.books.posting import wallet_of
from accounts.models import ApiReceipt, ChipAccount, Player
from backoffice.models import ChipCorrection, StaffAct
from tests.backoffice.staff import colleague

from .client import Caller
from .test_office_people import code

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
SCOPES = ("office", "chips:admin")
PATH = "/office/corrections/"
ALONE_MOST = 10_000
MANY = ALONE_MOST + 1


@pytest.fixture(autouse=True)
def _one_person_moves_few(settings: Any) -> None:
    settings.CORRECTION_ALONE_CHIPS_MAX = ALONE_MOST


@pytest.fixture
def carla() -> Caller:
    return Caller(colleague("cashier", name="Carla"), scopes=SCOPES)


@pytest.fixture
def sven() -> Caller:
    return Caller(colleague("cashier", name="Sven"), scopes=SCOPES)


def asked(player: Player, chips: int, **other: Any) -> dict[str, Any]:
    wanted = {"amount_chips": chips, "counter": "mint", "reason": "round 3 was void", **other}
    return {"account": wallet_of(player).pk, **wanted}


def acts() -> list[str]:
    return list(StaffAct.objects.order_by("pk").values_list("act", flat=True))


def test_many_chips_wait_for_a_second_person(anna: Player, carla: Caller, sven: Caller) -> None:
    made = carla.post(PATH, asked(anna, MANY))
    assert (made.status_code, made.json()["status"]) == (201, "requested")
    one = f"{PATH}{made.json()['id']}/"
    assert code(carla.post(one + "approve/")) == (403, "self_approval")
    assert wallet_of(anna).balance == 1_000
    waiting = sven.get(PATH + "?state=waiting").json()["results"]
    assert [found["id"] for found in waiting] == [made.json()["id"]]
    posted = sven.post(one + "approve/", {"reason": "I have looked"}).json()
    assert (posted["status"], posted["decided_by"]) == ("posted", "Sven")
    assert wallet_of(anna).balance == 1_000 + MANY
    told = carla.get(one).json()
    assert [act["act"] for act in told["acts"]] == ["correction_requested", "correction_posted"]
    assert told["transfer"] is not None
    assert code(carla.post(one + "reject/", {"reason": "late"})) == (409, "correction_decided")


def test_one_takes_back_what_one_has_asked_for(anna: Player, carla: Caller) -> None:
    made = carla.post(PATH, asked(anna, MANY)).json()
    path = f"{PATH}{made['id']}/reject/"
    assert code(carla.post(path, {})) == (400, "invalid_input")
    assert carla.post(path, {"reason": "the wrong Anna"}).json()["status"] == "rejected"
    assert carla.get(PATH + "?state=waiting").json()["results"] == []
    assert wallet_of(anna).balance == 1_000
    assert acts() == ["correction_requested", "correction_rejected"]


def test_few_chips_are_posted_at_once_and_reversed_once(anna: Player, carla: Caller) -> None:
    made = carla.post(PATH, asked(anna, -100, counter="house")).json()
    assert (made["status"], wallet_of(anna).balance) == ("posted", 900)
    path = f"{PATH}{made['id']}/reverse/"
    undone = carla.post(path, {"reason": "it was right"})
    assert (undone.status_code, undone.json()["reverses"]) == (201, made["id"])
    assert wallet_of(anna).balance == 1_000
    assert carla.get(f"{PATH}{made['id']}/").json()["reversed_by"] == undone.json()["id"]
    assert code(carla.post(path, {"reason": "again"})) == (409, "correction_reversed")
    of_account = carla.get(f"{PATH}?account={wallet_of(anna).pk}").json()["results"]
    assert [found["id"] for found in of_account] == [undone.json()["id"], made["id"]]


def test_a_repeat_asks_once_also_when_its_receipt_is_gone(anna: Player, carla: Caller) -> None:
    wanted = asked(anna, 50)
    first = carla.post(PATH, wanted, Idempotency_Key="k")
    again = carla.post(PATH, wanted, Idempotency_Key="k")
    ApiReceipt.objects.all().delete()
    late = carla.post(PATH, wanted, Idempotency_Key="k")
    assert first.json() == again.json() == late.json()
    assert ChipCorrection.objects.count() == 1
    other = carla.post(PATH, asked(anna, 51), Idempotency_Key="k")
    assert code(other) == (422, "idempotency_key_reused")


def test_what_makes_no_sense_is_refused_and_moves_nothing(anna: Player, carla: Caller) -> None:
    assert carla.player is not None
    mint = ChipAccount.objects.filter(kind="mint", ref="").first()
    assert mint is not None
    for wanted, expected in (
        (asked(anna, 0), (422, "out_of_range")),
        (asked(anna, -5_000), (409, "insufficient_chips")),
        (asked(anna, 5, account=mint.pk), (422, "not_a_wallet")),
        (asked(anna, 5, account=10**12), (404, "not_found")),
        (asked(anna, 5, counter="hold"), (400, "invalid_input")),
        (asked(anna, 5, reason=" "), (400, "invalid_input")),
        (asked(carla.player, 5), (403, "correction_of_oneself")),
    ):
        assert code(carla.post(PATH, wanted)) == expected, wanted
    assert code(carla.post(f"{PATH}{10**12}/approve/")) == (404, "correction_not_found")
    assert ChipCorrection.objects.count() == 0
    assert acts() == []


def test_who_may_only_look_moves_nothing(anna: Player, carla: Caller) -> None:
    reader = Caller(carla.player, scopes=("office",))
    assert reader.get(PATH).status_code == 200
    assert code(reader.post(PATH, asked(anna, 5))) == (403, "scope_missing")
    support = Caller(colleague("support"), scopes=SCOPES)
    assert support.get(PATH).status_code == 200
    assert code(support.post(PATH, asked(anna, 5))) == (403, "scope_missing")
    assert wallet_of(anna).balance == 1_000
