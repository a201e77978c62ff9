"""League, profile and premium on pages and over the API."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from accounts.audit import Fault
from accounts.career.audit import careers, league
from accounts.career.models import Career, SeasonStanding
from accounts.career.seasons import close_due_season, running_season
from accounts.joining.players import create_guest
from accounts.models import MatchRecord, Player, Season
from accounts.premium.giving import grant_premium, issue_ticket
from games.running.results import book_due_results
from tests.api.client import Caller
from tests.league.tables import member, played
from tests.pages.browsers import browser, look

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
NOW = timezone.now()


@pytest.fixture
def anna() -> Player:
    return member("Anna")


@pytest.fixture
def bert() -> Player:
    return member("Bert")


@pytest.fixture
def booked(anna: Player, bert: Player) -> MatchRecord:
    """One match between them, counted; Anna's record of it."""
    played([anna, bert], rounds=2)
    book_due_results(most=10)
    return MatchRecord.objects.get(player=anna)


def crowd(season: Season, size: int) -> list[Player]:
    """Members of the entry division, each with ten points less than the one before."""
    people = [Player(username=f"Member{number:03}") for number in range(size)]
    Player.objects.bulk_create(people)
    SeasonStanding.objects.bulk_create(
        SeasonStanding(season=season, player=one, points=10 * (size - at), matches=1)
        for at, one in enumerate(people)
    )
    return people


def test_the_profile_shows_level_rating_league_and_history(
    anna: Player, booked: MatchRecord
) -> None:
    page = look(browser(anna).get("/profile/"))
    career = Career.objects.get(player=anna)
    assert f"{career.experience} of " in page.text
    assert "1 rated match · provisional" in page.text
    assert "Entry division" in page.text
    assert f"{booked.league_points} league points" in page.text
    assert "against Bert" in page.text
    assert "First cards" in page.text
    (bar,) = page.all("progress", **{"class": "level-bar"})
    assert 0 < int(bar["value"] or 0) < 1000


def test_the_rating_is_marked_until_it_is_settled(anna: Player, booked: MatchRecord) -> None:
    assert look(browser(anna).get("/profile/")).all("span", **{"class": "provisional"})
    Career.objects.filter(player=anna).update(sigma=2.0, mu=29.0)
    page = look(browser(anna).get("/profile/"))
    assert not page.all("span", **{"class": "provisional"})
    assert "1600" in page.text


def test_others_see_the_career_and_not_the_history(
    anna: Player, bert: Player, booked: MatchRecord
) -> None:
    page = look(browser(bert).get(f"/players/{anna.pk}/"))
    assert "Achievements" in page.text
    assert "Finished matches" not in page.text
    assert browser(anna).get(f"/players/{anna.pk}/")["location"] == "/profile/"
    assert browser().get("/players/999999/").status_code == 404


def test_a_guest_reads_what_guests_collect() -> None:
    page = look(browser(create_guest()).get("/profile/"))
    assert "Guests are not rated." in page.text
    assert "Keep this account" in page.text


def test_the_curve_shows_the_rating_over_the_matches(anna: Player, bert: Player) -> None:
    for _ in range(3):
        played([anna, bert])
        book_due_results(most=10)
    page = look(browser(anna).get("/profile/"))
    (line,) = page.all("polyline")
    assert len((line["points"] or "").split()) == 3


def test_history_goes_on_page_by_page(anna: Player, bert: Player) -> None:
    for number in range(23):
        MatchRecord.objects.create(
            player=anna,
            match=f"table:{number + 1}",
            game="gin_palast",
            opponents=[bert.pk],
            place=1,
            won=True,
            training=False,
            at=NOW - dt.timedelta(minutes=number),
        )
    first = look(browser(anna).get("/profile/"))
    assert "/tables/1/" in first.html
    assert "/tables/21/" not in first.html
    (older,) = [tag["href"] for tag in first.all("a") if (tag["href"] or "").startswith("?before=")]
    second = look(browser(anna).get(f"/profile/{older}"))
    assert "/tables/21/" in second.html
    assert "/tables/20/" not in second.html
    assert "/tables/23/" in second.html


@pytest.mark.parametrize("before", ["", "-1", "x", "9" * 30, "١", "9" * 16])
def test_a_wrong_cursor_is_no_error(before: str, anna: Player) -> None:
    assert browser(anna).get("/profile/", {"before": before}).status_code == 200


def test_statistics_are_a_right(anna: Player, booked: MatchRecord, settings: Any) -> None:
    settings.PREMIUM_RIGHTS = ["statistics"]
    assert "for premium members" in look(browser(anna).get("/profile/")).text
    refused = Caller(anna).get("/me/statistics/")
    assert (refused.status_code, refused.json()["code"]) == (403, "premium_required")
    grant_premium(player=anna, days=1, key="gift")
    assert "By opponent" in look(browser(anna).get("/profile/")).text
    won = int(booked.won)
    assert Caller(anna).get("/me/statistics/").json() == {
        "games": [{"name": "gin_palast", "matches": 1, "won": won}],
        "opponents": [{"name": "Bert", "matches": 1, "won": won}],
    }


def test_the_league_shows_ones_own_row_wherever_it_stands() -> None:
    people = crowd(running_season(), 60)
    last = browser(people[-1])
    page = look(last.get("/league/"))
    (own,) = page.all("tr", **{"aria-current": "true"})
    assert "own-row" in (own["class"] or "")
    assert "Member059" in page.text
    assert "Member054" not in page.text
    assert "Member049" in page.text
    answer = Caller(people[-1]).get("/league/").json()
    assert answer["members"] == 60
    assert [row["place"] for row in answer["results"]] == [*range(1, 51), 60]
    assert answer["results"][-1]["is_own"]


def test_the_league_shows_what_the_end_of_the_season_would_bring() -> None:
    crowd(running_season(), 9)
    moves = [row["move"] for row in Caller().get("/league/").json()["results"]]
    assert moves == ["promoted"] * 3 + ["stays"] * 6


def test_a_closed_season_can_be_looked_at() -> None:
    season = running_season()
    people = crowd(season, 9)
    Season.objects.update(starts_at=NOW - dt.timedelta(days=30), ends_at=NOW)
    close_due_season(now=NOW)
    answer = Caller(people[0]).get("/league/?season=1").json()
    assert answer["closed_at"]
    assert [row["move"] for row in answer["results"]][:4] == ["promoted"] * 3 + ["stays"]
    assert Caller(people[0]).get("/league/").json()["division"] == 3
    page = look(browser(people[0]).get("/league/?season=1&division=4"))
    assert "ended on" in page.text
    assert page.all("a", href="?season=2&division=4")


@pytest.mark.parametrize("query", ["season=99", "division=9", "division=5&season=1"])
def test_what_there_is_not_is_a_wrong_address(query: str) -> None:
    running_season()
    assert browser().get(f"/league/?{query}").status_code == 404


@pytest.mark.drawn(2)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", ["/league/", "/profile/", "/premium/"])
def test_each_page_has_one_heading_and_none_of_its_own_script(
    path: str, language: str, anna: Player, booked: MatchRecord
) -> None:
    page = look(browser(anna, language=language).get(path))
    assert page.status == 200
    assert len(page.all("h1")) == 1
    assert [tag["lang"] for tag in page.all("html")] == [language]
    assert page.all("style") == []
    assert [name for _, tag in page.tags for name in tag if name == "style"] == []


def test_a_ticket_is_redeemed_on_the_page(anna: Player) -> None:
    ticket = issue_ticket(days=7)
    client = browser(anna)
    wrong = look(client.post("/premium/redeem/", {"code": "nothing"}, follow=True))
    assert "There is no ticket with this code." in wrong.text
    right = look(client.post("/premium/redeem/", {"code": ticket.code}, follow=True))
    assert "You are a premium member until" in right.text
    again = Caller(anna).post("/me/premium/", {"code": ticket.code})
    assert again.status_code == 200
    assert again.json()["until"]


def test_guessing_codes_is_slow(anna: Player) -> None:
    caller = Caller(anna)
    answers = [caller.post("/me/premium/", {"code": f"GUESS{n}"}).status_code for n in range(21)]
    assert answers == [404] * 20 + [429]


def test_the_api_tells_a_career(anna: Player, bert: Player, booked: MatchRecord) -> None:
    own = Caller(anna).get("/me/career/").json()
    assert own["player"]["name"] == "Anna"
    assert own["rounds"] == 2
    assert own["standing"]["points"] == booked.league_points
    assert own == Caller(bert).get(f"/players/{anna.pk}/career/").json()
    (line,) = Caller(anna).get("/me/matches/").json()["results"]
    assert line["match"] == booked.match
    assert (line["league_points"], line["rating_change"]) == (
        booked.league_points,
        booked.rating_change,
    )
    assert line["rating"] == own["rating"]


def test_the_audit_finds_what_was_counted_wrongly(anna: Player, booked: MatchRecord) -> None:
    SeasonStanding.objects.filter(player=anna).update(points=9999)
    Career.objects.filter(player=anna).update(experience=1)
    codes = [
        found.code for check in (careers, league) for found in check() if isinstance(found, Fault)
    ]
    assert codes == ["career_differs_from_its_matches", "standing_differs_from_its_matches"]
