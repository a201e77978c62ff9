"""Restitutions over the API as in the office: two people, all or none, undone as a whole."""

import pytest

from accounts.books.posting import wallet_of
from accounts.joining.players import grant_starting_chips
from accounts.models import Player
from backoffice.restitution import acting
from tests.api.acts_of_staff import stranger
from tests.api.client import Caller
from tests.api.test_office_people import code
from tests.backoffice.staff import colleague
from tests.pages.tables import finished_ring

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PATH = "/office/restitutions/"


@pytest.fixture
def carla() -> Caller:
    return Caller(colleague("cashier", name="Carla"), scopes=("office", "chips:admin"))


@pytest.fixture
def sven() -> Caller:
    return Caller(colleague("cashier", name="Sven"), scopes=("office", "chips:admin"))


@pytest.fixture
def players() -> list[Player]:
    both = [stranger(), stranger()]
    for player in both:
        grant_starting_chips(player)
    return both


def chips(players: list[Player]) -> list[int]:
    return [wallet_of(player).balance for player in players]


def test_a_faulty_table_is_undone_by_two_people_and_the_undoing_too(
    players: list[Player], carla: Caller, sven: Caller
) -> None:
    before = chips(players)
    table = finished_ring(*players, stake_chips=10)
    after = chips(players)
    made = carla.post(PATH, {"kind": "undone", "tables": [table.pk]})
    assert made.status_code == 201, made.content
    draft = made.json()
    assert {line["player"]["id"]: line["moved_chips"] for line in draft["lines"]} == {
        player.pk: had - has for player, had, has in zip(players, before, after, strict=True)
    }
    assert all(part["words"] for line in draft["lines"] for part in line["parts"])
    one = f"{PATH}{draft['id']}/"
    assert code(sven.post(one + "approve/")) == (409, "restitution_decided")
    assert carla.post(one + "propose/", {"reason": "void"}).json()["status"] == "proposed"
    assert code(carla.post(one + "approve/")) == (403, "self_approval")
    assert chips(players) == after
    done = sven.post(one + "approve/", {"reason": "seen"}, idempotency_key="a")
    again = sven.post(one + "approve/", {"reason": "seen"}, idempotency_key="a")
    assert done.json() == again.json()
    assert (done.json()["status"], done.json()["decided_by"]) == ("carried_out", "Sven")
    assert chips(players) == before
    undoing = carla.post(one + "undo/", {"reason": "it was right"}).json()
    assert (undoing["status"], undoing["reverses"]) == ("proposed", draft["id"])
    assert sven.post(f"{PATH}{undoing['id']}/approve/").status_code == 200
    assert chips(players) == after
    listed = carla.get(PATH).json()["results"]
    assert [row["id"] for row in listed] == [undoing["id"], draft["id"]]


def test_a_rejected_one_moves_nothing(players: list[Player], carla: Caller, sven: Caller) -> None:
    table = finished_ring(*players, stake_chips=10)
    after = chips(players)
    draft = carla.post(PATH, {"kind": "undone", "tables": [table.pk]}).json()
    one = f"{PATH}{draft['id']}/"
    carla.post(one + "propose/", {"reason": "void"})
    assert code(sven.post(one + "reject/", {})) == (400, "invalid_input")
    assert sven.post(one + "reject/", {"reason": "it stands"}).json()["status"] == "rejected"
    assert chips(players) == after


def test_drafts_that_nobody_decides_on_do_not_pile_up(
    players: list[Player], carla: Caller, sven: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acting, "DRAFTS_MAX", 2)
    body = {"kind": "undone", "tables": [finished_ring(*players, stake_chips=10).pk]}
    first, _second = (carla.post(PATH, body).json()["id"] for _ in range(2))
    assert code(carla.post(PATH, body)) == (409, "restitution_drafts_wait")
    assert sven.post(PATH, body).status_code == 201
    carla.post(f"{PATH}{first}/reject/", {"reason": "twice"})
    assert carla.post(PATH, body).status_code == 201


def test_what_cannot_be_worked_out_is_refused_with_the_numbers(carla: Caller) -> None:
    for body, wanted in (
        ({"kind": "undone", "tables": []}, (422, "restitution_without_tables")),
        ({"kind": "undone", "tables": [999_999]}, (409, "table_not_settled")),
        ({"kind": "struck", "tournament": 999_999}, (404, "not_found")),
        ({"kind": "winnings", "guilty": [999_999]}, (404, "not_found")),
        ({"kind": "forgiven"}, (400, "invalid_input")),
        ({"kind": "undone", "tables": [0]}, (400, "invalid_input")),
    ):
        assert code(carla.post(PATH, body)) == wanted, body
    assert code(carla.get(PATH + "999999/")) == (404, "restitution_not_found")
    assert carla.get(PATH).json() == {"results": [], "next_before": None}


def test_who_reads_no_books_sees_none_and_a_reading_token_writes_none(carla: Caller) -> None:
    mona = Caller(colleague("moderator", name="Mona"), scopes=("office", "chips:admin"))
    assert code(mona.get(PATH)) == (403, "not_allowed")
    reading = Caller(colleague("cashier", name="Rita"), scopes=("office",))
    assert reading.get(PATH).status_code == 200
    assert code(reading.post(PATH, {"kind": "undone"})) == (403, "scope_missing")
