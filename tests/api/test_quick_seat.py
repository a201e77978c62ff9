"""A seat by one call, at each of the three games."""

import pytest

from games.models import Table

from .client import Caller
from .playing import guest, open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PATH = "/tables/quick-seat/"


@pytest.mark.parametrize(
    ("preset", "seats"), [("gin_palast", 2), ("german_romme", 4), ("romme_500", 3)]
)
def test_a_game_named_is_played_among_as_many_bots_as_it_is_best_with(
    preset: str, seats: int
) -> None:
    player = guest()
    answer = Caller(player).post(PATH, {"preset": preset}, idempotency_key="one")
    table = answer.json()["table"]
    assert (answer.status_code, table["status"], table["terms"]["preset"]) == (
        201, "playing", preset,
    )  # fmt: skip
    people = [seat["player"] for seat in table["seats"]]
    assert len(people) == seats
    assert [one["is_bot"] for one in people].count(False) == 1
    assert people[answer.json()["seat"]]["id"] == player.pk
    again = Caller(player).post(PATH, {"preset": preset}, idempotency_key="one")
    assert again.json()["table"]["id"] == table["id"]
    assert Table.objects.count() == 1


def test_whoever_lacks_only_me_is_joined_and_nobody_who_lacks_more() -> None:
    lonely, pair = (open_table(guest(), preset="german_romme", seats=seats) for seats in (3, 2))
    for table in (lonely, pair):
        Caller(guest()).post(f"/tables/{table.pk}/join/", {}, idempotency_key="sit")
    player = guest()
    answer = Caller(player).post(PATH, {"preset": "german_romme"}, idempotency_key="x")
    assert answer.json()["table"]["id"] == pair.pk
    lonely.refresh_from_db()
    assert lonely.status == "open"


def test_without_a_game_it_is_gin_as_ever_and_visitors_have_to_come_in_first() -> None:
    answer = Caller(guest()).post(PATH, idempotency_key="x")
    assert answer.json()["table"]["terms"]["preset"] == "gin_palast"
    assert Caller().post(PATH, {}, idempotency_key="y").status_code == 401
    unknown = Caller(guest()).post(PATH, {"preset": "skat"}, idempotency_key="z")
    assert unknown.status_code == 400


def test_at_most_the_stake_one_names_and_among_as_many_as_one_says() -> None:
    dear = open_table(guest(), stake_chips=50)
    Caller(guest()).post(f"/tables/{dear.pk}/join/", {}, idempotency_key="sit")
    wish = {"preset": "german_romme", "seats": 3, "stake_chips_max": 10}
    table = Caller(guest()).post(PATH, wish, idempotency_key="x").json()["table"]
    assert (len(table["seats"]), table["terms"]["stake_chips"]) == (3, 10)


def test_a_guest_is_seated_for_nothing_unless_they_say_otherwise() -> None:
    lonely = open_table(guest(), stake_chips=50)
    Caller(guest()).post(f"/tables/{lonely.pk}/join/", {}, idempotency_key="sit")
    unasked = Caller(guest()).post(PATH, {}, idempotency_key="x").json()["table"]
    assert unasked["terms"]["stake_chips"] == 0


@pytest.mark.parametrize(
    "wish", [{"stake_chips_max": 101}, {"stake_chips_max": -1}, {"seats": 7}, {"stake": 5}]
)
def test_a_wish_that_cannot_be_meant_is_refused(wish: dict[str, int]) -> None:
    assert Caller(guest()).post(PATH, wish, idempotency_key="x").status_code == 400
    assert Table.objects.count() == 0
