"""Evenings with real cards: results entered by phone, confirmed, corrected by the desk."""

from dataclasses import replace
from typing import Any

import pytest

from accounts.career.models import Career, CountedRound, MatchRecord, SeasonStanding
from accounts.models import Notice
from games.models import Table
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.tables.terms import TableOffer
from tests.tournaments import real_tables as hall
from tests.tournaments.club import (
    director,
    fresh,
    its_hour_has_come,
    ordered,
    people,
    require_no_faults,
    require_sound,
    started,
)
from tests.tournaments.proofs import proof_of, said_of
from tournaments.desk.ordering import undo_order
from tournaments.director import (
    FORMATS,
    TURBO,
    Absent,
    EntryRules,
    InvalidPlan,
    Plan,
    PrizeForm,
    PrizePlan,
    Refused,
    Schedule,
)
from tournaments.entries.entering import enter_tournament
from tournaments.models import DeskAct, Entry, PlayedRound, ScoreSheet, Tournament
from tournaments.running.directing import is_due, look_after
from tournaments.selectors.decisions import tables_told
from tournaments.sheets.reporting import confirm_points, enter_points, object_to_points

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

CHIPS = Plan(seats=3, stack_chips=100, schedule=Schedule(2, (2, 1), rounds=50), real_tables=True)
FIVE_HUNDRED = TableOffer(preset="romme_500", format="ring", rounds=1, seats=3)
PAID = replace(hall.SWISS, buy_in_chips=50, prizes=PrizePlan(PrizeForm.TOP, places=2))


def refused(code: str, act: Any, *args: Any, **asked: Any) -> Any:
    with pytest.raises((Refused, Conflict, NotAllowed, NotFound)) as found:
        act(*args, **asked)
    assert found.value.code == code, found.value
    return found.value.facts


def undo(tournament: Tournament) -> None:
    act = DeskAct.objects.filter(tournament=tournament).latest("pk")
    undo_order(
        tournament_id=tournament.pk, act_id=act.pk, by=director(), remark="sorry", key="undo"
    )


def test_a_whole_swiss_evening_is_played_by_phone_and_pays_its_prizes() -> None:
    tournament = hall.evening(PAID, 8)
    for stage in (1, 2):
        found = hall.sheets(tournament)
        assert [sheet.stage for sheet in found] == [stage] * 4
        for place, sheet in enumerate(found):
            assert sheet.dealer == 0, "who is named first in a pairing deals first"
            # No two sums are the same, whoever meets whom: nobody shares a rank.
            hall.play(sheet, [0, 20 + place * 4 ** (stage - 1)])
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    require_sound(tournament)
    winner = Entry.objects.get(tournament=tournament, rank=1)
    assert (winner.points, winner.won_chips) == (4, 250)
    assert not Table.objects.exists(), "nothing was played on the server"
    assert said_of(proof_of(tournament)).startswith("8 entries"), "seats and pairings are proved"


def test_nothing_of_it_counts_as_played_on_the_server() -> None:
    tournament = hall.evening(hall.SWISS, 2)
    while found := hall.sheets(tournament):
        hall.play(found[0], [30, 0])
    assert fresh(tournament).phase == "finished"
    for counted in (CountedRound, MatchRecord, SeasonStanding, Table):
        assert not counted.objects.exists(), counted
    assert not Career.objects.exclude(experience=0).exists()


@pytest.mark.drawn(4)
@pytest.mark.parametrize("key", list(FORMATS))
def test_every_format_can_be_played_at_real_tables(key: str) -> None:
    """Each to its end, in which the chips are whole and everybody has a rank."""
    seats = 3 if key == "single_table" else 2
    wishes: dict[str, Any] = {"seats": seats, "stack_chips": 30, "schedule": TURBO}
    if key == "single_table":
        wishes |= {"target_points": 60, "entries": EntryRules(least=3, most=3)}
    if key in ("bounty", "satellite"):
        wishes |= {"buy_in_chips": 100}
    if key == "bounty":
        wishes |= {"bounty_chips": 50}
    if key == "satellite":
        wishes |= {"prizes": PrizePlan(PrizeForm.TICKETS, ticket_chips=100)}
    plan = FORMATS[key].tried(Plan(format=key, real_tables=True, **wishes))
    players = hall.guests(3 if key == "single_table" else 5)
    tournament = hall.published(replace(plan, stages=0), [], offer=replace(FIVE_HUNDRED, seats=2))
    for number, player in enumerate(players):
        team = f"Team {number % 2}" if key == "teams" else ""
        enter_tournament(tournament_id=tournament.pk, player=player, team=team, by_name=True)
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    for turn in range(60):
        found = hall.sheets(tournament)
        if fresh(tournament).finished_at is not None:
            break
        for sheet in found:
            points = [10 * (turn + seat) for seat in range(len(sheet.entries))]
            hall.play(sheet, points, looks=False)
        look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    if key == "teams":
        require_no_faults()  # whose players share the places of their team
    else:
        require_sound(tournament)
    assert said_of(proof_of(tournament)).endswith("0 rounds"), "there are no deals to verify"


def test_a_freezeout_is_settled_round_by_round_and_the_deal_passes_on() -> None:
    tournament = hall.evening(CHIPS, 3, offer=FIVE_HUNDRED)
    (first,) = hall.sheets(tournament)
    hall.play(first, [30, 10, -5])
    played = PlayedRound.objects.get(tournament=tournament)
    assert sum(played.changes_chips) == 0
    (second,) = hall.sheets(tournament)
    assert (second.number, second.dealer) == (2, 1)
    while hall.sheets(tournament):
        (sheet,) = hall.sheets(tournament)
        hall.play(sheet, [60, *(-40,) * (len(sheet.entries) - 1)])
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    require_sound(tournament)
    assert Entry.objects.get(tournament=tournament, rank=1).stack_chips == 300


def test_one_enters_and_another_of_the_table_confirms() -> None:
    tournament = hall.evening(hall.SWISS, 4)
    sheet, other = hall.sheets(tournament)
    hall.enter(sheet, [25, 0])
    stranger = hall.at(other, 0)
    asked = {"tournament_id": tournament.pk, "sheet_id": sheet.pk, "version": 1}
    refused("another_confirms", hall.confirm, sheet, seat=0)
    for act in (confirm_points, object_to_points):
        refused("sheet_of_others", act, player=stranger, **asked)
    refused("sheet_of_others", enter_points, player=stranger, points=[0, 99], **asked)
    hall.enter(sheet, [26, 0])
    assert refused("sheet_changed", confirm_points, player=hall.at(sheet, 1), **asked)["version"]
    hall.confirm(sheet)
    hall.confirm(sheet)
    settled = ScoreSheet.objects.get(pk=sheet.pk)
    assert (settled.state, settled.points) == ("settled", [26, 0])
    refused("sheet_is_settled", hall.enter, sheet, [99, 0])


def test_two_phones_at_once_the_second_sees_what_the_first_has_entered() -> None:
    tournament = hall.evening(hall.SWISS, 2)
    (sheet,) = hall.sheets(tournament)
    asked = {"tournament_id": tournament.pk, "sheet_id": sheet.pk, "version": 0}
    enter_points(**asked, player=hall.at(sheet, 0), points=[25, 0])
    told = refused("sheet_changed", enter_points, **asked, player=hall.at(sheet, 1), points=[0, 9])
    assert told["name"] == hall.at(sheet, 0).name
    enter_points(**asked, player=hall.at(sheet, 0), points=[25, 0])
    assert ScoreSheet.objects.get(pk=sheet.pk).version == 1, "a double tap changes nothing"


def test_who_objects_may_enter_anew_or_the_desk_decides() -> None:
    tournament = hall.evening(hall.SWISS, 4)
    first, second = hall.sheets(tournament)
    for sheet in (first, second):
        hall.enter(sheet, [25, 0])
        object_to_points(
            tournament_id=tournament.pk, sheet_id=sheet.pk, player=hall.at(sheet, 1), version=1
        )
        refused("nothing_to_confirm", hall.confirm, sheet)
    hall.enter(first, [15, 0], seat=1)
    hall.confirm(first, seat=0)
    ordered(tournament, "report", table=second.table_number, points=(0, 11))
    decided = ScoreSheet.objects.get(pk=second.pk)
    assert (decided.state, decided.points, decided.by_desk) == ("settled", [0, 11], True)
    told = Notice.objects.filter(kind="director_ordered", player=hall.at(second, 0)).get()
    assert "Guest" in told.facts["result"]
    assert told.facts["table"] == second.table_number
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).clock["stage"] == 2


def test_partners_of_a_team_do_not_confirm_each_other() -> None:
    plan = replace(hall.SWISS, format="teams", seats=3)
    players = hall.guests(3)
    tournament = hall.published(plan, [], offer=FIVE_HUNDRED)
    for player, team in zip(players, ("A", "A", "B"), strict=True):
        enter_tournament(tournament_id=tournament.pk, player=player, team=team, by_name=True)
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    (sheet,) = hall.sheets(tournament)
    teams = [Entry.objects.get(pk=entry).team for entry in sheet.entries]
    one, partner = (seat for seat, team in enumerate(teams) if team == "A")
    hall.enter(sheet, [10, 20, 30], seat=one)
    refused("another_confirms", hall.confirm, sheet, seat=partner)
    hall.confirm(sheet, seat=teams.index("B"))


def test_a_report_of_the_desk_is_taken_back_while_others_play() -> None:
    tournament = hall.evening(hall.SWISS, 4)
    sheet, other = hall.sheets(tournament)
    hall.play(sheet, [25, 0])
    ordered(tournament, "report", table=sheet.table_number, points=(0, 14))
    look_after(tournament_id=tournament.pk)
    undo(tournament)
    again = ScoreSheet.objects.get(pk=sheet.pk)
    assert (again.state, again.points) == ("waiting", [])
    assert fresh(tournament).field["finished"] == 0
    hall.play(sheet, [25, 0])
    hall.play(other, [9, 0])
    require_sound(fresh(tournament))
    assert fresh(tournament).clock["stage"] == 2


def test_a_late_correction_changes_the_standing_and_its_undo_restores_it() -> None:
    tournament = hall.evening(hall.SWISS, 4)
    first, second = hall.sheets(tournament)
    hall.play(first, [25, 0])
    refused("round_not_settled", ordered, tournament, "correct", table=1, points=(0, 25))
    hall.play(second, [9, 0])
    one, other = (Entry.objects.get(pk=entry) for entry in first.entries)
    assert (one.points, one.score, other.points, other.score) == (2, 25, 0, 0)
    ordered(tournament, "correct", table=first.table_number, points=(0, 7))
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.points, one.score, other.points, other.score) == (0, 0, 2, 7)
    assert (one.gained, other.gained) == ([0], [2])
    ((_table, worth),) = tables_told(other, most=9)
    assert worth == "Card points of stage 1: 7 instead of 0, by a correction."
    undo(tournament)
    ((_table, worth),) = tables_told(other, most=9)
    assert worth == "Card points of stage 1: 0 instead of 7, by a correction."
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.points, one.score, other.points, other.score) == (2, 25, 0, 0)
    told = Notice.objects.filter(kind="director_ordered", player=one.player)
    assert {notice.facts["order"] for notice in told} == {"correct", "undo correct"}
    for sheet in hall.sheets(tournament):
        hall.play(sheet, [0, 3])
    require_sound(fresh(tournament))
    assert said_of(proof_of(fresh(tournament))).startswith("4 entries")


def test_in_a_bracket_a_correction_may_not_send_somebody_else_on() -> None:
    tournament = hall.evening(replace(hall.SWISS, format="knockout", stages=0), 4)
    first, second = hall.sheets(tournament)
    hall.play(first, [25, 0])
    hall.play(second, [9, 0])
    refused("bracket_went_on", ordered, tournament, "correct", table=1, points=(0, 25))
    ordered(tournament, "correct", table=1, points=(31, 0))
    assert Entry.objects.get(pk=first.entries[0]).score == 31


def test_chips_of_a_corrected_round_change_hands_as_far_as_they_are_there() -> None:
    tournament = hall.evening(CHIPS, 3, offer=FIVE_HUNDRED)
    (sheet,) = hall.sheets(tournament)
    before = [Entry.objects.get(pk=entry) for entry in sheet.entries]
    hall.play(sheet, [20, 10, 0])
    refused("round_in_play", ordered, tournament, "correct", table=1, points=(0, 10, 20))
    ordered(tournament, "pause_table", table=1)
    (running,) = hall.sheets(tournament)
    hall.play(running, [0, 0, 0])
    settled = {one.pk: Entry.objects.get(pk=one.pk).stack_chips for one in before}
    ordered(tournament, "correct", table=1, number=1, points=(0, 10, 20))
    mirrored = [Entry.objects.get(pk=one.pk).stack_chips for one in before]
    assert mirrored == list(settled.values())[::-1]
    require_sound(fresh(tournament))
    undo(tournament)
    assert [Entry.objects.get(pk=one.pk).stack_chips for one in before] == list(settled.values())
    require_sound(fresh(tournament))
    assert PlayedRound.objects.filter(tournament=tournament).count() == 2, "what was settled stays"


def test_chips_that_have_been_played_on_with_are_out_of_reach() -> None:
    tournament = hall.evening(CHIPS, 3, offer=FIVE_HUNDRED)
    (sheet,) = hall.sheets(tournament)
    hall.play(sheet, [25, 0, 0])
    ordered(tournament, "pause_table", table=1)
    (running,) = hall.sheets(tournament)
    winner = running.entries.index(sheet.entries[0])
    lost = [0] * 3
    lost[winner] = -48
    hall.play(running, lost)
    told = refused(
        "chips_spent", ordered, tournament, "correct", table=1, number=1, points=(0, 50, 50)
    )
    assert told["has"] < told["needed"]
    require_sound(fresh(tournament))


def test_a_corrected_round_is_taken_back_with_the_chips_that_it_counts_for() -> None:
    tournament = hall.evening(CHIPS, 3, offer=FIVE_HUNDRED)
    (sheet,) = hall.sheets(tournament)
    hall.play(sheet, [20, 10, 0])
    ordered(tournament, "pause_table", table=1)
    (running,) = hall.sheets(tournament)
    hall.play(running, [0, 0, 0])
    ordered(tournament, "correct", table=1, number=1, points=(0, 10, 20))
    ordered(tournament, "void_round", table=1, number=1)
    stacks = Entry.objects.filter(tournament=tournament).values_list("stack_chips", flat=True)
    assert set(stacks) == {100}
    require_sound(fresh(tournament))


def test_killed_between_confirming_and_settling_the_next_look_settles_once() -> None:
    tournament = hall.evening(CHIPS, 3, offer=FIVE_HUNDRED)
    (sheet,) = hall.sheets(tournament)
    hall.play(sheet, [20, 10, 0], looks=False)
    assert is_due(tournament.pk)
    for _ in range(3):
        look_after(tournament_id=tournament.pk)
    assert PlayedRound.objects.filter(tournament=tournament).count() == 1
    require_sound(fresh(tournament))


def test_who_is_taken_out_of_a_match_is_behind_and_the_others_play_on() -> None:
    plan = replace(hall.SWISS, seats=3, entries=EntryRules(least=3, most=9))
    tournament = hall.evening(plan, 3, offer=FIVE_HUNDRED)
    (sheet,) = hall.sheets(tournament)
    gone = sheet.entries[0]
    ordered(tournament, "remove", entry=gone)
    refused("sheet_of_others", hall.enter, sheet, [50, 5, 3])
    hall.enter(sheet, [50, 5, 3], seat=1)
    hall.confirm(sheet, seat=2)
    look_after(tournament_id=tournament.pk)
    points = {entry.pk: entry.points for entry in Entry.objects.filter(tournament=tournament)}
    assert points[gone] == 0
    assert sorted(points.values()) == [0, 2, 4]


def test_a_match_of_two_ends_when_one_is_taken_out() -> None:
    tournament = hall.evening(hall.SWISS, 4)
    sheet, _other = hall.sheets(tournament)
    ordered(tournament, "remove", entry=sheet.entries[0])
    assert ScoreSheet.objects.get(pk=sheet.pk).state == "settled"


def test_the_desk_says_who_was_absent_and_the_plan_removes_them_play_45() -> None:
    plan = replace(CHIPS, absent=Absent.REMOVED, absent_rounds=1)
    tournament = hall.evening(plan, 3, offer=FIVE_HUNDRED)
    (sheet,) = hall.sheets(tournament)
    away = sheet.entries[2]
    ordered(tournament, "report", table=1, points=(10, 0, 0), entry=away)
    look_after(tournament_id=tournament.pk)
    assert Entry.objects.get(pk=away).status == "out"


def test_what_cannot_be_is_refused_with_rule_and_numbers() -> None:
    tournament = hall.evening(hall.SWISS, 2)
    (sheet,) = hall.sheets(tournament)
    told = refused("one_side_scores", hall.enter, sheet, [25, 3])
    assert (told["one"], told["other"]) == (25, 3)
    refused("points_incomplete", ordered, tournament, "report", table=1, points=(25,))
    refused("no_such_table", ordered, tournament, "report", table=9, points=(25, 0))


def test_nobody_but_people_plays_with_real_cards_and_no_boards() -> None:
    (robot,) = people(1)
    tournament = hall.published(hall.SWISS, [])
    asked = {"tournament_id": tournament.pk, "player": robot}
    refused("no_programs_at_real_tables", enter_tournament, **asked)
    for wrong in (
        replace(hall.SWISS, boards="matchpoints", entries=EntryRules(least=4)),
        replace(hall.SWISS, entries=EntryRules(bot_accounts=True)),
    ):
        with pytest.raises(InvalidPlan):
            hall.published(wrong, [])


def test_results_are_ordered_only_at_real_tables() -> None:
    tournament = started(Plan(seats=2, stack_chips=100), 2)
    refused("not_at_real_tables", ordered, tournament, "report", table=1, points=(1, 0))
    refused("not_at_real_tables", ordered, tournament, "correct", table=1, points=(1, 0))
