"""The rematch over the API: four addresses, answers that may be asked for again (PLAY-4)."""

from typing import Any

import pytest

from accounts.models import Player
from games.models import RematchOffer, Table
from tests.api.client import Caller
from tests.league.tables import member, seated
from tests.pages.browsers import browser, look
from tests.rematch.tables import given_up, premium_member

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _premium(settings: Any) -> None:
    settings.PREMIUM_RIGHTS = ["rematch"]


@pytest.fixture
def anna() -> Player:
    return premium_member("Anna")


@pytest.fixture
def bert() -> Player:
    return member("Bert")


@pytest.fixture
def table(anna: Player, bert: Player) -> Table:
    return given_up([anna, bert])


def test_offer_and_consent(table: Table, anna: Player, bert: Player) -> None:
    address = f"/tables/{table.pk}/rematch/"
    assert Caller(anna).get(address).json()["may_offer"] is True
    offered = Caller(anna).post(f"{address}offer/").json()
    assert (offered["state"], offered["mine"], offered["offered_by"]["name"]) == (
        *("open", True),
        "Anna",
    )
    assert 55 <= offered["seconds_left"] <= 60
    asked = Caller(bert).get(address).json()
    assert (asked["state"], asked["mine"], asked["new_table"]) == ("open", False, None)
    agreed = Caller(bert).post(f"{address}consent/").json()
    assert agreed["state"] == "seated"
    assert Caller(anna).get(address).json()["new_table"] == agreed["new_table"]
    assert Caller(anna).get(f"/tables/{agreed['new_table']}/").json()["status"] == "playing"


def test_a_request_sent_again_gets_the_same_answer(
    table: Table, anna: Player, bert: Player
) -> None:
    address = f"/tables/{table.pk}/rematch/offer/"
    caller = Caller(anna)
    first = caller.post(address, idempotency_key="once")
    again = caller.post(address, idempotency_key="once")
    assert again.json() == first.json()
    assert again["Idempotent-Replay"] == "true"
    assert RematchOffer.objects.count() == 1


def test_declining_tells_who(table: Table, anna: Player, bert: Player) -> None:
    address = f"/tables/{table.pk}/rematch/"
    Caller(anna).post(f"{address}offer/")
    Caller(bert).post(f"{address}decline/")
    told = Caller(anna).get(address).json()
    assert (told["state"], told["declined_by"]["name"]) == ("declined", "Bert")


@pytest.mark.parametrize(
    ("who", "what", "status", "code"),
    [
        ("bert", "offer", 403, "premium_required"),
        ("bert", "consent", 409, "rematch_not_offered"),
        ("anna", "decline", 409, "rematch_not_offered"),
        ("carl", "offer", 403, "not_at_this_table"),
        ("visitor", "offer", 401, "not_signed_in"),
    ],
)
def test_refusals_say_why(
    who: str, what: str, status: int, code: str, table: Table, anna: Player, bert: Player
) -> None:
    people = {"anna": anna, "bert": bert, "carl": premium_member("Carl"), "visitor": None}
    answer = Caller(people[who]).post(f"/tables/{table.pk}/rematch/{what}/")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_private_table_is_not_there_for_others(anna: Player, bert: Player) -> None:
    table = given_up([anna, bert])
    Table.objects.update(is_private=True)
    carl = Caller(premium_member("Carl"))
    assert carl.get(f"/tables/{table.pk}/rematch/").status_code == 404
    for what in ("offer", "consent", "decline"):
        assert carl.post(f"/tables/{table.pk}/rematch/{what}/").status_code == 404


def test_a_rematch_of_a_private_table_is_private(anna: Player, bert: Player) -> None:
    table = given_up([anna, bert])
    Table.objects.update(is_private=True, invite_code="known to two")
    for player in (anna, bert):
        told = Caller(player).post(f"/tables/{table.pk}/rematch/offer/").json()
    new = Table.objects.get(pk=told["new_table"])
    assert new.is_private
    assert new.invite_code not in ("", "known to two")


def test_during_the_match_there_is_nothing_to_offer(anna: Player, bert: Player) -> None:
    table = seated([anna, bert])
    told = Caller(anna).get(f"/tables/{table.pk}/rematch/").json()
    assert (told["state"], told["may_offer"], told["needs_premium"]) == ("none", False, False)


def test_the_page_of_the_table_brings_the_panel(table: Table, anna: Player) -> None:
    page = look(browser(anna).get(f"/tables/{table.pk}/"))
    (panel,) = page.all("section", id="rematch")
    assert panel["data-url"] == f"/api/v1/tables/{table.pk}/rematch/"
    assert panel["data-table"] == "/tables/0/"
