"""Penalties given while a round is in play are taken once it is settled (PLAY-46)."""

import pytest

from accounts.models import Player
from tests.tournaments.club import fresh, playing, report, require_sound, started
from tests.tournaments.test_desk_orders import PLAN, order, paused, seated, take_back
from tournaments.models import EntryStatus
from tournaments.running.directing import look_after

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.mark.parametrize("pause", ["", "pause", "pause_table"])
def test_a_penalty_during_a_round_is_taken_once_it_is_settled(boss: Player, pause: str) -> None:
    tournament = started(PLAN, 3)
    (table,) = playing(tournament)
    if pause:
        order(tournament, boss, pause, table=1)
    first, second, third = seated(tournament, 1)
    order(tournament, boss, "penalize", entry=first.pk, number=70)
    order(tournament, boss, "penalize", entry=first.pk, number=30)
    order(tournament, boss, "penalize", entry=second.pk, number=5_000)
    mistake = order(tournament, boss, "penalize", entry=third.pk, number=40)
    take_back(mistake, boss)
    assert {one.stack_chips for one in seated(tournament, 1)} == {1_000}, "the round goes on"
    report(tournament, table, 100, 60, 60)
    look_after(tournament_id=tournament.pk)
    assert [one.stack_chips for one in seated(tournament, 1)] == [1_140, 1, 880]
    require_sound(fresh(tournament))


def test_a_penalty_that_was_taken_later_is_taken_back_as_far_as_it_went(boss: Player) -> None:
    tournament = started(PLAN, 3)
    second = seated(tournament, 1)[1]
    fine = order(tournament, boss, "penalize", entry=second.pk, number=5_000)
    tournament = paused(tournament, boss, (100, 60, 60))
    assert [one.stack_chips for one in seated(tournament, 1)] == [1_240, 1, 880]
    take_back(fine, boss)
    assert [one.stack_chips for one in seated(tournament, 1)] == [1_240, 880, 880]
    require_sound(tournament)


def test_one_penalty_taken_back_gives_nothing_back_of_another(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (0, 0, 0))
    second = seated(tournament, 1)[1]
    first_fine = order(tournament, boss, "penalize", entry=second.pk, number=100)
    order(tournament, boss, "resume_table", table=1)
    look_after(tournament_id=tournament.pk)
    fine = order(tournament, boss, "penalize", entry=second.pk, number=5_000)
    tournament = paused(fresh(tournament), boss, (0, 0, 0))
    second.refresh_from_db()
    assert (second.stack_chips, second.forfeited_chips) == (1, 999)
    take_back(fine, boss)
    second.refresh_from_db()
    assert (second.stack_chips, second.forfeited_chips) == (900, 100)
    take_back(first_fine, boss)
    second.refresh_from_db()
    assert (second.stack_chips, second.forfeited_chips) == (1_000, 0)
    require_sound(tournament)


def test_who_is_out_by_the_round_owes_nothing_more(boss: Player) -> None:
    tournament = started(PLAN, 3)
    last = seated(tournament, 1)[2]
    order(tournament, boss, "penalize", entry=last.pk, number=10)
    (table,) = playing(tournament)
    report(tournament, table, 1_000, 990, 0)
    look_after(tournament_id=tournament.pk)
    last.refresh_from_db()
    assert (last.status, last.forfeited_chips) == (EntryStatus.OUT, 0)
    assert fresh(tournament).clock["owed"] == []
    require_sound(fresh(tournament))
