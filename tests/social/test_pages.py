"""The pages of friends, notices, doors and lines, as people use them."""

from typing import Any

import pytest

from accounts.models import Conduct, Notice, Player
from accounts.notices.kinds import GROUPS, KINDS
from accounts.people import friendships
from accounts.people.befriending import befriend
from games.models import Table, TableAdmission
from games.running import house
from games.tables import opening
from games.tables.admission import Admission
from games.tables.terms import TableOffer
from tests.pages.browsers import Page, browser, look
from tests.social.tables import in_play, open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
RING = TableOffer(format="ring", rounds=1)


def words(answer: Any) -> str:
    return look(answer).text


def change(player: Player, what: str, name: str) -> Page:
    return look(browser(player).post("/friends/change/", {"what": what, "name": name}, follow=True))


def test_friends_are_made_and_lost_on_the_page(anna: Player, bert: Player) -> None:
    """Each reads it in their own language: Bert's is German."""
    assert "Bert has been asked." in change(anna, "befriend", "bert").text
    assert "Anfragen an dich" in words(browser(bert).get("/friends/"))
    assert "Anna und du seid jetzt befreundet." in change(bert, "befriend", "Anna").text
    assert friendships.are_friends(anna, bert)
    change(anna, "part", "Bert")
    assert not friendships.are_friends(anna, bert)


def test_somebody_is_muted_ignored_and_heard_again(anna: Player, bert: Player) -> None:
    assert "muted" in change(anna, "mute", "Bert").text
    assert "ignored" in change(anna, "ignore", "Bert").text
    assert "nimmt keine Anfragen" in change(bert, "befriend", "Anna").text
    assert "You will see what Bert writes again." in change(anna, "hear", "Bert").text


@pytest.mark.parametrize(("what", "name"), [("befriend", "Nobody"), ("dance", "Bert"), ("", "")])
def test_what_makes_no_sense_is_said_so(what: str, name: str, anna: Player, bert: Player) -> None:
    assert "There is no player of that name" in change(anna, what, name).text


def test_the_bell_of_the_page_counts_until_the_inbox_is_read(anna: Player, bert: Player) -> None:
    befriend(player=bert, other=anna)
    client = browser(anna)
    assert "Notices, 1 new" in words(client.get("/"))
    first = client.get("/notices/")
    assert "Bert wants to be your friend." in words(first)
    assert [tag["href"] for tag in look(first).all("a") if tag.get("href") == "/friends/"]
    assert " new" not in words(client.get("/rules/gin/")).split("Rules")[0]
    assert not Notice.objects.filter(read_at=None).exists()


def test_what_comes_by_mail_is_chosen_on_the_page(anna: Player) -> None:
    client = browser(anna)
    client.post("/notices/wishes/", {"ways": "by_mail", "by_mail": ["friend_accepted"]})
    page = look(client.get("/notices/"))
    chosen = [tag["value"] for tag in page.all("input", name="by_mail") if "checked" in tag]
    assert chosen == ["friend_accepted"]


def test_kinds_of_notices_are_found_by_their_group(anna: Player) -> None:
    """Each once, under a title that also says how many come unasked."""
    client = browser(anna)
    client.post("/notices/wishes/", {"ways": ["by_mail", "by_push"], "by_mail": ["your_turn"]})
    page = look(client.get("/notices/"))
    titles = [tag.get("data-group") for tag in page.all("details") if tag.get("data-group")]
    assert titles == list(GROUPS)
    assert "At the tables 1 of 4 on" in page.text
    people = sum(kind.group == "people" for kind in KINDS.values())
    assert f"Friends and clubs 0 of {people} on" in page.text
    shown = [str(tag["value"]) for tag in page.all("input", name="by_mail")]
    assert sorted(shown) == sorted(key for key, kind in KINDS.items() if kind.concerns(anna))


def test_a_password_is_typed_at_the_door(anna: Player, carla: Player) -> None:
    table = opening.create_table(
        player=anna, offer=RING, admission=Admission(password="seven", min_reputation=50)
    )
    listed = look(browser(carla).get("/"))
    assert "password" in listed.text
    assert "reputation 50 %" in listed.text
    assert [tag for tag in listed.all("a") if tag.get("href") == f"/tables/{table.pk}/enter/"]
    client = browser(carla)
    path = f"/tables/{table.pk}/enter/"
    assert "You need the password to sit down." in words(client.get(path))
    assert "that was not it" in words(client.post(path, {"password": "eight"}, follow=True))
    assert client.post(path, {"password": "seven"})["location"] == f"/tables/{table.pk}/"
    assert table.seats.get().player == carla
    assert browser(carla).get("/tables/999999/enter/").status_code == 404
    assert browser().get("/tables/999999/enter/")["location"].startswith("/accounts/login/")


def test_a_table_is_opened_with_a_door(anna: Player) -> None:
    sent = {
        "preset": "gin_palast",
        "format": "ring",
        "rounds": 1,
        "point_limit": 100,
        "stake_chips": 0,
        "turn_seconds": 30,
        "company": "people",
        "bot": "solid",
        "seats": 2,
        "password": "seven",
        "min_reputation": "60",
        "min_rating": "",
        "delay_seconds": "60",
    }
    answer = browser(anna).post("/tables/new/", sent)
    assert answer.status_code == 302, words(answer)
    door = TableAdmission.objects.get()
    assert door.password
    assert (door.min_reputation, door.min_rating, door.delay_seconds) == (60, None, 60)
    wrong = browser(anna).post("/tables/new/", sent | {"min_reputation": "101"})
    assert wrong.status_code == 200
    assert Table.objects.count() == 1


def test_the_line_is_joined_and_left_in_the_lobby(
    anna: Player, bert: Player, carla: Player
) -> None:
    table = opening.create_table(player=None, offer=RING, name="Evening", is_standing=True)
    for player in (anna, bert):
        opening.join_table(table_id=table.pk, player=player)
    client = browser(carla)
    assert "Wait for a seat" in words(client.get("/"))
    path = f"/tables/{table.pk}/line/"
    assert "You are on the waiting list." in words(client.post(path, follow=True))
    assert "You are waiting for a seat" in words(client.get("/"))
    assert "You are no longer on the waiting list." in words(
        client.post(path, {"what": "leave"}, follow=True)
    )
    house.open_successor(table_id=table.pk)
    assert "A seat is free at such a table" in words(client.post(path, follow=True))
    assert "Wait for a seat" not in words(browser().get("/"))


def test_the_table_page_tells_spectators_of_its_door(
    anna: Player, bert: Player, carla: Player
) -> None:
    locked = open_table(anna)
    TableAdmission.objects.create(table=locked, password="x")
    assert "This table has a password" in words(browser(carla).get(f"/tables/{locked.pk}/"))
    late = in_play(anna, bert)
    TableAdmission.objects.create(table=late, delay_seconds=60)
    note = "Spectators see this table 60 seconds late."
    assert note in words(browser(carla).get(f"/tables/{late.pk}/"))
    assert note not in words(browser(anna).get(f"/tables/{late.pk}/"))


def test_a_profile_shows_reputation_with_its_numbers(anna: Player, bert: Player) -> None:
    for number, left in enumerate(("", "", "resigned")):
        Conduct.objects.create(player=bert, match=f"table:{number}", left=left)
    seen = words(browser(anna).get(f"/players/{bert.pk}/"))
    assert "84 %" in seen
    assert "2 of the last 3 matches played to the end" in seen
    assert "100 × (2 + 9) ÷ (3 + 10), rounded down, is 84." in seen


def test_a_profile_offers_what_is_possible_between_the_two(anna: Player, bert: Player) -> None:
    def offers(player: Player, other: Player) -> list[str | None]:
        page = look(browser(player).get(f"/players/{other.pk}/"))
        return [tag["value"] for tag in page.all("button", name="what")]

    assert offers(anna, bert) == ["befriend", "ignore"]
    befriend(player=anna, other=bert)
    assert (offers(anna, bert), offers(bert, anna)) == (
        ["part", "ignore"],
        ["befriend", "part", "ignore"],
    )
    befriend(player=bert, other=anna)
    assert offers(anna, bert) == ["part", "ignore"]
    change(anna, "ignore", "Bert")
    assert (offers(anna, bert), offers(bert, anna)) == (["hear"], ["befriend", "ignore"])
    assert offers(anna, anna) == []


def test_who_was_invited_is_not_asked_for_the_password(anna: Player, carla: Player) -> None:
    table = opening.create_table(player=anna, offer=RING, admission=Admission(password="seven"))
    client = browser(carla)
    shown = look(client.get(f"/tables/{table.pk}/?invite={table.invite_code}"))
    door = next(str(tag["href"]) for tag in shown.all("a") if "/enter/" in str(tag.get("href")))
    assert look(client.get(door)).all("input", name="invite", value=table.invite_code)
    assert not look(client.get(door)).all("input", name="password")
    wrong = look(client.get(f"/tables/{table.pk}/enter/?invite=wrong"))
    assert wrong.all("input", name="password")
    answer = client.post(f"/tables/{table.pk}/enter/", {"invite": table.invite_code})
    assert answer["location"] == f"/tables/{table.pk}/"
    assert table.seats.get().player == carla
