"""The form that opens a table: what it offers, and that bad input changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from games.forms import TableForm
from games.models import Seat, Table
from tests.pages.browsers import browser, look
from tests.pages.tables import open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def filled(**changes: Any) -> dict[str, Any]:
    return {**TableForm.defaults(), **changes}


def test_a_table_against_a_bot_starts_at_once(anna: Player) -> None:
    answer = browser(anna).post("/tables/new/", filled(house_rules=["oklahoma"]))
    table = Table.objects.get()
    assert answer["location"] == f"/tables/{table.pk}/"
    assert table.status == "playing"
    assert table.terms["rules"]["house_rules"] == ["oklahoma"]
    assert list(table.seats.values_list("player__is_bot", flat=True)) == [False, True]


def test_a_ring_game_goes_by_rounds_and_a_match_by_points(anna: Player) -> None:
    client = browser(anna)
    client.post("/tables/new/", filled(format="ring", rounds=5, company="people"))
    client.post("/tables/new/", filled(format="match", point_limit=250, company="people"))
    match, ring = (table.terms for table in Table.objects.order_by("-pk"))
    assert (ring["format"], ring["rounds"]) == ("ring", 5)
    assert (match["format"], match["rules"]["point_limit"], match["rounds"]) == ("match", 250, None)


def test_a_table_for_friends_is_private(anna: Player) -> None:
    browser(anna).post("/tables/new/", filled(company="friends"))
    assert Table.objects.get().is_private


BAD: dict[str, list[Any]] = {
    "preset": ["", "gin_unknown", "gin_palast\x00"],
    "house_rules": [["no_such_rule"], ["oklahoma", "x" * 5000]],
    "format": ["", "knockout"],
    "point_limit": ["99", "-100", "1e2", "١٠٠", ""],
    "rounds": ["0", "51", "two", "9" * 30],
    "stake_chips": ["-1", "1.5", "1e3", "9" * 25, "", "NaN", "0x10"],
    "turn_seconds": ["0", "-30", "31", "99999999999999999999"],
    "company": ["", "everybody"],
    "name": ["n" * 61, "nul\x00byte"],
}


@pytest.mark.parametrize(("field", "value"), [(name, value) for name in BAD for value in BAD[name]])
def test_bad_input_is_shown_again_and_opens_nothing(
    field: str, value: object, anna: Player
) -> None:
    data = filled(**{field: value})
    if field == "rounds":
        data["format"] = "ring"
    answer = browser(anna).post("/tables/new/", data)
    page = look(answer)
    assert page.status == 200
    assert page.all("ul", **{"class": "errorlist"}) or "note error" in page.html
    assert not Table.objects.exists()


def test_a_point_limit_of_another_variant_is_refused_in_words(anna: Player) -> None:
    answer = browser(anna).post("/tables/new/", filled(preset="gin_classic", point_limit="25"))
    assert answer.status_code == 200
    assert "note error" in look(answer).html
    assert not Table.objects.exists()


def test_a_stake_beyond_the_wallet_leaves_no_table_behind(anna: Player) -> None:
    answer = browser(anna, language="de").post("/tables/new/", filled(stake_chips="5000"))
    assert "Du brauchst 5000 Chips und hast 1000." in look(answer).text
    assert not Table.objects.exists()
    assert not Seat.objects.exists()


def test_a_new_table_can_be_like_an_old_one(anna: Player, bert: Player) -> None:
    old = open_table(bert, preset="gin_classic", stake_chips=40, rounds=5, turn_seconds=60)
    page = look(browser(anna).get(f"/tables/new/?like={old.pk}"))
    (variant,) = page.all("input", name="preset", value="gin_classic")
    assert "checked" in variant
    assert page.all("input", name="stake_chips", value="40")
    chosen = [tag["value"] for tag in page.all("option") if "selected" in tag]
    assert chosen == ["100", "5", "60"]


@pytest.mark.parametrize("like", ["", "x", "9" * 30, "-1", "1;drop"])
def test_an_old_table_that_is_none_changes_nothing(like: str, anna: Player) -> None:
    assert browser(anna).get("/tables/new/", {"like": like}).status_code == 200
