"""Every deadline is judged by the moment of the request, not by what a sweep has stored."""

import datetime as dt
from dataclasses import replace

import pytest
from django.utils import timezone

from games.tables.terms import TableOffer
from tests.tournaments.club import (
    fresh,
    its_hour_has_come,
    later,
    people,
    playing,
    published,
    quick,
    report,
    started,
)
from tournaments.demo import WHEN_FULL
from tournaments.director import EntryRules, InvalidPlan, Plan, Refused, Schedule, TooFew
from tournaments.entries.entering import come_back, enter_tournament, rebuy, withdraw
from tournaments.models import Tournament
from tournaments.planner.publishing import open_tournament, publish_tournament
from tournaments.recurring.publishing import start_recurring
from tournaments.running.directing import look_after

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

BY_TIME = Schedule(2, (2, 1), rounds=None, level_ms=60_000)
ONE_ROUND = TableOffer(format="ring", rounds=1)
FULL = EntryRules(most=4, starts_when_full=True)
LATE = EntryRules(late_until_level=0, returns_max=1, rebuys_max=1, returns_until_level=0)


def refused(code: str, act: object, **asked: object) -> None:
    with pytest.raises(Refused) as refusal:
        act(**asked)  # type: ignore[operator]  # a service
    assert refusal.value.code == code


def test_play_40_nobody_enters_or_buys_once_the_level_is_over_by_the_clock() -> None:
    tournament = started(Plan(schedule=BY_TIME, entries=LATE, stack_chips=1_000), 3)
    (late, later_still) = people(2, first=20)
    enter_tournament(tournament_id=tournament.pk, player=late)
    later(tournament, seconds=60)
    assert fresh(tournament).clock["level"] == 0, "nobody has looked"
    refused("entries_closed", enter_tournament, tournament_id=tournament.pk, player=later_still)
    refused("entries_closed", rebuy, tournament_id=tournament.pk, player=late)
    refused("entries_closed", come_back, tournament_id=tournament.pk, player=late)


def test_play_40_nobody_enters_once_the_rounds_of_the_level_are_over() -> None:
    schedule = Schedule(2, (2, 1), rounds=1)
    rules = EntryRules(late_until_level=0)
    tournament = started(Plan(schedule=schedule, entries=rules, stack_chips=1_000), 3)
    early, late = people(2, first=20)
    enter_tournament(tournament_id=tournament.pk, player=early)
    (table,) = playing(tournament)
    report(tournament, table, 1, 0, 0)
    assert fresh(tournament).clock["level"] == 0, "nobody has looked"
    refused("entries_closed", enter_tournament, tournament_id=tournament.pk, player=late)


def test_play_40_the_start_is_the_hour_and_not_when_somebody_looks() -> None:
    tournament = published(Plan(), people(2), due=False)
    (anna, bert) = people(2, first=20)
    enter_tournament(tournament_id=tournament.pk, player=anna)
    its_hour_has_come(tournament)
    refused("entries_closed", enter_tournament, tournament_id=tournament.pk, player=bert)
    refused("tournament_has_started", withdraw, tournament_id=tournament.pk, player=anna)


def test_play_40_one_that_will_be_postponed_is_open_at_its_hour() -> None:
    rules = EntryRules(least=3, too_few=TooFew.POSTPONE)
    tournament = published(Plan(entries=rules), people(1))
    anna, bert = people(2, first=20)
    enter_tournament(tournament_id=tournament.pk, player=anna)
    withdraw(tournament_id=tournament.pk, player=anna)
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).clock["postponed"] == 1
    enter_tournament(tournament_id=tournament.pk, player=bert)


def test_play_42_tables_do_not_wait_for_each_other_while_entries_are_open() -> None:
    plan = Plan(entries=EntryRules(late_until_level=0), stack_chips=1_000)
    tournament = started(plan, 8)
    assert not tournament.clock["together"]
    closed = published(replace(plan, entries=EntryRules()), people(8, first=20))
    look_after(tournament_id=closed.pk)
    closed = fresh(closed)
    assert closed.clock["together"]


def test_play_24_a_schedule_that_does_not_end_is_refused_at_every_door() -> None:
    plan = Plan(seats=2, stack_chips=10**9, schedule=Schedule(2, (101, 100), rounds=3))
    when = timezone.now() + dt.timedelta(days=1)
    with pytest.raises(InvalidPlan, match="schedule_does_not_end"):
        publish_tournament(name="Endless", plan=plan, starts_at=when, terms=quick("gin_classic"))
    full = replace(plan, entries=FULL)
    with pytest.raises(InvalidPlan, match="schedule_does_not_end"):
        start_recurring(
            name="Endless",
            recurrence=WHEN_FULL,
            plan=full,
            offer=TableOffer(format="ring", rounds=1),
        )


def test_a_schedule_that_only_a_simulation_finds_endless_is_refused_play_24() -> None:
    plan = Plan(seats=2, stack_chips=3_000, schedule=Schedule(2, (101, 100), rounds=3))
    plan = replace(plan, max_rounds=20)
    when = timezone.now() + dt.timedelta(days=1)
    with pytest.raises(InvalidPlan, match="schedule_does_not_end"):
        publish_tournament(name="Endless", plan=plan, starts_at=when, terms=quick("gin_classic"))


def test_tournaments_without_a_game_are_refused_and_called_off_where_there_are_some() -> None:
    when = timezone.now() + dt.timedelta(days=1)
    with pytest.raises(InvalidPlan, match="game_not_named"):
        publish_tournament(name="Hall", plan=Plan(), starts_at=when)
    with pytest.raises(InvalidPlan, match="game_not_named"):
        start_recurring(
            name="Hall",
            recurrence=WHEN_FULL,
            plan=Plan(entries=EntryRules(most=4, starts_when_full=True)),
        )
    older = published(Plan(buy_in_chips=100), people(2), due=False)
    Tournament.objects.filter(pk=older.pk).update(is_trial=False)
    (late,) = people(1, first=20)
    refused("game_not_named", enter_tournament, tournament_id=older.pk, player=late)
    look_after(tournament_id=older.pk)
    assert fresh(older).phase == "cancelled"
    paid = older.entries.values_list("won_chips", flat=True)
    assert list(paid) == [100, 100], "everything is back"
    assert open_tournament(name="Trial", plan=Plan(), starts_at=when, is_trial=True).is_trial
