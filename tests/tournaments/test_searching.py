"""A player is found by a part of the name: in the standing, over the API, at the desk."""

import csv
import io
from copy import deepcopy
from typing import Any

import pytest

from accounts.joining.players import create_player
from accounts.models import Player
from tests.api.client import Caller
from tests.keeping import Keep
from tests.pages.browsers import browser, look
from tests.tournaments.club import people, published, started
from tournaments.director import Plan, Schedule
from tournaments.models import Entry, Tournament
from tournaments.selectors.standings import searched_for, standings

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PLAN = Plan(seats=3, schedule=Schedule(3, (2, 1), rounds=4))


@pytest.fixture(scope="module")
def kept_field(keep: Keep) -> Tournament:
    return keep(twenty_entries)


@pytest.fixture
def tournament(kept_field: Tournament) -> Tournament:
    return deepcopy(kept_field)


def twenty_entries() -> Tournament:
    """Twenty entries before the start, two and two with equal stacks."""
    named = [
        create_player(name=name, password="rummy-evening")
        for name in ("Anna", "Annabel", "Hanna", "Öttinger")
    ]
    found = published(PLAN, [*named, *people(16)], due=False)
    for entry in Entry.objects.filter(tournament=found):
        entry.stack_chips = 1_000 + 10 * (entry.number // 2)
        entry.save(update_fields=["stack_chips"])
    return found


def names(found: Any) -> list[str]:
    return [row.name for row in found.rows]


def test_any_part_of_a_name_finds_capitals_or_not(tournament: Tournament) -> None:
    assert set(names(standings(tournament, search="ANN"))) == {"Anna", "Annabel", "Hanna"}
    assert names(standings(tournament, search="öTT")) == ["Öttinger"]
    assert names(standings(tournament, search="%")) == []
    assert names(standings(tournament, search="_")) == []
    assert standings(tournament, search="nobody").pages == 1


def test_who_is_found_stands_at_the_place_among_all(tournament: Tournament) -> None:
    places = {row.name: row.place for row in standings(tournament, size=50).rows}
    for search in ("ann", "robot", "Ö"):
        found = standings(tournament, search=search)
        assert {row.name: row.place for row in found.rows} == {
            name: place for name, place in places.items() if search.lower() in name.lower()
        }
    assert standings(tournament, search="ann").entries == 20
    assert standings(tournament, search="ann").found == 3


def test_the_standing_is_taken_into_a_spreadsheet_page_by_page(tournament: Tournament) -> None:
    Player.objects.filter(username="Anna").update(username="=Anna")
    address: str | None = f"/tournaments/{tournament.pk}/standings/?format=csv&size=15"
    rows: list[dict[str, str]] = []
    while address:
        answer = Caller().get(address)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        rows += csv.DictReader(io.StringIO(answer.content.decode()))
        following = answer.get("Link", "").partition('>; rel="next"')[0]
        address = following.removeprefix("</api/v1") or None
    told = [(row["entry"], row["place"], row["stack_chips"]) for row in rows]
    assert told == [
        (str(row.entry), str(row.place), str(row.stack_chips))
        for row in standings(tournament, size=50).rows
    ]
    assert "'=Anna" in {row["name"] for row in rows}


def test_the_found_come_in_pages_of_their_own(tournament: Tournament) -> None:
    first = standings(tournament, search="robot", size=10)
    second = standings(tournament, search="robot", page=2, size=10)
    assert (first.pages, len(first.rows), len(second.rows)) == (2, 10, 6)
    assert len({row.entry for row in first.rows + second.rows}) == 16


def test_ranks_that_are_given_and_who_is_out_without_one_are_found_too(
    tournament: Tournament,
) -> None:
    Entry.objects.filter(player__username="Anna").update(status="out", rank=17)
    Entry.objects.filter(player__username="Hanna").update(status="out")
    found = {row.name: row.place for row in standings(tournament, search="anna").rows}
    assert (found["Anna"], found["Hanna"]) == (17, None)
    assert found["Annabel"] == 18, "the last of eighteen who are in"


def test_points_place_as_chips_do() -> None:
    tournament = started(Plan(format="swiss", seats=2, stages=2), 8)
    for entry in Entry.objects.filter(tournament=tournament):
        entry.points = entry.number // 3
        entry.save(update_fields=["points"])
    places = {row.name: row.place for row in standings(tournament).rows}
    found = standings(tournament, search="robot")
    assert {row.name: row.place for row in found.rows} == places


def test_the_page_searches_without_any_script(tournament: Tournament) -> None:
    path = f"/tournaments/{tournament.pk}/"
    (field,) = look(browser().get(path)).all("input", name="search")
    assert field["type"] == "search"
    page = look(browser().get(f"{path}?search=annab"))
    assert "1 player has “annab” in the name." in page.text
    assert "Annabel" in page.text
    assert "Hanna" not in page.text
    nobody = look(browser().get(f"{path}?search=xyz"))
    assert "0 players have “xyz” in the name." in nobody.text
    assert nobody.status == 200


def test_the_next_page_is_the_next_page_of_the_search(tournament: Tournament) -> None:
    bots = Player.objects.bulk_create(
        Player(username=f"Machine {number} & Co", is_bot=True, bot_key="greedy")
        for number in range(60)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, player=bot, stack_chips=900)
        for number, bot in enumerate(bots, 100)
    )
    page = look(browser().get(f"/tournaments/{tournament.pk}/?search=%26 co"))
    assert "Page 1 of 2" in page.text
    assert page.all("a", href="?page=2&search=%26%20co#standing")
    (live,) = [tag for tag in page.all("div") if tag.get("id") == "live"]
    assert str(live["data-url"]).endswith("&search=%26%20co")
    second = look(browser().get(f"/tournaments/{tournament.pk}/?page=2&search=%26%20co"))
    assert "Page 2 of 2" in second.text


def test_hostile_words_find_nobody_and_break_nothing(tournament: Tournament) -> None:
    client = browser()
    for words in ("%01", "%", "'", "<script>", "%F0%9F%98%80", "x" * 5_000, "%ff", "%20%20"):
        page = client.get(f"/tournaments/{tournament.pk}/?search={words}")
        assert page.status_code == 200
        assert 'value="<script>"' not in page.content.decode()
    assert searched_for(" a\x00b\u202e  ") == "ab"
    assert len(searched_for("x" * 500)) == 40


def test_the_api_searches_by_the_same_rules(tournament: Tournament) -> None:
    path = f"/tournaments/{tournament.pk}/standings/"
    answer = Caller().get(f"{path}?search=ANN").json()
    assert {row["name"] for row in answer["results"]} == {"Anna", "Annabel", "Hanna"}
    assert (answer["found"], answer["entries"], answer["pages"]) == (3, 20, 1)
    assert Caller().get(path).json()["found"] == 20
    refused = Caller().get(f"{path}?search={'x' * 41}")
    assert refused.status_code == 400
    assert Caller().get(f"{path}?search=%00").status_code == 400
    assert Caller().get(f"{path}?name=Anna").status_code == 400


def test_the_api_says_how_far_the_money_is() -> None:
    tournament = started(Plan(seats=3, buy_in_chips=50), 9)
    told = Caller().get(f"/tournaments/{tournament.pk}/").json()["to_the_money"]
    assert (told["places"], told["until_paid"], told["next_place"]) == (3, 6, 3)
    assert told["next_prize_chips"] == 90
    waiting = published(PLAN, people(2, first=60), due=False)
    assert Caller().get(f"/tournaments/{waiting.pk}/").json()["to_the_money"] is None


def test_the_desk_shows_the_tables_of_those_searched_for_and_who_is_out(boss: Player) -> None:
    tournament = started(PLAN, 12)
    seat = Entry.objects.get(tournament=tournament, player__username="Robot 7")
    Entry.objects.filter(tournament=tournament, player__username="Robot 11").update(
        status="out", table_number=None, seat=None, rank=12
    )
    path = f"/tournaments/{tournament.pk}/desk/"
    page = look(browser(boss).get(f"{path}?player=bot 7"))
    tables = [tag["data-table"] for tag in page.all("li") if "data-table" in tag]
    assert tables == [str(seat.table_number)]
    assert "1 player has “bot 7” in the name." in page.text
    (marked,) = [tag for tag in page.all("li") if tag.get("class") == "is-searched"]
    assert marked
    gone = look(browser(boss).get(f"{path}?player=robot 11"))
    assert "out, place 12" in gone.text
    nobody = look(browser(boss).get(f"{path}?player=xyz"))
    assert [tag for tag in nobody.all("li") if "data-table" in tag] == []
    assert len([tag for tag in look(browser(boss).get(path)).all("li") if "data-table" in tag]) == 4


def test_a_thousand_entries_are_searched_by_a_handful_of_queries(
    tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    bots = Player.objects.bulk_create(
        Player(username=f"Machine {number}", is_bot=True, bot_key="greedy")
        for number in range(1_000)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, player=bot, stack_chips=number % 90)
        for number, bot in enumerate(bots, 100)
    )
    with django_assert_max_num_queries(5):
        found = standings(tournament, search="machine 4")
    assert (found.found, found.pages) == (111, 3)


def test_who_has_withdrawn_is_not_found(tournament: Tournament) -> None:
    Entry.objects.filter(player__username="Anna").update(status="withdrawn")
    assert "Anna" not in names(standings(tournament, search="anna"))
