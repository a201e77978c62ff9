"""Penalties given while a round is in play are taken once it is settled (PLAY-46)."""

import random
from dataclasses import replace

import pytest

from accounts.models import Player
from tests.tournaments.club import fresh, playing, report, require_sound, started
from tests.tournaments.test_desk_orders import PLAN, order, paused, refused, seated, take_back
from tournaments.director import EntryRules, Plan, Schedule
from tournaments.entries.entering import come_back
from tournaments.models import (
    Decision,
    DeskAct,
    Entry,
    EntryStatus,
    PlayedRound,
    Tournament,
    TournamentTable,
)
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
    order(tournament, boss, "penalize", entry=second.pk, number=999)
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
    fine = order(tournament, boss, "penalize", entry=second.pk, number=999)
    tournament = paused(tournament, boss, (100, 60, 60))
    assert [one.stack_chips for one in seated(tournament, 1)] == [1_240, 1, 880]
    back = take_back(fine, boss)
    assert [one.stack_chips for one in seated(tournament, 1)] == [1_240, 880, 880]
    assert back.facts["taken"] == 879, "not the 999 it asked for"
    require_sound(tournament)


def test_one_penalty_taken_back_gives_nothing_back_of_another(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (0, 0, 0))
    second = seated(tournament, 1)[1]
    first_fine = order(tournament, boss, "penalize", entry=second.pk, number=100)
    order(tournament, boss, "resume_table", table=1)
    look_after(tournament_id=tournament.pk)
    fine = order(tournament, boss, "penalize", entry=second.pk, number=899)
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


def test_each_owed_penalty_gives_back_what_it_took_itself(boss: Player) -> None:
    tournament = started(PLAN, 3)
    second = seated(tournament, 1)[1]
    first_fine = order(tournament, boss, "penalize", entry=second.pk, number=300)
    tournament = paused(tournament, boss, (100, 60, 60))
    assert _holds(second) == (580, 300)
    order(tournament, boss, "resume_table", table=1)
    look_after(tournament_id=tournament.pk)
    fine = order(tournament, boss, "penalize", entry=second.pk, number=579)
    tournament = paused(fresh(tournament), boss, (100, 60, 60))
    assert _holds(second) == (1, 300 + 459), "it lost 120 meanwhile"
    undone = take_back(fine, boss)
    assert _holds(second) == (460, 300), "the first one still stands"
    told = Decision.objects.get(tournament=tournament, code="penalty_returned")
    assert told.facts == {"chips": 459, "number": 579}
    assert undone.facts["number"] == 579
    take_back(first_fine, boss)
    assert _holds(second) == (760, 0)
    require_sound(tournament)


def test_a_penalty_that_took_nothing_says_so_when_it_is_taken_back(boss: Player) -> None:
    tournament = started(PLAN, 3)
    second = seated(tournament, 1)[1]
    order(tournament, boss, "penalize", entry=second.pk, number=900)
    late = order(tournament, boss, "penalize", entry=second.pk, number=50)
    tournament = paused(tournament, boss, (100, 60, 60))
    assert _holds(second) == (1, 879)
    assert refused(take_back, late, boss).code == "penalty_took_nothing"


def _holds(entry: Entry) -> tuple[int, int]:
    """Stack and forfeited chips, as they are now."""
    entry.refresh_from_db()
    return entry.stack_chips, entry.forfeited_chips


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seed", range(6))
def test_a_stack_is_what_was_played_for_less_the_penalties_that_stand(
    boss: Player, seed: int
) -> None:
    """Penalties owed and at once, rounds, and penalties taken back, in any order."""
    dice = random.Random(seed)
    tournament = started(replace(PLAN, schedule=Schedule(1, (2, 1), rounds=100)), 3)
    entries = seated(tournament, 1)
    standing: list[tuple[DeskAct, int]] = []
    owed: list[DeskAct] = []
    for _ in range(40):
        entry = dice.choice(entries)
        number = dice.choice((1, 30, 200))
        match dice.choice(("fine", "fine", "back", "round")):
            case "fine" if _holds(entry)[0] > number + _owed_by(tournament, entry):
                act = order(tournament, boss, "penalize", entry=entry.pk, number=number)
                owed += [act] if act.facts["owed"] else []
                standing += [] if act.facts["owed"] else [(act, number)]
            case "back" if owed and dice.random() < 0.3:
                take_back(owed.pop(dice.randrange(len(owed))), boss)
            case "back" if standing:
                act, taken = standing.pop(dice.randrange(len(standing)))
                before = Entry.objects.get(pk=act.entry_id or 0).stack_chips
                if taken:
                    take_back(act, boss)
                    assert Entry.objects.get(pk=act.entry_id or 0).stack_chips == before + taken
                else:
                    assert refused(take_back, act, boss).code == "penalty_took_nothing"
            case "round" if TournamentTable.objects.get(tournament=tournament).paused:
                order(tournament, boss, "resume_table", table=1)
                look_after(tournament_id=tournament.pk)
            case "round":
                paused(tournament, boss, tuple(dice.randrange(40) for _ in entries))
                standing += _taken(tournament, owed)
                owed.clear()
        assert [_holds(one) for one in entries] == _expected(tournament, entries, standing)
    require_sound(fresh(tournament))


def _owed_by(tournament: Tournament, entry: Entry) -> int:
    owed = fresh(tournament).clock["owed"]
    return sum(debt["chips"] for debt in owed if debt["entry"] == entry.pk)


def _taken(tournament: Tournament, owed: list[DeskAct]) -> list[tuple[DeskAct, int]]:
    """What each took after the latest round, the oldest first, so that a chip is left."""
    last = PlayedRound.objects.filter(tournament=tournament).latest("pk")
    left = {
        entry: stack + change
        for entry, stack, change in zip(
            last.entries, last.stacks_chips, last.changes_chips, strict=True
        )
    }
    taken = []
    for act in owed:
        entry = act.entry_id or 0
        chips = min(act.facts["number"], left[entry] - 1)
        left[entry] -= chips
        taken.append((act, chips))
    return taken


def _expected(
    tournament: Tournament, entries: list[Entry], standing: list[tuple[DeskAct, int]]
) -> list[tuple[int, int]]:
    results = dict.fromkeys((one.pk for one in entries), 1_000)
    for played in PlayedRound.objects.filter(tournament=tournament):
        for entry, change in zip(played.entries, played.changes_chips, strict=True):
            results[entry] += change
    fines = {one.pk: sum(n for act, n in standing if act.entry_id == one.pk) for one in entries}
    assert all(results[one.pk] - fines[one.pk] >= 1 for one in entries)
    return [(results[one.pk] - fines[one.pk], fines[one.pk]) for one in entries]


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


def test_a_penalty_of_a_stack_that_is_lost_gives_nothing_to_the_next(boss: Player) -> None:
    entries = EntryRules(returns_max=1, returns_until_level=2)
    tournament = paused(started(replace(PLAN, entries=entries), 3), boss, (0, 0, 0))
    last = seated(tournament, 1)[2]
    fine = order(tournament, boss, "penalize", entry=last.pk, number=300)
    order(tournament, boss, "resume_table", table=1)
    look_after(tournament_id=tournament.pk)
    (table,) = playing(tournament)
    lowest = table.dealt.index(last.pk)
    report(tournament, table, *(0 if seat == lowest else 900 - seat for seat in range(3)))
    look_after(tournament_id=tournament.pk)
    come_back(tournament_id=tournament.pk, player=last.player)
    look_after(tournament_id=tournament.pk)
    assert refused(take_back, fine, boss).code == "out_since"
    last.refresh_from_db()
    assert (last.status, last.stack_chips) == (EntryStatus.IN, 1_000)
    require_sound(fresh(tournament))


def test_penalties_of_points_add_up_beyond_any_order(boss: Player) -> None:
    tournament = started(Plan(format="swiss", seats=2, stages=3, stack_chips=1_000), 4)
    entry = tournament.entries.first()
    assert entry is not None
    for _ in range(3):
        order(tournament, boss, "penalize", entry=entry.pk, number=10**9)
    entry.refresh_from_db()
    assert entry.points == -3 * 10**9
