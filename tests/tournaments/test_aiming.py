"""A director aims a satellite's tickets on the desk; players read in the lobby where (PLAY-44)."""

import pytest
from django.contrib.auth.models import Permission

from accounts.joining.players import create_player
from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.tournaments.test_tickets import FINAL, SATELLITE, publish
from tournaments.desk.ordering import appoint_director
from tournaments.models import Tournament

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


@pytest.fixture
def boss() -> Player:
    player = create_player(name="Direktorin", password="rummy-evening")
    player.user_permissions.add(Permission.objects.get(codename="direct_tournament"))
    return Player.objects.get(pk=player.pk)


@pytest.fixture
def satellite() -> Tournament:
    return publish(SATELLITE)


def sent(player: Player, tournament: Tournament, aim: str) -> str:
    page = f"/tournaments/{tournament.pk}/desk/tickets/"
    return look(browser(player).post(page, {"aim": aim}, follow=True)).text


def test_it_is_aimed_on_the_desk_and_told_in_the_lobby(satellite: Tournament, boss: Player) -> None:
    final = publish(FINAL)
    Tournament.objects.filter(pk=final.pk).update(name="Grand Final")
    lobby = f"/tournaments/{satellite.pk}/"
    assert "any tournament that costs no more" in look(browser(boss).get(lobby)).text
    assert "Grand Final" in look(browser(boss).get(f"{lobby}desk/")).text
    sent(boss, satellite, f"tournament:{final.pk}")
    satellite.refresh_from_db()
    assert satellite.feeds == final
    told = " ".join(browser(boss).get(lobby).content.decode().split())
    assert f'Tickets admit to <a href="/tournaments/{final.pk}/">Grand Final</a>' in told
    sent(boss, satellite, "")
    satellite.refresh_from_db()
    assert satellite.feeds is None


def test_what_has_begun_or_is_the_satellite_itself_is_refused(
    satellite: Tournament, boss: Player
) -> None:
    begun = publish(FINAL)
    Tournament.objects.filter(pk=begun.pk).update(phase="running")
    for aim in (f"tournament:{begun.pk}", f"tournament:{satellite.pk}"):
        assert "still to begin" in sent(boss, satellite, aim)
    satellite.refresh_from_db()
    assert satellite.feeds is None


def test_where_they_admit_to_stays_chosen_after_that_tournament_has_begun(
    satellite: Tournament, boss: Player
) -> None:
    final = publish(FINAL)
    sent(boss, satellite, f"tournament:{final.pk}")
    Tournament.objects.filter(pk=final.pk).update(phase="running")
    desk = browser(boss).get(f"/tournaments/{satellite.pk}/desk/").content.decode()
    assert f'value="tournament:{final.pk}" selected' in desk


def test_only_directors_aim_and_only_tickets_are_aimed(satellite: Tournament, boss: Player) -> None:
    anna = create_player(name="Anna", password="rummy-evening")
    page = f"/tournaments/{satellite.pk}/desk/tickets/"
    assert browser(anna).post(page, {"aim": ""}).status_code == 403
    without = publish(FINAL)
    assert "not tickets" in sent(boss, without, "")
    assert (
        "desk/tickets/"
        not in browser(boss).get(f"/tournaments/{without.pk}/desk/").content.decode()
    )
    appoint_director(tournament_id=satellite.pk, player=anna, by=boss)
    assert browser(anna).post(page, {"aim": ""}).status_code == 302
