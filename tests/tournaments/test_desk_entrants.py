"""Entrants at the desk: who they are, adding and withdrawing them, and nobody pays unasked."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from accounts.books.reading import wallet_balance
from accounts.joining.players import create_bot, create_player
from accounts.models import Notice, Player
from accounts.notices.inbox import shown
from backoffice.models import StaffAct
from games.moves.errors import Conflict as NoTeam
from tests.pages.browsers import browser, look
from tests.tournaments import real_tables
from tests.tournaments.club import (
    fresh,
    people,
    play_to_the_end,
    published,
    require_no_faults,
    require_sound,
    started,
)
from tests.tournaments.real_tables import SWISS
from tests.tournaments.test_desk_orders import order, refused
from tests.tournaments.test_desk_pages import desk, send
from tournaments.director import EntryRules, Plan, Schedule
from tournaments.entries.asking import Wish, ask
from tournaments.models import Decision, DeskAct, Entry, Tournament
from web.refusals import Refused as Conflict

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

FREE = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))
DEAR = replace(FREE, buy_in_chips=50, fee_chips=5)


def somebody(name: str, *, has_been_here: bool = True) -> Player:
    player = create_player(name=name, password="rummy-evening")
    if has_been_here:
        player.last_login = timezone.now()
        player.save(update_fields=("last_login",))
    return player


def by_api(boss: Player, tournament: Tournament, **body: Any) -> Any:
    answer = browser(boss).post(
        f"/api/v1/tournaments/{tournament.pk}/orders/",
        {"remark": "signed up at the bar", **body},
        content_type="application/json",
        headers={"Idempotency-Key": f"k{DeskAct.objects.count()}"},
    )
    return answer.status_code, answer.json()


def entrants(boss: Player, tournament: Tournament, **query: Any) -> Any:
    answer = browser(boss).get(f"/api/v1/tournaments/{tournament.pk}/entries/", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_where_it_is_free_a_player_is_in_at_once_by_page_and_by_api(boss: Player) -> None:
    tournament = published(FREE, people(2), due=False)
    carla, dora = somebody("Carla"), somebody("Dora")
    client = browser(boss)
    form = look(client.get(desk(tournament, "order/enter/")))
    assert not form.all("input", name="team"), "only where teams play"
    assert send(client, desk(tournament, "order/enter/"), player="carla").status_code == 302
    status, told = by_api(boss, tournament, kind="enter", player="Dora")
    entry = Entry.objects.get(tournament=tournament, player=dora)
    assert (status, told["entry"], told["facts"]["name"]) == (201, entry.pk, "Dora")
    page = look(client.get(desk(tournament)))
    for words in ("Carla", "Dora", "free", "signed up at the bar"):
        assert words in page.text
    found = entrants(boss, tournament)
    assert [one["name"] for one in found["results"][:2]] == ["Dora", "Carla"]
    assert (found["entries"], found["results"][0]["paid_chips"]) == (4, 0)
    told = Notice.objects.get(player=carla)
    assert (told.kind, told.facts["order"]) == ("director_ordered", "enter")
    assert StaffAct.objects.filter(act="tournament_ordered", after__order="enter").count() == 2
    require_sound(play_to_the_end(_begun(boss, tournament)))


def _begun(boss: Player, tournament: Tournament) -> Tournament:
    order(tournament, boss, "start")
    return fresh(tournament)


def test_who_would_have_to_pay_is_invited_and_enters_with_one_tap(boss: Player) -> None:
    tournament = published(DEAR, people(2), due=False)
    carla = somebody("Carla")
    before = wallet_balance(carla)
    status, told = by_api(boss, tournament, kind="enter", player="Carla")
    assert (status, told["entry"], told["facts"]["invited"]) == (201, None, carla.pk)
    assert send(browser(boss), desk(tournament, "order/enter/"), player="Carla").status_code == 302
    assert wallet_balance(carla) == before
    assert not Entry.objects.filter(tournament=tournament, player=carla).exists()
    notice = Notice.objects.get(player=carla)
    assert (notice.kind, notice.facts["chips"]) == ("tournament_invited", 55)
    assert entrants(boss, tournament)["invited"] == ["Carla"]
    assert "Invited, and not entered yet: Carla" in look(browser(boss).get(desk(tournament))).text
    browser(carla).post(f"/tournaments/{tournament.pk}/enter/")
    assert wallet_balance(carla) == before - 55
    found = entrants(boss, tournament)
    assert found["invited"] == []
    assert (found["results"][0]["name"], found["results"][0]["paid_chips"]) == ("Carla", 55)


def test_an_account_that_nobody_has_used_yet_is_entered_and_pays(boss: Player) -> None:
    tournament = published(DEAR, [], due=False)
    fresh_one = somebody("Neuling", has_been_here=False)
    before = wallet_balance(fresh_one)
    order(tournament, boss, "enter", player="Neuling")
    assert wallet_balance(fresh_one) == before - 55
    require_no_faults()


def test_whoever_is_withdrawn_has_everything_back_and_hears_why(boss: Player) -> None:
    tournament = published(DEAR, [], due=False)
    carla, dora = somebody("Carla"), somebody("Dora")
    before = wallet_balance(carla)
    for player in (carla, dora):
        ask(tournament_id=tournament.pk, player=player, wish=Wish.ENTER)
    one, other = Entry.objects.filter(tournament=tournament).order_by("number")
    client, address = browser(boss), desk(tournament, "order/withdraw/")
    page = look(client.get(desk(tournament)))
    assert page.all("a", href=f"{address}?entry={one.pk}")
    assert send(client, address, entry=one.pk).status_code == 302
    status, _told = by_api(boss, tournament, kind="withdraw", entry=other.pk)
    assert status == 201
    assert wallet_balance(carla) == wallet_balance(dora) == before
    assert entrants(boss, tournament)["entries"] == 0
    assert not Entry.objects.entered().exists()
    codes = Decision.objects.filter(tournament=tournament, entry_id=one.pk).values_list("code")
    assert ("withdrawn_by_director",) in codes
    told = Notice.objects.get(player=carla)
    assert (told.facts["order"], told.facts["remark"]) == ("withdraw", "as announced")
    assert "what you paid for it is yours again" in shown(told).words
    require_no_faults()
    order(tournament, boss, "enter", player="Carla")
    assert wallet_balance(carla) == before, "only invited again"


def test_nobody_is_withdrawn_once_it_has_begun_and_nobody_added_once_it_is_closed(
    boss: Player,
) -> None:
    tournament = started(FREE, 3)
    somebody("Carla")
    entry = Entry.objects.filter(tournament=tournament).earliest("pk").pk
    assert refused(order, tournament, boss, "withdraw", entry=entry).code == (
        "tournament_has_started"
    )
    assert refused(order, tournament, boss, "enter", player="Carla").code == "entries_closed"
    page = look(browser(boss).get(desk(tournament)))
    for kind in ("enter", "withdraw"):
        assert not page.all("a", href=desk(tournament, f"order/{kind}/"))


def test_who_is_added_late_is_marked_as_late(boss: Player) -> None:
    plan = replace(FREE, entries=EntryRules(most=9, late_until_level=3))
    tournament = started(plan, 3)
    somebody("Carla")
    order(tournament, boss, "enter", player="Carla")
    first, second = entrants(boss, tournament, size=2)["results"]
    assert (first["name"], first["is_late"], second["is_late"]) == ("Carla", True, False)
    assert "late" in look(browser(boss).get(desk(tournament))).text


@pytest.mark.parametrize(
    ("name", "code"),
    [("Carla", "already_entered"), ("Nobody", "player_not_found"), ("R2", "bots_enter_otherwise")],
)
def test_what_stands_against_adding_somebody_is_said(boss: Player, name: str, code: str) -> None:
    tournament = published(FREE, [somebody("Carla")], due=False)
    create_bot(name="R2", bot_key="greedy")
    status, told = by_api(boss, tournament, kind="enter", player=name)
    assert (told["code"], status) == (code, 404 if code == "player_not_found" else 409)


def test_in_a_team_event_the_team_is_named(boss: Player) -> None:
    plan = replace(FREE, format="teams", seats=2, stages=1)
    tournament = published(plan, [], due=False)
    somebody("Carla")
    address = desk(tournament, "order/enter/")
    assert look(browser(boss).get(address)).all("input", name="team")
    for nobody_sees in ("", "\u3164", "\u2800 \u2800"):
        with pytest.raises(NoTeam, match="team_missing"):
            order(tournament, boss, "enter", player="Carla", team=nobody_sees)
    send(browser(boss), address, player="Carla", team="Die Asse")
    assert Entry.objects.get(tournament=tournament).team == "Die Asse"


def test_whoever_has_given_orders_is_not_entered_and_directors_do_not_enter_themselves(
    boss: Player,
) -> None:
    tournament = published(FREE, people(1), due=False)
    order(tournament, boss, "extend", number=5)
    other = create_player(name="Olga", password="rummy-evening")
    other.is_superuser = True
    other.save()
    for name in (boss.username, "Olga"):
        with pytest.raises(Conflict, match="conflict_of_interest"):
            order(tournament, other, "enter", player=name)
    assert Entry.objects.filter(tournament=tournament).count() == 1


def test_bots_are_let_in_from_the_desk_and_one_comes_back_to_it(boss: Player) -> None:
    tournament = published(replace(FREE, entries=EntryRules(most=40)), [], due=False)
    client = browser(boss)
    assert "Bots of the house" not in look(client.get(desk(tournament))).text, "not of the staff"
    boss.is_staff = True
    boss.save()
    (form,) = look(client.get(desk(tournament))).all(
        "form", action=f"/office/tournaments/{tournament.pk}/bots/"
    )
    answer = client.post(str(form["action"]), {"bots": "3", "back": "tournament-desk"})
    assert (answer.status_code, answer["Location"]) == (302, desk(tournament))
    assert Entry.objects.filter(tournament=tournament, player__is_bot=True).count() == 3
    page = look(client.get(desk(tournament)))
    assert "3 bots have entered. 37 places are left." in page.text
    (field,) = page.all("input", id="bots")
    assert field["max"] == "37"
    client.post(str(form["action"]), {"bots": "192", "back": "tournament-desk"})
    told = "The number of bots must lie between 1 and 64; you gave 192."
    assert told in look(client.get(desk(tournament))).text
    answer = client.post(str(form["action"]), {"bots": "1", "back": "https://elsewhere.example/"})
    assert answer["Location"] == f"/office/tournaments/{tournament.pk}/chips/"


def test_at_real_tables_no_bots_are_offered(boss: Player) -> None:
    boss.is_staff = True
    boss.save()
    tournament = real_tables.published(SWISS, [])
    client = browser(boss)
    page = look(client.get(desk(tournament)))
    assert "Nobody has entered yet; at least 2 are needed." in page.text
    for one in (page, look(client.get(f"/office/tournaments/{tournament.pk}/chips/"))):
        assert "Bots of the house" not in one.text


def test_long_lists_have_pages_and_a_search(boss: Player) -> None:
    tournament = published(FREE, people(14), due=False)
    assert len(entrants(boss, tournament, size=5)["results"]) == 5
    last = entrants(boss, tournament, size=5, page=3)
    assert (last["pages"], [one["number"] for one in last["results"]]) == (3, [4, 3, 2, 1])
    assert entrants(boss, tournament, search="robot 13")["entries"] == 1
    page = look(browser(boss).get(desk(tournament)))
    assert "Robot 13" in page.text
    assert "Robot 1 " not in page.text, "the desk shows those that came last"
    everybody = look(browser(boss).get(desk(tournament, "entrants/?player=robot")))
    assert "Robot 0" in everybody.text
    assert browser(people(1, first=90)[0]).get(desk(tournament, "entrants/")).status_code == 403


def test_a_stranger_learns_nothing_of_who_has_entered(boss: Player) -> None:
    tournament = published(FREE, people(1), due=False)
    path = f"/api/v1/tournaments/{tournament.pk}/entries/"
    assert browser(somebody("Carla")).get(path).status_code == 403
    assert browser(boss).get(path).status_code == 200
