"""A club's own standing: its organisers keep it, its members read it, to others there is none."""

from typing import Any

import pytest
from django.test import Client

from accounts.clubs.joining import remove_member
from accounts.models import Club, Player
from accounts.programs.scopes import SCOPES
from games.moves.errors import NotAllowed, NotFound
from tests.api.client import Caller
from tests.clubs.conftest import belongs
from tests.pages.browsers import browser, look
from tests.tournaments.club import play_to_the_end, published
from tournaments.director import Plan, Refused
from tournaments.models import Series, Tournament
from tournaments.series.keeping import SeriesWishes, add_to_series, close_series, open_series
from tournaments.series.reading import series_list, series_standing
from tournaments.series.rules import SeriesRules

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

WISHES = SeriesWishes("Thursdays", "", SeriesRules())


@pytest.fixture
def series(club: Club, anna: Player, bert: Player) -> Series:
    belongs(club, bert)
    return open_series(wishes=WISHES, by=anna, club_id=club.pk)


def thursday(club: Club, *players: Player) -> Tournament:
    played = play_to_the_end(published(Plan(seats=2, stack_chips=100), list(players)))
    Tournament.objects.filter(pk=played.pk).update(club=club)
    played.club = club
    return played


def test_an_organiser_who_plays_along_keeps_it(
    series: Series, club: Club, anna: Player, bert: Player
) -> None:
    evening = thursday(club, anna, bert)
    add_to_series(series_id=series.pk, tournament_id=evening.pk, weight=1, by=anna)
    assert [line.points for line in series_standing(series).lines] == [25, 18]
    close_series(series_id=series.pk, by=anna)
    assert bert.notices.filter(kind="series_ended").count() == 1


def test_members_read_it_and_keep_nothing(series: Series, bert: Player) -> None:
    assert browser(bert).get(f"/tournaments/series/{series.pk}/").status_code == 200
    assert list(series_list(bert)) == [series]
    assert browser(bert).get(f"/tournaments/plan/series/{series.pk}/").status_code == 403
    with pytest.raises(NotAllowed):
        open_series(wishes=WISHES, by=bert, club_id=series.club_id)
    with pytest.raises(NotAllowed):
        close_series(series_id=series.pk, by=bert)


@pytest.mark.parametrize("path", ["", "standing/", "certificate/"])
def test_to_others_there_is_no_such_series(series: Series, stranger: Player, path: str) -> None:
    caller = Caller(stranger, tuple(SCOPES))
    told = caller.get(f"/series/{series.pk}/{path}")
    unknown = caller.get(f"/series/{10**9}/{path}")
    assert (told.status_code, told.json()["code"]) == (404, "series_not_found")
    assert told.json()["code"] == unknown.json()["code"]
    assert caller.get("/series/").json()["results"] == []
    for number in (series.pk, 10**9):
        address = f"/tournaments/series/{number}/"
        assert browser(stranger).get(address).status_code == 404
        assert Client().get(address)["Location"] == f"/accounts/login/?next={address}"
    for reader in (browser(stranger), Client()):
        assert "Thursdays" not in look(reader.get("/tournaments/series/")).text


def test_organisers_of_other_clubs_and_planners_of_the_house_know_nothing_of_it(
    series: Series, stranger: Player
) -> None:
    from django.contrib.auth.models import Permission

    stranger.user_permissions.add(Permission.objects.get(codename="plan_tournament"))
    planner = Player.objects.get(pk=stranger.pk)
    with pytest.raises(NotFound):
        close_series(series_id=series.pk, by=planner)
    told = Caller(planner, tuple(SCOPES)).post(f"/series/{series.pk}/close/")
    assert (told.status_code, told.json()["code"]) == (404, "series_not_found")


def test_it_counts_the_clubs_own_tournaments_only(
    series: Series, club: Club, anna: Player, bert: Player
) -> None:
    public = play_to_the_end(published(Plan(seats=2, stack_chips=100), [anna, bert]))
    own = thursday(club, anna, bert)
    anna.is_superuser = True
    anna.save()
    of_the_house = open_series(wishes=WISHES, by=anna)
    for number, event in ((series.pk, public), (of_the_house.pk, own)):
        with pytest.raises(Refused, match="series_of_others"):
            add_to_series(series_id=number, tournament_id=event.pk, weight=1, by=anna)


def test_it_is_opened_from_the_clubs_page(club: Club, anna: Player, stranger: Player) -> None:
    page = look(browser(anna).get(f"/clubs/{club.pk}/"))
    (way,) = page.all("a", **{"data-action": "open-series"})
    form: dict[str, Any] = {"name": "Winter", "points": "field", "per_place": "", "tie_1": "best"}
    answer = browser(anna).post(way["href"] or "", form)
    series = Series.objects.get()
    assert answer["location"] == f"/tournaments/plan/series/{series.pk}/"
    assert series.club_id == club.pk
    assert "Winter" in look(browser(anna).get(f"/clubs/{club.pk}/")).text
    assert browser(stranger).post(way["href"] or "", form).status_code == 403
    assert Series.objects.count() == 1


def test_who_was_removed_sees_their_evening_through_and_nothing_of_the_series(
    series: Series, club: Club, anna: Player, bert: Player
) -> None:
    evening = thursday(club, anna, bert)
    add_to_series(series_id=series.pk, tournament_id=evening.pk, weight=1, by=anna)
    path = f"/tournaments/{evening.pk}/"
    assert Caller(bert).get(path).json()["series"] == [series.pk]
    remove_member(club_id=club.pk, player=bert, actor=anna, keep_out=True)
    assert Caller(bert).get(path).json()["series"] == []
    assert "Thursdays" not in look(browser(bert).get(path)).text
    close_series(series_id=series.pk, by=anna)
    assert [one.notices.filter(kind="series_ended").count() for one in (anna, bert)] == [1, 0]
