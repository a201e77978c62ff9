"""Team events: names that look the same are one team, whose place the prize and the series are."""

from typing import Any

import pytest
from django.db import transaction

from accounts.books.reading import wallet_balance
from accounts.models import Notice, Player
from accounts.notices.inbox import shown
from games.moves.errors import Conflict
from tests.api.client import Caller
from tests.pages.browsers import browser, look
from tests.tournaments.club import (
    fresh,
    its_hour_has_come,
    people,
    playing,
    published,
    report,
    require_no_faults,
)
from tests.tournaments.test_desk_orders import order, take_back
from tournaments.certificates import certificate_of
from tournaments.director import Plan, PrizeForm, PrizePlan, Refused
from tournaments.entries.asking import Wish, ask
from tournaments.entries.entering import enter_tournament, withdraw
from tournaments.entries.teams import name_team
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
        enter_tournament(tournament_id=tournament.pk, player=player, team=team, by_name=True)
    return fresh(tournament)


def of(tournament: Tournament, player: Player) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "player": player}


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("team", flat=True))


def test_names_that_look_the_same_are_one_team_as_the_first_spelled_it() -> None:
    tournament = entered("Club Süd", "CLUB SÜD", " Club  Süd ", "Club Su\u0308d", "Club Nord")
    assert names(tournament) == ["Club Süd"] * 4 + ["Club Nord"]
    assert tournament.field["teams"] == 2


def test_signs_and_pictures_tell_teams_apart() -> None:
    called = ["C", "C#", "C++", "Wien 🐺", "Wien 🦊", "Rot Weiß", "Rotweiß"]
    assert names(entered(*called, "wien 🐺\ufe0f")) == [*called, "Wien 🐺"]


def captain_of(tournament: Tournament, team: str) -> Entry:
    return tournament.entries.entered().exclude(team_code="").get(team=team)


def refused(code: str, act: Any, **asked: Any) -> None:
    with pytest.raises((Conflict, Refused), match=code), transaction.atomic():
        act(**asked)


def test_who_founds_a_team_hands_its_code_out_and_nobody_joins_by_its_name(
    anna: Player, bert: Player
) -> None:
    tournament = entered()
    refused("team_code_unknown", enter_tournament, **of(tournament, bert), team="123456")
    ask(wish=Wish.ENTER, team="Die Asse", **of(tournament, anna))
    code = captain_of(tournament, "Die Asse").team_code
    for name in ("Die Asse", "die asse"):
        refused("team_known", ask, wish=Wish.ENTER, team=name, **of(tournament, bert))
    ask(wish=Wish.ENTER, team=f"{code[:3]} {code[3:]}", **of(tournament, bert))
    assert names(tournament) == ["Die Asse", "Die Asse"]
    assert captain_of(tournament, "Die Asse").player == anna


def test_a_captain_who_goes_passes_the_team_on(anna: Player, bert: Player) -> None:
    tournament = entered()
    enter_tournament(team="Die Asse", **of(tournament, anna))
    code = captain_of(tournament, "Die Asse").team_code
    enter_tournament(team=code, **of(tournament, bert))
    withdraw(**of(tournament, anna))
    assert captain_of(tournament, "Die Asse").player == bert
    assert captain_of(tournament, "Die Asse").team_code == code
    enter_tournament(team=code, **of(tournament, anna))
    name_team(team="Nord", **of(tournament, bert))
    assert captain_of(tournament, "Nord").player == bert
    name_team(team="West", **of(tournament, anna))
    name_team(team=code, **of(tournament, anna))
    assert names(tournament)[1:] == ["Nord", "Nord"]
    assert fresh(tournament).field["teams"] == 1
    name_team(team="Süd", **of(tournament, anna))
    name_team(team=captain_of(tournament, "Süd").team_code, **of(tournament, bert))
    assert captain_of(tournament, "Süd").player == anna
    assert fresh(tournament).field["teams"] == 1


def test_a_captain_removes_a_member_who_has_everything_back_and_is_told(
    anna: Player, bert: Player
) -> None:
    tournament, (carla,) = entered(), people(1)
    enter_tournament(team="Die Asse", **of(tournament, anna))
    code = captain_of(tournament, "Die Asse").team_code
    before = wallet_balance(bert)
    for player in (bert, carla):
        enter_tournament(team=code, **of(tournament, player))
    assert wallet_balance(bert) == before - 10
    page, path = (
        f"/tournaments/{tournament.pk}/team/",
        f"/tournaments/{tournament.pk}/team/remove/",
    )
    button = f"{page}{bert.pk}/remove/"
    assert button not in look(browser(carla).get(page)).html
    html = look(browser(anna).get(page)).html
    assert button in html
    assert f"{page}{anna.pk}/remove/" not in html
    told = Caller(carla).post(path, {"player": bert.pk}).json()
    assert (told["code"], told["detail"]) == (
        "captains_only",
        "Only the captain of “Die Asse” may remove somebody from it.",
    )
    for nobody in (anna.pk, 10**9):
        told = Caller(anna).post(path, {"player": nobody}).json()
        assert told["detail"] == "“Die Asse” has 3 members, and this is none of the others."
    browser(anna).post(button)
    assert wallet_balance(bert) == before
    out = tournament.entries.get(player=bert)
    assert (out.status, fresh(tournament).field["entries"]) == ("withdrawn", 2)
    heard = shown(Notice.objects.get(player=bert, kind="removed_from_team"))
    assert (
        "“Die Asse” has removed you from the team; chips that came back to you: 10." in heard.words
    )
    assert (
        "Removed from “Die Asse”" in look(browser(bert).get(f"/tournaments/{tournament.pk}/")).text
    )
    assert tournament.decisions.filter(code="removed_from_team", entry_id=out.pk).count() == 1
    # The old code would have let them in again.
    refused("team_code_unknown", enter_tournament, **of(tournament, bert), team=code)
    new = captain_of(tournament, "Die Asse")
    assert (new.player, new.team_code != code) == (anna, True)
    assert Caller(anna).post(path, {"player": carla.pk}).status_code == 200
    told = Caller(anna).post(path, {"player": carla.pk}).json()
    assert told["detail"] == "“Die Asse” has 1 member, you: there is nobody to remove."
    require_no_faults()


def test_nobody_is_removed_once_it_has_begun(anna: Player, bert: Player) -> None:
    tournament = entered("Nord", "Nord")
    enter_tournament(team="Die Asse", **of(tournament, anna))
    enter_tournament(team=captain_of(tournament, "Die Asse").team_code, **of(tournament, bert))
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    path = f"/tournaments/{tournament.pk}/team/remove/"
    told = Caller(anna).post(path, {"player": bert.pk}).json()
    assert told["code"] == "tournament_has_started"


def test_a_captain_spells_the_team_anew_until_the_start(anna: Player, bert: Player) -> None:
    tournament = entered("Club Nord")
    enter_tournament(team="Die Ase", **of(tournament, anna))
    enter_tournament(team=captain_of(tournament, "Die Ase").team_code, **of(tournament, bert))
    refused("team_known", name_team, team="CLUB NORD", **of(tournament, anna))
    name_team(team="Die Asse", **of(tournament, anna))
    assert names(tournament) == ["Club Nord", "Die Asse", "Die Asse"]
    assert tournament.decisions.filter(code="team_named").count() == 1
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    refused("tournament_has_started", name_team, team="Zu spät", **of(tournament, anna))


def test_the_desk_spells_a_team_anew_and_back(boss: Player, anna: Player) -> None:
    tournament = entered("Club Nord")
    enter_tournament(team="Die Ase", **of(tournament, anna))
    entry = tournament.entries.get(player=anna).pk
    page = look(browser(boss).get(f"/tournaments/{tournament.pk}/desk/order/name_team/"))
    assert page.all("input", name="team")
    act = order(tournament, boss, "name_team", entry=entry, team="Die Asse")
    assert names(tournament) == ["Club Nord", "Die Asse"]
    refused(
        "team_known",
        order,
        tournament=tournament,
        by=boss,
        kind="name_team",
        entry=entry,
        team="club nord",
    )
    take_back(act, boss)
    assert names(tournament) == ["Club Nord", "Die Ase"]


def test_a_team_led_by_a_bot_is_open_and_the_first_person_leads_it(anna: Player) -> None:
    tournament = entered("Team Robo", "Team Robo")
    ask(wish=Wish.ENTER, team="team robo", **of(tournament, anna))
    assert captain_of(tournament, "Team Robo").player == anna


def test_only_the_captain_reads_the_code_on_a_page_and_over_the_api(
    anna: Player, bert: Player
) -> None:
    tournament = entered()
    enter_tournament(team="Die Asse", **of(tournament, anna))
    code = captain_of(tournament, "Die Asse").team_code
    address = f"/tournaments/{tournament.pk}/team/"
    to_enter = f"/tournaments/{tournament.pk}/enter/?team={code}"
    assert browser(bert).get(address + f"?team={code}")["Location"] == to_enter
    form = look(browser(bert).get(to_enter))
    assert form.all("input", name="team")[0]["value"] == code
    browser(bert).post(to_enter, {"team": code})
    assert code in look(browser(anna).get(address)).text
    assert code not in look(browser(bert).get(address)).text
    me = f"/tournaments/{tournament.pk}/me/"
    assert Caller(anna).get(me).json()["team_code"] == code
    told = Caller(bert).get(me).json()
    assert (told["team"], told["team_code"]) == ("Die Asse", "")
    answer = Caller(bert).post(f"/tournaments/{tournament.pk}/team/", {"team": "Nord"})
    assert (answer.status_code, answer.json()["me"]["team"]) == (200, "Nord")
    answer = Caller(bert).post(f"/tournaments/{tournament.pk}/team/", {"team": "000 000"})
    assert (answer.status_code, answer.json()["code"]) == (422, "team_code_unknown")


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
