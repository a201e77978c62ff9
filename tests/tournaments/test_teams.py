"""Team events: names that look the same are one team, whose place the prize and the series are."""

from typing import Any

import pytest

from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.tournaments.club import fresh, its_hour_has_come, people, playing, published, report
from tournaments.certificates import certificate_of
from tournaments.director import Plan, PrizeForm, PrizePlan
from tournaments.entries.asking import Wish, ask, join_team
from tournaments.entries.entering import enter_tournament, withdraw
from tournaments.models import Entry, Tournament
from tournaments.running.directing import look_after
from tournaments.series.rules import SeriesRules
from tournaments.series.standing import Event, standing_of

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]
PLAN = Plan(
    format="teams",
    seats=2,
    stages=2,
    buy_in_chips=10,
    prizes=PrizePlan(PrizeForm.TOP, places=2),
)


def entered(*teams: str, plan: Plan = PLAN) -> Tournament:
    tournament = published(plan, [], due=False)
    for player, team in zip(people(len(teams)), teams, strict=True):
        enter_tournament(tournament_id=tournament.pk, player=player, team=team)
    return fresh(tournament)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("team", flat=True))


def test_names_that_look_the_same_are_one_team_as_the_first_spelled_it() -> None:
    tournament = entered("Club Süd", "CLUB SÜD", " Club  Süd ", "Club Su\u0308d", "Club Nord")
    assert names(tournament) == ["Club Süd"] * 4 + ["Club Nord"]
    assert tournament.field["teams"] == 2


def test_signs_and_pictures_tell_teams_apart() -> None:
    called = ["C", "C#", "C++", "Wien 🐺", "Wien 🦊", "Rot Weiß", "Rotweiß"]
    assert names(entered(*called, "wien 🐺\ufe0f")) == [*called, "Wien 🐺"]


def test_every_way_into_a_team_spells_it_alike(anna: Player) -> None:
    tournament = entered("Club Süd", "Club Nord")
    asked: Any = {"tournament_id": tournament.pk, "player": anna}
    ask(wish=Wish.ENTER, team="club nord", **asked)
    assert names(tournament)[-1] == "Club Nord"
    join_team(team="CLUB SÜD", **asked)
    assert names(tournament)[-1] == "Club Süd"
    join_team(team="Club West", **asked)
    assert fresh(tournament).field["teams"] == 3
    withdraw(**asked)
    assert fresh(tournament).field["teams"] == 2


def test_the_prize_promised_for_a_place_is_paid_to_the_team_at_that_place(anna: Player) -> None:
    tournament = entered("Reds", "Blues", "Reds", "Blues")
    page = look(browser(anna).get(f"/tournaments/{tournament.pk}/", HTTP_ACCEPT_LANGUAGE="en"))
    assert "The prize of a place goes to the team at that place" in page.text
    promised = [25, 15]
    its_hour_has_come(tournament)
    reds = set(Entry.objects.filter(team="Reds").values_list("pk", flat=True))
    for _ in range(2):
        look_after(tournament_id=tournament.pk)
        for table in playing(fresh(tournament)):
            report(tournament, table, *(50 if entry in reds else 10 for entry in table.dealt))
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    told = list(tournament.entries.order_by("number").values_list("team", "rank", "won_chips"))
    assert told == [("Reds", 1, 13), ("Blues", 2, 8), ("Reds", 1, 12), ("Blues", 2, 7)]
    assert promised == [13 + 12, 8 + 7]
    last = certificate_of(Entry.objects.get(team="Blues", number=4))
    assert last is not None
    assert last.lines()[0] == "Place 2 of 2"


def test_who_plays_for_themselves_is_told_so_in_words() -> None:
    tournament = entered("Reds", "Blues", "")
    its_hour_has_come(tournament)
    for _ in range(2):
        look_after(tournament_id=tournament.pk)
        for table in playing(fresh(tournament)):
            report(tournament, table, 50, 10)
    look_after(tournament_id=tournament.pk)
    told = tournament.decisions.filter(kind="Rank").values_list("code", "facts")
    assert sorted(code for code, _ in told) == ["rank_of_team", "rank_of_team", "rank_without_team"]
    assert not any("#" in str(facts) for _, facts in told)


def test_in_a_series_a_team_has_its_place_and_one_place_is_one_team() -> None:
    evening = Event(1, 1, {1: 1, 2: 1, 3: 2, 4: 2}, teams={1: "A", 2: "A", 3: "B", 4: "B"})
    lines = standing_of(SeriesRules(per_place=(9, 5, 1)), [evening])
    assert [(line.player, line.results[0].place, line.points) for line in lines] == [
        (1, 1, 9),
        (2, 1, 9),
        (3, 2, 5),
        (4, 2, 5),
    ]
