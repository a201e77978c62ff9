"""The pages of the deal of the day, as somebody on a phone meets them."""

import datetime as dt
import html
import re

import pytest
from django.test import Client

from games.daily.playing import look_after_daily_deals
from games.models import DailyPlay, Seat
from tests.daily.players import a_member, at_noon, play_through, played

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
DAY = dt.date(2026, 11, 26)
PAGE = "/daily/2026-11-26/gin_palast/"


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    at_noon(monkeypatch, DAY)


def told(client: Client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "de"})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_from_the_lobby_to_the_table_in_two_taps_without_an_account() -> None:
    newcomer = Client(headers={"Accept-Language": "de"})
    assert 'href="/daily/"' in told(newcomer, "/")
    assert told(newcomer, "/daily/").count('data-action="play-daily"') == 3
    answer = newcomer.post("/daily/gin_palast/play/")
    play = DailyPlay.objects.get()
    assert answer.headers["Location"] == f"/tables/{play.table_id}/"
    assert (
        newcomer.post("/daily/gin_palast/play/").headers["Location"].endswith(f"/{play.table_id}/")
    )
    assert "Weiterspielen" in told(newcomer, "/daily/")
    table = told(newcomer, f"/tables/{play.table_id}/")
    assert "Blatt des Tages: Alle bekommen" in table, "among the table's rules"
    assert "Trainingstisch" not in table
    assert f'"daily_url": "{PAGE}"' in table
    assert "login" in Client().get(f"/tables/{play.table_id}/")["location"]


def test_the_result_can_be_told_without_a_card_in_it() -> None:
    anna = a_member("Anna")
    played(a_member("Bert"), like="greedy")
    table = played(anna)
    client = Client()
    client.force_login(anna)
    page = told(client, PAGE)
    found = re.search(r'data-text="([^"]*)"', page)
    assert found is not None
    first, result, address = found[1].splitlines()
    assert first == "Jeton – Blatt des Tages 26.11.2026, Gin Rommé"
    assert re.fullmatch(r"[+−]?\d+ Punkte?, Platz [12] von 2", result)
    assert address.endswith(PAGE)
    assert "/replay/" not in page  # the cards are for nobody yet
    assert client.get(f"/tables/{table.pk}/replay/1/").status_code == 404


def test_others_results_are_hidden_from_who_may_still_play() -> None:
    played(a_member("Anna"))
    bert = Client()
    bert.force_login(a_member("Bert"))
    for reader in (bert, Client()):
        page = told(reader, PAGE)
        assert "Anna" not in page
        assert 'data-action="play-daily"' in page


def test_the_next_morning_all_rounds_can_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(a_member("Anna"))
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=7)
    look_after_daily_deals()
    page = told(Client(), PAGE)
    assert f"/tables/{table.pk}/replay/1/" in page
    assert "So haben die anderen angefangen" in page
    assert PAGE in told(Client(), "/daily/")
    assert Client().get("/daily/2020-01-01/gin_palast/").status_code == 404


@pytest.mark.parametrize("game", ["german_romme", "romme_500"])
def test_the_other_games_have_their_pages_too(game: str) -> None:
    anna = a_member("Anna")
    client = Client()
    client.force_login(anna)
    client.post(f"/daily/{game}/play/")
    play_through(Seat.objects.get(player=anna))
    assert "Dein Ergebnis" in told(client, f"/daily/2026-11-26/{game}/")


def test_a_house_without_deals_says_so(settings: object) -> None:
    settings.DAILY_GAMES = ["none"]  # type: ignore[attr-defined]
    assert "kein Blatt des Tages" in told(Client(), "/daily/")
    assert 'href="/daily/"' not in told(Client(), "/")
