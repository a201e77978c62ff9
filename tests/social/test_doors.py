"""What a table asks of who wants to sit down: refusals name the numbers."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from accounts.joining.players import create_guest
from accounts.models import Career, Conduct, Player
from accounts.people.befriending import ignore
from accounts.people.conduct import record_conduct
from games.models import Seat, Table, TableAdmission
from games.moves.errors import Conflict
from games.running import house
from games.tables import admission, opening
from games.tables.admission import Admission
from games.tables.lobby.quick_seat import quick_seat
from games.tables.terms import TableOffer
from tests.api.client import Caller

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
RING = TableOffer(format="ring", rounds=1)


def opened(host: Player | None, **door: Any) -> Table:
    return opening.create_table(
        player=host, offer=RING, admission=Admission(**door), is_standing=host is None
    )


def join(table: Table, player: Player, **body: Any) -> Any:
    return Caller(player).post(f"/tables/{table.pk}/join/", body)


def matches(player: Player, *left: str) -> None:
    for number, how in enumerate(left):
        Conduct.objects.create(player=player, match=f"table:{number}", left=how)


def test_a_password_is_asked_for_and_never_kept_readable(anna: Player, bert: Player) -> None:
    table = opened(anna, password="grüne Karo 7")
    for wrong in ({}, {"password": "gruene Karo 7"}, {"invite_code": "x"}):
        answer = join(table, bert, **wrong)
        assert (answer.status_code, answer.json()["code"]) == (403, "table_password_wrong")
    assert "Karo" not in TableAdmission.objects.get().password
    assert join(table, anna).status_code == 201
    assert join(table, bert, password="grüne Karo 7").status_code == 201


def test_the_invitation_code_opens_a_door_with_a_password(anna: Player, bert: Player) -> None:
    table = opened(anna, password="secret")
    seen = Caller(bert).get(f"/tables/{table.pk}/").json()
    assert (seen["invite_code"], seen["door"]["has_password"]) == (None, True)
    code = Caller(anna).get(f"/tables/{table.pk}/").json()["invite_code"]
    assert join(table, bert, invite_code=code).status_code == 201


def test_passwords_cannot_be_tried_for_ever(anna: Player, bert: Player) -> None:
    table = opened(anna, password="secret")
    caller, path = Caller(bert), f"/tables/{table.pk}/join/"
    codes = [caller.post(path, {"password": str(n)}).json()["code"] for n in range(22)]
    assert codes[0] == "table_password_wrong"
    assert codes[-1] == "rate_limited"


def test_nor_by_always_new_guests(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "TRIES_OF_ALL", replace(admission.TRIES_OF_ALL, most=3))
    path = f"/tables/{opened(anna, password='secret').pk}/join/"
    tried = [Caller(create_guest()).post(path, {"password": "guess"}) for _ in range(4)]
    assert [one.json()["code"] for one in tried[2:]] == ["table_password_wrong", "rate_limited"]


def test_a_reputation_may_be_asked_for(anna: Player, bert: Player, carla: Player) -> None:
    table = opened(anna, min_reputation=90)
    matches(bert, "resigned", "", "")
    answer = join(table, bert)
    assert (answer.status_code, answer.json()["code"]) == (403, "reputation_too_low")
    assert answer.json()["facts"] == {"least": 90, "own": 84}
    assert answer.json()["detail"] == ("This table asks for a reputation of 90 %; yours is 84 %.")
    assert join(table, carla).status_code == 201


def test_a_rating_may_be_asked_for(anna: Player, bert: Player, carla: Player) -> None:
    table = opened(anna, min_rating=1600)
    assert join(table, bert).json()["facts"] == {"least": 1600, "own": 1500}
    Career.objects.create(player=carla, mu=30.0, sigma=2.0)
    assert join(table, carla).status_code == 201


def test_the_host_and_bots_pass_every_door(anna: Player) -> None:
    matches(anna, "resigned", "resigned", "resigned")
    table = opened(anna, password="x", min_reputation=100, min_rating=4000)
    assert join(table, anna).status_code == 201
    assert opening.add_bot(table_id=table.pk, player=anna).number == 1


@pytest.mark.parametrize(
    "field", [{"min_reputation": 101}, {"min_rating": -1}, {"spectator_delay_seconds": 601}]
)
def test_a_door_must_make_sense(field: dict[str, int], anna: Player) -> None:
    answer = Caller(anna).post("/tables/", {"format": "ring", "rounds": 1, **field})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


def test_a_table_says_what_it_asks(anna: Player) -> None:
    body = {"format": "ring", "rounds": 1, "min_reputation": 80, "spectator_delay_seconds": 60}
    table = Caller(anna).post("/tables/", body).json()
    assert table["door"] == {
        "has_password": False,
        "min_reputation": 80,
        "min_rating": None,
        "spectator_delay_seconds": 60,
        "spectators_one_round_late": False,
        "bot_accounts": False,
    }


def test_a_host_is_not_joined_by_whom_they_ignore(anna: Player, bert: Player) -> None:
    table = opened(anna)
    ignore(player=anna, other=bert)
    answer = join(table, bert)
    assert (answer.status_code, answer.json()["code"]) == (409, "kept_apart")


@pytest.mark.parametrize("who_ignores", [0, 1])
def test_the_house_seats_nobody_with_whom_they_keep_away_from(
    who_ignores: int, anna: Player, bert: Player
) -> None:
    pair = (anna, bert)
    ignore(player=pair[who_ignores], other=pair[1 - who_ignores])
    table = opened(None)
    opening.join_table(table_id=table.pk, player=anna)
    with pytest.raises(Conflict, match="kept_apart"):
        opening.join_table(table_id=table.pk, player=bert)


def test_play_now_passes_by_ignored_people_and_closed_doors(
    anna: Player, bert: Player, carla: Player, dora: Player
) -> None:
    ignored, locked, strict, free = (opened(anna) for _ in range(4))
    for table, host in ((ignored, anna), (locked, carla), (strict, carla), (free, dora)):
        opening.join_table(table_id=table.pk, player=host)
    TableAdmission.objects.create(table=locked, password="x")
    TableAdmission.objects.create(table=strict, min_rating=3000)
    Table.objects.filter(pk__in=(locked.pk, strict.pk, free.pk)).update(created_by=dora)
    ignore(player=anna, other=bert)
    assert quick_seat(player=bert) == free.pk


def test_what_follows_a_table_has_the_same_door(anna: Player, bert: Player) -> None:
    table = opened(None, min_reputation=50, delay_seconds=30)
    following = house.open_successor(table_id=table.pk)
    assert following is not None
    door = TableAdmission.objects.get(pk=following.pk)
    assert (door.min_reputation, door.delay_seconds) == (50, 30)
    assert not Seat.objects.filter(table=following).exists()


def test_conduct_counts_each_match_once_and_only_among_people(anna: Player, bert: Player) -> None:
    at = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
    for _ in range(2):
        record_conduct(match="table:1", left={anna.pk: "resigned", bert.pk: ""}, at=at)
    record_conduct(match="table:2", left={anna.pk: "resigned"}, at=at)
    assert list(Conduct.objects.order_by("player_id").values_list("player_id", "left")) == [
        (anna.pk, "resigned"),
        (bert.pk, ""),
    ]
