"""A round at real tables is corrected, or taken back, after somebody who lost all has come back."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments import real_tables as hall
from tests.tournaments.club import ordered, require_sound
from tests.tournaments.test_real_cards import FIVE_HUNDRED, refused
from tournaments.director import EntryRules, Plan, Schedule
from tournaments.entries.entering import come_back
from tournaments.models import Entry, ScoreSheet, Tournament
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

PLAN = Plan(
    format="re_entry",
    seats=3,
    stack_chips=100,
    schedule=Schedule(2, (2, 1), rounds=50),
    real_tables=True,
    buy_in_chips=100,
    entries=EntryRules(least=3, most=9, returns_max=2, returns_until_level=5),
)
HEADS = replace(PLAN, format="bounty", bounty_chips=50)
CORRECTION: dict[str, Any] = {"table": 1, "number": 1, "points": (60, 60, 20)}
TAKING_BACK: dict[str, Any] = {"table": 1, "number": 1}


def begun(plan: Plan, *points: int) -> tuple[Tournament, ScoreSheet]:
    """An evening of three with its first round settled."""
    tournament = hall.evening(plan, 3, offer=FIVE_HUNDRED)
    (first,) = hall.sheets(tournament)
    hall.play(first, points)
    return tournament, first


def stacks(first: ScoreSheet) -> list[int]:
    """In the seats of the first round."""
    return [Entry.objects.get(pk=entry).stack_chips for entry in first.entries]


def back_and_paused(tournament: Tournament, entry: int) -> None:
    """Who is out has come back, and the table rests."""
    come_back(tournament_id=tournament.pk, player=Entry.objects.get(pk=entry).player)
    look_after(tournament_id=tournament.pk)
    ordered(tournament, "pause_table", table=1)
    (running,) = hall.sheets(tournament)
    hall.play(running, [0] * len(running.entries))


@pytest.mark.parametrize(("kind", "asked"), [("correct", CORRECTION), ("void_round", TAKING_BACK)])
def test_a_bounty_that_was_paid_stays_paid_though_its_head_is_back(
    kind: str, asked: dict[str, Any]
) -> None:
    tournament, first = begun(HEADS, 60, 60, -100)
    back_and_paused(tournament, first.entries[2])
    assert stacks(first) == [150, 150, 100]
    told = refused("bounty_is_paid", ordered, tournament, kind, **asked)
    assert told["name"] == hall.at(first, 2).name
    assert stacks(first) == [150, 150, 100]
    require_sound(tournament)


def test_without_bounties_who_lost_too_much_by_a_slip_has_the_difference() -> None:
    tournament, first = begun(PLAN, 60, 60, -100)
    back_and_paused(tournament, first.entries[2])
    ordered(tournament, "correct", **CORRECTION)
    assert stacks(first) == [140, 140, 120]
    require_sound(tournament)


@pytest.mark.parametrize(
    ("kind", "asked"),
    [("correct", CORRECTION | {"points": (0, 0, 0)}), ("void_round", TAKING_BACK)],
)
def test_a_stack_bought_since_does_not_pay_for_what_another_has_won(
    kind: str, asked: dict[str, Any]
) -> None:
    tournament, first = begun(PLAN, 20, 0, 0)
    winner = first.entries[0]
    (second,) = hall.sheets(tournament)
    lost = [-200 if entry == winner else 60 for entry in second.entries]
    hall.play(second, lost)
    assert stacks(first) == [0, 150, 150]
    back_and_paused(tournament, winner)
    refused("out_since", ordered, tournament, kind, **asked)
    assert stacks(first) == [100, 150, 150]
    require_sound(tournament)
