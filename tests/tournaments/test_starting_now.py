"""Started by the director before its hour, never with too few (PLAY-40, PLAY-46)."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.tournaments.club import fresh, people, play_to_the_end, published, require_sound
from tests.tournaments.test_desk_orders import order, refused
from tournaments.director import EntryRules, Plan, Schedule
from tournaments.entries.entering import enter_tournament
from tournaments.models import Decision, Tournament
from tournaments.planner.publishing import open_tournament
from tournaments.running.directing import look_after
from tournaments.selectors import listing

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))


def start(tournament: Tournament, boss: Player, **asked: Any) -> Tournament:
    order(tournament, boss, "start", **asked)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


@pytest.mark.parametrize(
    "plan",
    [
        PLAN,
        replace(PLAN, entries=EntryRules(most=9, starts_when_full=True)),
        replace(PLAN, format="swiss", stages=2, seats=2),
        replace(PLAN, format="knockout", seats=2),
    ],
    ids=["at an hour", "when full", "swiss", "knockout"],
)
def test_it_does_not_wait_for_its_hour_or_for_more(boss: Player, plan: Plan) -> None:
    tournament = published(plan, people(4), due=False)
    assert look_after(tournament_id=tournament.pk) == 0, "nothing is due yet"
    tournament = start(tournament, boss)
    assert tournament.phase == "running"
    codes = set(Decision.objects.filter(tournament=tournament).values_list("code", flat=True))
    assert {"start_ordered", "started_by_director"} <= codes
    assert not codes & {"started_on_time", "started_when_full"}
    require_sound(play_to_the_end(tournament))


@pytest.mark.parametrize(("days", "listed"), [(1, True), (30, False)])
def test_full_before_its_hour_it_is_in_the_calendar_when_it_begins(days: int, listed: bool) -> None:
    plan = replace(PLAN, entries=EntryRules(most=3, starts_when_full=True))
    planned = timezone.now() + dt.timedelta(days=days)
    tournament = open_tournament(name="Full", plan=plan, starts_at=planned, is_trial=True)
    for player in people(3):
        enter_tournament(tournament_id=tournament.pk, player=player)
    look_after(tournament_id=tournament.pk)
    now = timezone.now()
    assert fresh(tournament).phase == "running"
    begun = listing.starting_between(now - dt.timedelta(minutes=5), now, None)
    assert [row.id for row in begun] == [tournament.pk] * listed
    assert listing.starting_between(now, planned + dt.timedelta(days=1), None) == []


def test_with_too_few_it_says_how_many_are_needed(boss: Player) -> None:
    plan = replace(PLAN, entries=EntryRules(least=3))
    tournament = published(plan, people(2), due=False)
    few = refused(order, tournament, boss, "start")
    assert (few.code, few.facts) == ("too_few_to_start", {"entries": 2, "least": 3})
    assert fresh(tournament).phase == "entering"


def test_with_too_few_it_is_not_offered_and_the_desk_says_why(boss: Player) -> None:
    plan = replace(PLAN, entries=EntryRules(least=3))
    tournament = published(plan, people(2), due=False)
    client, path = browser(boss), f"/tournaments/{tournament.pk}/desk/"
    page = look(client.get(path))
    assert not page.all("a", href=f"{path}order/start/")
    assert "It cannot start yet. Only 2 have entered; at least 3 are needed." in page.text
    enter_tournament(tournament_id=tournament.pk, player=people(1, first=7)[0])
    page = look(client.get(path))
    assert page.all("a", href=f"{path}order/start/")
    assert "It cannot start yet." not in page.text


def test_putting_the_start_off_is_called_so_and_extending_is_not(boss: Player) -> None:
    tournament = published(PLAN, people(3), due=False)
    client, path = browser(boss, language="de"), f"/tournaments/{tournament.pk}/desk/"
    page = look(client.get(f"{path}order/extend/"))
    assert "Beginn verschieben" in page.text
    assert "Der Beginn verschiebt sich um so viele Minuten" in page.text
    (key,) = page.all("input", name="key")
    told = {"key": key["value"], "remark": "Stau", "number": 5}
    assert client.post(f"{path}order/extend/", told).status_code == 302
    order(tournament, boss, "start")
    look_after(tournament_id=tournament.pk)
    order(tournament, boss, "extend", number=1)
    page = look(client.get(path))
    assert "Beginn verschieben um 5 Minuten" in page.text
    assert "Verlängern um eine Runde" in page.text
    assert "Beginn verschieben" not in look(client.get(f"{path}order/extend/")).text


def test_not_while_paused_and_not_twice(boss: Player) -> None:
    tournament = published(PLAN, people(3), due=False)
    order(tournament, boss, "pause")
    assert refused(order, tournament, boss, "start").code == "tournament_paused"
    order(tournament, boss, "resume")
    order(tournament, boss, "start")
    again = refused(order, tournament, boss, "start", key="another")
    assert again.code == "tournament_has_started", "nobody need have looked for it to have begun"


def test_the_desk_offers_it_while_registration_is_open_and_asks_first(boss: Player) -> None:
    tournament = published(PLAN, people(3), due=False)
    client, path = browser(boss, language="de"), f"/tournaments/{tournament.pk}/desk/"
    address = f"{path}order/start/"
    assert look(client.get(path)).all("a", href=address)
    page = look(client.get(address))
    assert "Jetzt beginnen" in page.text
    (key,) = page.all("input", name="key")
    client.post(address, {"key": key["value"], "remark": "alle da"})
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).phase == "running"
    assert not look(client.get(path)).all("a", href=address)


def test_the_api_starts_it_too(boss: Player) -> None:
    tournament = published(PLAN, people(3), due=False)
    answer = browser(boss).post(
        f"/api/v1/tournaments/{tournament.pk}/orders/",
        {"kind": "start", "remark": "everybody is here"},
        content_type="application/json",
        headers={"Idempotency-Key": "k1"},
    )
    assert answer.status_code == 201, answer.content
    assert answer.json()["kind"] == "start"
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).phase == "running"
