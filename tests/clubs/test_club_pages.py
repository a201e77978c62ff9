"""The clubs' pages: what each reader is shown, and that every button does what it says."""

import pytest
from django.test import Client

from accounts.clubs import keeping
from accounts.clubs.joining import join_club
from accounts.clubs.reading import membership
from accounts.models import Club, Player
from tests.api.client import Caller
from tests.clubs.conftest import belongs
from tests.pages.browsers import browser

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def press(player: Player, club: Club, what: str, **filled: str) -> str:
    """What the page says after one of its buttons."""
    client = browser(player)
    answer = client.post(f"/clubs/{club.pk}/act/", {"what": what, **filled}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def page(player: Player, path: str) -> str:
    answer = browser(player).get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_stranger_reads_what_the_club_is_and_no_more(
    anna: Player, bert: Player, stranger: Player, club: Club
) -> None:
    belongs(club, bert)
    shown = page(stranger, f"/clubs/{club.pk}/")
    assert "Every Thursday." in shown
    assert "2 members" in shown
    assert "Ask to join" in shown
    for hidden in ("Bert", "Anna", "Open a table", "Plan an evening"):
        assert hidden not in shown, hidden
    assert Caller(stranger).get(f"/clubs/{club.pk}/members/").status_code == 403
    assert browser(stranger).get(f"/clubs/{club.pk}/settings/").status_code == 403
    member = page(bert, f"/clubs/{club.pk}/")
    assert "Open a table" in member
    assert "Plan an evening" not in member
    assert "Make a link" not in member
    assert Client().get(f"/clubs/{club.pk}/").status_code == 302


def test_a_closed_club_is_there_for_its_members_alone(
    anna: Player, bert: Player, stranger: Player, club: Club
) -> None:
    belongs(club, bert)
    keeping.close_club(club_id=club.pk, actor=anna)
    assert "This club is closed." in page(bert, f"/clubs/{club.pk}/")
    assert browser(stranger).get(f"/clubs/{club.pk}/").status_code == 404
    assert Caller(stranger).get(f"/clubs/{club.pk}/").json()["code"] == "club_not_found"


def test_one_is_found_and_settled_by_its_forms(anna: Player) -> None:
    client = browser(anna)
    told = {"name": "Die Asse", "about": "Gin", "joining": "open"}
    assert client.post("/clubs/new/", told).status_code == 302
    club = Club.objects.get()
    again = client.post("/clubs/new/", told)
    assert "There is a club called “Die Asse” already" in again.content.decode()
    client.post(f"/clubs/{club.pk}/settings/", told | {"name": "Die Buben"})
    club.refresh_from_db()
    assert club.name == "Die Buben"


def test_the_buttons_of_organisers_and_of_who_they_mean(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    assert "Bert is invited." in press(anna, club, "invite", name="bert")
    assert "Accept the invitation" in page(bert, f"/clubs/{club.pk}/")
    assert "Welcome to" in press(bert, club, "join")
    assert "The organisers have been asked." in press(carla, club, "join")
    assert "Only an organiser" in press(bert, club, "accept", name="Carla")
    assert "They want to join" in page(anna, f"/clubs/{club.pk}/")
    assert "Carla is a member now." in press(anna, club, "accept", name="Carla")
    press(anna, club, "organiser", name="Bert")
    assert membership(bert, club.pk).organises  # type: ignore[union-attr]
    press(anna, club, "member", name="Bert")
    assert "Carla is no longer a member." in press(
        anna, club, "remove", name="Carla", keep_out="on"
    )
    assert "does not admit you." in page(carla, f"/clubs/{club.pk}/")
    press(anna, club, "let-in", name="Carla")
    assert "Ask to join" in page(carla, f"/clubs/{club.pk}/")
    press(carla, club, "join")
    press(anna, club, "refuse", name="Carla")
    press(anna, club, "invite", name="Carla")
    press(anna, club, "uninvite", name="Carla")
    assert not club.door.exists()
    assert "There is no player of that name" in press(anna, club, "invite", name="Nobody")
    assert "The staff will look at it." in press(carla, club, "report", note="rude")
    assert "Bert owns the club now." in press(anna, club, "hand-over", name="Bert")
    press(anna, club, "leave")
    assert membership(anna, club.pk) is None
    assert browser(bert).post(f"/clubs/{club.pk}/act/", {"what": "fly"}).status_code == 302
    press(bert, club, "close")
    assert not Club.objects.get(pk=club.pk).is_open


def test_the_link_leads_through_signing_up_back_to_the_club(anna: Player, club: Club) -> None:
    press(anna, club, "link")
    club.refresh_from_db()
    path = f"/clubs/join/{club.link_code}/"
    assert club.link_code in page(anna, f"/clubs/{club.pk}/")
    assert "<svg" in page(anna, f"/clubs/{club.pk}/")
    visitor = Client(headers={"accept-language": "en"})
    assert f"/accounts/signup/?next={path}" in visitor.get(path).content.decode()
    password = "cards for ever"
    filled = {"username": "Newcomer", "password1": password, "password2": password, "next": path}
    answer = visitor.post("/accounts/signup/", filled)
    assert answer["Location"] == path
    assert "Join" in visitor.get(path).content.decode()
    assert visitor.post(path)["Location"] == f"/clubs/{club.pk}/"
    assert membership(Player.objects.get(username="Newcomer"), club.pk) is not None
    press(anna, club, "no-link")
    lapsed = visitor.get(path)
    assert lapsed.status_code == 404
    assert "no longer valid" in lapsed.content.decode()


def test_a_guest_keeps_the_account_and_comes_back_to_the_link(
    anna: Player, guest: Player, club: Club
) -> None:
    code = keeping.renew_link(club_id=club.pk, actor=anna).link_code
    path = f"/clubs/join/{code}/"
    client = browser(guest)
    assert f"/settings/keep-account/?next={path}" in client.get(path).content.decode()
    assert path in client.get(f"/settings/keep-account/?next={path}").content.decode()
    kept = {"username": "Gustav", "password": "cards for ever", "next": path}
    assert client.post("/settings/keep-account/", kept)["Location"] == path
    elsewhere = {"username": "Gustav", "password": "cards", "next": "https://example.org/"}
    assert "example.org" not in client.post("/settings/keep-account/", elsewhere)["Location"]


def test_the_lobby_shows_members_the_table_and_its_club(
    anna: Player, bert: Player, stranger: Player, club: Club
) -> None:
    belongs(club, bert)
    form = browser(anna).get(f"/tables/new/?club={club.pk}").content.decode()
    assert "Only members of “Rommé-Runde Ost”" in form
    opened = Caller(anna).post("/tables/", {"stake_chips": 0, "club": club.pk, "name": "Ours"})
    assert opened.status_code == 201
    for path in ("/", f"/clubs/{club.pk}/"):
        assert "Ours" in page(bert, path), path
    assert "Ours" not in page(stranger, "/")
    assert "Ours" not in Client().get("/").content.decode()


def test_the_office_reads_renames_and_closes(anna: Player, bert: Player, club: Club) -> None:
    join_club(club_id=club.pk, player=bert)
    keeping.report_club(club_id=club.pk, actor=bert, note="an insult")
    house = Player.objects.create_superuser(username="House", password="rummy-evening")
    assert Caller(house).get("/office/clubs/").json()["reported"][0]["id"] == club.pk
    renamed = Caller(house).post(
        f"/office/clubs/{club.pk}/rename/", {"name": "Quiet ones", "reason": "an insult"}
    )
    assert (renamed.status_code, renamed.json()["about"]) == (200, "")
    assert Caller(house).get("/office/clubs/").json()["reported"] == []
    closed = Caller(house).post(f"/office/clubs/{club.pk}/close/", {"reason": "again"})
    assert closed.json()["closed_at"]
    words = Caller(anna).get("/me/notices/").json()["results"][0]["text"]
    assert words == "The club “Quiet ones” was closed by the house: again"
    none = Caller(house).post(f"/office/clubs/{club.pk}/close/", {"reason": "again"})
    assert none.json()["code"] == "club_not_found"
