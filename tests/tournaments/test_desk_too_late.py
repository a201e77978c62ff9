"""Orders that are taken back too late: what later decisions rest on stays (PLAY-43, 44, 46)."""

from dataclasses import replace

import pytest

from accounts.models import Player
from games.moves.errors import NotFound
from rummy.settlement import SeatScore
from tests.tournaments.club import (
    fresh,
    people,
    play_to_the_end,
    playing,
    published,
    report,
    require_sound,
    started,
)
from tests.tournaments.test_desk_orders import PLAN, order, paused, refused, seated, take_back
from tournaments.desk.calling_off import report_round
from tournaments.director import EntryRules, Pace, PrizeForm, PrizePlan, Schedule
from tournaments.entries.entering import come_back
from tournaments.models import Entry, EntryStatus, Tournament
from tournaments.running.directing import look_after

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

RE_ENTRY = replace(
    PLAN,
    format="re_entry",
    entries=EntryRules(late_until_level=5, returns_max=2, returns_until_level=5),
)


def play_out(tournament: Tournament, boss: Player, loser: Entry) -> None:
    """A round at table 1 in which one loses everything; then the table is paused."""
    order(tournament, boss, "pause_table", table=1)
    (table,) = playing(tournament)
    report(tournament, table, *(0 if entry == loser.pk else 990 for entry in table.dealt))
    look_after(tournament_id=tournament.pk)
    loser.refresh_from_db()
    assert (loser.status, loser.out_chips) == (EntryStatus.OUT, 1_000)


def return_to_the_table(tournament: Tournament, boss: Player, entry: Entry) -> None:
    come_back(tournament_id=tournament.pk, player=entry.player)
    look_after(tournament_id=tournament.pk)
    order(tournament, boss, "resume_table", table=1)
    look_after(tournament_id=tournament.pk)


def test_a_removal_is_not_taken_back_for_who_came_back_and_lost(boss: Player) -> None:
    tournament = paused(started(RE_ENTRY, 3), boss, (60, 60, 60))
    removed = seated(tournament, 1)[2]
    act = order(tournament, boss, "remove", entry=removed.pk)
    return_to_the_table(tournament, boss, removed)
    play_out(tournament, boss, removed)
    assert refused(take_back, act, boss).code == "out_since"
    order(tournament, boss, "resume_table", table=1)
    require_sound(play_to_the_end(tournament))


def test_a_settlement_does_not_bring_back_who_lost_another_stack_since(boss: Player) -> None:
    """Both times it was a starting stack: the chips alone do not tell the rounds apart."""
    tournament = started(RE_ENTRY, 3)
    loser = seated(tournament, 1)[1]
    play_out(tournament, boss, loser)
    return_to_the_table(tournament, boss, loser)
    play_out(tournament, boss, loser)
    too_late = refused(order, tournament, boss, "void_round", table=1, number=1)
    assert too_late.code == "out_since"
    order(tournament, boss, "void_round", table=1, number=2)
    loser.refresh_from_db()
    assert (loser.status, loser.stack_chips) == (EntryStatus.IN, 1_000)
    require_sound(tournament)


def test_who_shared_a_rank_that_paid_is_not_brought_back(boss: Player) -> None:
    """The other has half of the prizes of both places: for a third player nothing is left."""
    plan = replace(
        PLAN,
        seats=4,
        pace=Pace.TOGETHER,
        prizes=PrizePlan(PrizeForm.TOP, places=3),
        buy_in_chips=100,
    )
    tournament = started(plan, 4)
    order(tournament, boss, "pause_table", table=1)
    (table,) = playing(tournament)
    best, cheat, third, loser = table.dealt
    report_round(
        tournament_id=tournament.pk,
        table_number=1,
        scores={
            best: SeatScore(900, melded=10),
            cheat: SeatScore(900, melded=5),
            third: SeatScore(880),
            loser: SeatScore(0),
        },
    )
    look_after(tournament_id=tournament.pk)
    act = order(tournament, boss, "disqualify", entry=cheat)
    order(tournament, boss, "resume_table", table=1)
    look_after(tournament_id=tournament.pk)
    shared = tournament.entries.filter(rank=3).order_by("won_chips")
    assert [entry.pk for entry in shared] == [cheat, loser]
    assert shared[1].won_chips
    assert refused(take_back, act, boss).code == "others_out_since"
    require_sound(play_to_the_end(tournament))
    won = tournament.entries.values_list("won_chips", flat=True)
    assert sum(won) == 400, "the pool is paid out to the last chip"


def test_an_extension_is_not_taken_off_another_level(boss: Player) -> None:
    tournament = started(replace(PLAN, schedule=Schedule(1, (2, 1), rounds=1)), 3)
    act = order(tournament, boss, "extend", number=1)
    for _ in range(2):
        look_after(tournament_id=tournament.pk)
        report(tournament, playing(tournament)[0], 1, 1, 1)
    look_after(tournament_id=tournament.pk)
    before = fresh(tournament).clock
    assert before["level"] == 1
    assert refused(take_back, act, boss).code == "extension_is_over"
    assert fresh(tournament).clock["level_micro"] == before["level_micro"]


def test_a_start_put_off_is_not_taken_off_the_first_level(boss: Player) -> None:
    plan = replace(PLAN, schedule=Schedule(1, (2, 1), rounds=None, level_ms=600_000))
    tournament = published(plan, people(3), due=False)
    act = order(tournament, boss, "extend", number=30)
    again = order(tournament, boss, "extend", number=15)
    take_back(again, boss)
    Tournament.objects.filter(pk=tournament.pk).update(
        clock={**fresh(tournament).clock, "starts_at_ms": 0}
    )
    look_after(tournament_id=tournament.pk)
    assert refused(take_back, act, boss).code == "extension_is_over"
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).clock["level"] == 0


def test_a_penalty_at_a_single_table_is_taken_off_the_total_and_ends_nothing(boss: Player) -> None:
    plan = replace(
        PLAN, format="single_table", target_points=100, entries=EntryRules(most=3), buy_in_chips=10
    )
    tournament = started(plan, 3)
    first, second, _ = (Entry.objects.get(pk=entry) for entry in playing(tournament)[0].dealt)
    order(tournament, boss, "penalize", entry=first.pk, number=30)
    report(tournament, playing(tournament)[0], 60, 40, 0)
    look_after(tournament_id=tournament.pk)
    first.refresh_from_db()
    assert (first.score, first.lost_stage) == (30, None)
    assert len(playing(tournament)[0].dealt) == 3, "nobody has reached the target"
    (table,) = playing(tournament)  # from now on they sit in the order of entry
    told = {first.pk: 60, second.pk: 65}
    report(tournament, table, *(told.get(entry, 0) for entry in table.dealt))
    look_after(tournament_id=tournament.pk)
    second.refresh_from_db()
    assert second.rank == 1
    require_sound(fresh(tournament))


@pytest.mark.parametrize("kind", ["pause_table", "resume_table", "give_time", "void_round"])
def test_a_table_that_never_was_is_not_closed(boss: Player, kind: str) -> None:
    tournament = started(PLAN, 3)
    with pytest.raises(NotFound, match="no_such_table") as found:
        order(tournament, boss, kind, table=99, number=60)
    assert found.value.facts["table"] == 99
