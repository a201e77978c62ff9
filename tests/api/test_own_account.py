"""One's own data, one's own devices and one's own end, over the API as on the pages."""

from typing import Any

import pytest
from django.test import Client

from accounts.books.reading import wallet_balance
from accounts.models import Player, Session
from tests.api.client import Caller
from tests.api.playing import guest

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PASSWORD = "rummy-evening"


def signed_in(player: Player) -> Client:
    client = Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    assert client.login(username=player.username, password=PASSWORD)
    return client


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_what_is_kept_about_one_comes_by_chapter(anna: Player, bert: Player) -> None:
    told = Caller(anna).get("/me/data/").json()["chapters"]
    assert [row["username"] for row in told["account"]] == [anna.username]
    assert [row["balance"] for row in told["wallets"]] == [wallet_balance(anna)]
    assert bert.username not in str(told)


def test_the_data_are_drawn_up_a_few_times_an_hour(anna: Player) -> None:
    caller = Caller(anna)
    answers = [caller.get("/me/data/") for _ in range(6)]
    assert [answer.status_code for answer in answers[:5]] == [200] * 5
    assert code(answers[5]) == (429, "rate_limited")


def test_a_browser_is_signed_out_from_afar_and_nobody_elses(anna: Player, bert: Player) -> None:
    here, there = signed_in(anna), signed_in(bert)
    listed = Caller(anna).get("/me/sessions/").json()["results"]
    assert len(listed) == 1
    one = f"/me/sessions/{listed[0]['id']}/"
    assert code(Caller(bert).delete(one)) == (404, "not_found")
    assert here.get("/settings/").status_code == 200
    assert Caller(anna).delete(one).status_code == 204
    assert here.get("/settings/").status_code == 302, "has to sign in again"
    assert there.get("/settings/").status_code == 200
    assert code(Caller(anna).delete(one)) == (404, "not_found")


def test_all_browsers_at_once(anna: Player) -> None:
    for _ in range(3):
        signed_in(anna)
    assert Caller(anna).delete("/me/sessions/").json() == {"ended": 3}
    assert not Session.objects.filter(player=anna).exists()


def test_who_goes_types_their_name_and_shows_who_they_are(anna: Player) -> None:
    caller = Caller(anna)
    told = caller.get("/me/erase/").json()
    assert told == {"obstacles": [], "name_when_gone": told["name_when_gone"]}
    assert code(caller.post("/me/erase/", {"name": "Somebody"})) == (400, "name_not_typed")
    assert code(caller.post("/me/erase/", {"name": anna.username})) == (403, "confirmation_needed")
    assert caller.post("/me/confirm/", {"password": PASSWORD}).status_code == 204
    assert caller.post("/me/erase/", {"name": anna.username}).status_code == 204
    anna.refresh_from_db()
    assert (anna.username, anna.is_active) == (told["name_when_gone"], False)
    assert caller.get("/me/").status_code == 401


def test_a_guest_has_no_password_to_show(anna: Player) -> None:
    someone = guest()
    assert Caller(someone).post("/me/erase/", {"name": someone.username}).status_code == 204


def test_what_stands_in_the_way_is_listed_before(anna: Player) -> None:
    anna.is_staff = True
    anna.save()
    [told] = Caller(anna).get("/me/erase/").json()["obstacles"]
    assert told["code"] == "staff_stay"
    assert told["words"]
