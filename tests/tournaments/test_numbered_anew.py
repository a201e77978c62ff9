"""Real tables stand where they stand: their numbers begin anew with each stage."""

from dataclasses import replace

import pytest

from tests.tournaments import real_tables as hall
from tests.tournaments.club import fresh, ordered, require_sound
from tests.tournaments.proofs import proof_of, said_of
from tests.tournaments.test_real_cards import CHIPS, FIVE_HUNDRED, refused
from tournaments.director import EntryRules, Plan
from tournaments.models import Entry
from tournaments.selectors.decisions import tables_told

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def test_each_stage_has_a_table_1_and_a_table_keeps_its_number_within_it() -> None:
    tournament = hall.evening(hall.SWISS, 6)
    first = hall.sheets(tournament)
    assert [(sheet.stage, sheet.table_number, sheet.number) for sheet in first] == [
        (1, 1, 1),
        (1, 2, 1),
        (1, 3, 1),
    ]
    for sheet in first:
        hall.play(sheet, [25, 0])
    second = hall.sheets(tournament)
    assert [(sheet.stage, sheet.table_number, sheet.number) for sheet in second] == [
        (2, 1, 2),
        (2, 2, 2),
        (2, 3, 2),
    ]
    assert {sheet.dealer for sheet in second} == {0}, "it is another table of that number"
    hall.play(second[0], [7, 0])
    before = list(Entry.objects.filter(pk__in=first[0].entries).values_list("pk", "score"))
    ordered(tournament, "correct", table=1, number=1, points=(0, 25))
    winner, loser = first[0].entries[1], first[0].entries[0]
    scores = dict(before)
    assert Entry.objects.get(pk=winner).score == scores[winner] + 25
    assert Entry.objects.get(pk=loser).score == scores[loser] - 25
    refused("round_not_settled", ordered, tournament, "correct", table=1, points=(0, 7))
    for sheet in second[1:]:
        hall.play(sheet, [9, 0])
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    require_sound(tournament)
    assert said_of(proof_of(tournament)).startswith("6 entries")
    assert [table.number for table, _worth in tables_told(Entry.objects.get(pk=winner), most=9)]


def test_a_shootout_at_real_tables_begins_anew_at_table_1() -> None:
    plan = replace(CHIPS, format="shootout", seats=2, entries=EntryRules(least=2, most=4))
    tournament = hall.evening(plan, 4, offer=replace(FIVE_HUNDRED, seats=2))
    for sheet in hall.sheets(tournament):
        hall.play(sheet, [60, 0])
    tournament = fresh(tournament)
    (sheet,) = hall.sheets(tournament)
    assert (sheet.table_number, sheet.number, sheet.dealer) == (1, 2, 0)
    hall.play(sheet, [120, 0])
    assert fresh(tournament).phase == "finished"
    require_sound(fresh(tournament))


def test_at_a_single_real_table_every_round_is_at_table_1_and_the_deal_passes_on() -> None:
    plan = Plan(format="single_table", seats=3, target_points=100, real_tables=True)
    plan = replace(plan, entries=EntryRules(least=3, most=3))
    tournament = hall.evening(plan, 3, offer=FIVE_HUNDRED)
    dealers = []
    for points in ([30, 20, 10], [30, 20, 10], [60, 0, 0]):
        (sheet,) = hall.sheets(tournament)
        assert sheet.table_number == 1
        dealers.append(sheet.dealer)
        hall.play(sheet, points)
    assert dealers == [0, 1, 2]
    assert fresh(tournament).phase == "finished"
