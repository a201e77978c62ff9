"""How somebody likes cards and tables goes with their account."""

import re
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from accounts.joining import players
from accounts.models import Player
from accounts.own_data.erasing import erase_account
from accounts.people.preferences_api import CHOICES, prefer, preferences_of

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).parents[2] / "web/static/web/js/prefs.js"
# Of one browser: its permission to show notices, and that nothing is to be shared.
OF_THE_DEVICE = {"notify", "own"}


@pytest.fixture
def anna() -> Player:
    player = players.create_guest()
    player.is_guest = False
    player.save()
    return player


@pytest.fixture
def caller(anna: Player) -> APIClient:
    client = APIClient()
    client.force_login(anna)
    return client


def test_the_browser_and_the_server_know_the_same_choices() -> None:
    known = re.search(r"known = \{(.*?)\};", SCRIPT.read_text(), re.S)
    assert known is not None
    found = {
        name: tuple(re.findall(r'"(.*?)"', values))
        for name, values in re.findall(r"(\w+): \[(.*?)\]", known[1])
    }
    assert set(found) > OF_THE_DEVICE
    assert {name: found[name] for name in found if name not in OF_THE_DEVICE} == dict(CHOICES)


def test_what_is_named_is_chosen_and_all_else_stays(anna: Player) -> None:
    assert prefer(anna, {"deck": "four", "felt": "wine"}) == {"deck": "four", "felt": "wine"}
    assert prefer(anna, {"felt": "blue"}) == {"deck": "four", "felt": "blue"}


def test_what_can_be_chosen_no_more_is_as_if_never_chosen(anna: Player) -> None:
    anna.preferences = {"deck": "gold", "felt": "blue", "odd": "on"}
    anna.save()
    assert preferences_of(anna) == {"felt": "blue"}


def test_programs_read_and_choose(caller: APIClient) -> None:
    path = "/api/v1/me/preferences/"
    assert caller.get(path).json() == {}
    chosen = caller.post(path, {"letters": "", "sort": "suit"}, "json", HTTP_IDEMPOTENCY_KEY="1")
    assert chosen.json() == caller.get(path).json() == {"letters": "", "sort": "suit"}
    for wrong in ({"deck": "gold"}, {"odd": "on"}, {"notify": "on"}):
        assert caller.post(path, wrong, "json", HTTP_IDEMPOTENCY_KEY="2").status_code == 400


def test_pages_carry_them_for_whoever_has_an_account(anna: Player, caller: APIClient) -> None:
    prefer(anna, {"back": "black"})
    page = " ".join(caller.get("/").content.decode().split())
    assert (
        f'data-account="{anna.pk}" data-preferences="{{&quot;back&quot;: &quot;black&quot;}}"'
        in page
    )
    Player.objects.update(is_guest=True)
    assert "data-account" not in caller.get("/").content.decode()
    assert "data-account" not in APIClient().get("/").content.decode()


def test_they_go_with_the_account(anna: Player) -> None:
    prefer(anna, {"back": "black"})
    erase_account(anna)
    anna.refresh_from_db()
    assert anna.preferences == {}
