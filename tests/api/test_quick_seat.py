"""A seat by one call, at each of the three games."""

from __future__ import annotations

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
