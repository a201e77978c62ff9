"""Why did I lose 120 chips? The formula with its numbers, from the stored round (PLAY-20…22)."""

import pytest
from django.utils.translation import override

from rummy.settlement import SeatScore
from tests.pages.browsers import browser, look
from tests.tournaments.club import play_to_the_end, playing, report, started
from tournaments.desk.calling_off import report_round
from tournaments.director import Plan, Schedule
from tournaments.models import Entry, PlayedRound
from tournaments.running.directing import look_after
from tournaments.selectors.decisions import tables_told
from tournaments.words.explaining import SettlementExplanation, explain_settlement, rounds_told

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def settled(pcr: int, stack: int, *scores: SeatScore) -> tuple[SettlementExplanation, list[Entry]]:
    plan = Plan(seats=len(scores), stack_chips=stack, schedule=Schedule(pcr, (2, 1)))
    tournament = started(plan, len(scores))
    (table,) = playing(tournament)
    told = dict(zip(table.dealt, scores, strict=True))
    report_round(tournament_id=tournament.pk, table_number=table.number, scores=told)
    look_after(tournament_id=tournament.pk)
    played = PlayedRound.objects.get(tournament=tournament, number=1)
    entries = Entry.objects.in_bulk(played.entries)
    return explain_settlement(played), [entries[entry] for entry in played.entries]


def test_the_seeds_example_is_told_with_its_numbers() -> None:
    told, (first, second, third) = settled(3, 1_000, SeatScore(100), SeatScore(70), SeatScore(60))
    winner = first.player.name
    assert told.sentence(third.pk) == (
        f"You lost 120 chips: {winner} had 100 points, you had 60."
        " 40 points × 3 chips per point = 120 chips."
    )
    assert told.sentence(first.pk) == (
        f"You won 210 chips with 100 points: {second.player.name} paid 90 (30 points × 3);"
        f" {third.player.name} paid 120 (40 points × 3)."
    )
    assert rounds_told(third, most=9)[0][1] == told.sentence(third.pk)


def test_one_point_and_one_chip_are_told_as_one() -> None:
    told, (first, second) = settled(1, 100, SeatScore(1), SeatScore(0))
    assert told.sentence(second.pk) == (
        f"You lost 1 chip: {first.player.name} had 1 point, you had 0."
        " 1 point × 1 chip per point = 1 chip."
    )
    with override("de"):
        assert told.sentence(first.pk).startswith("Du hast mit 1 Punkt 1 Chip gewonnen: ")


def test_german_puts_points_after_a_preposition_into_their_case() -> None:
    told, (first, _) = settled(2, 100, SeatScore(9), SeatScore(0))
    with override("de"):
        assert told.sentence(first.pk).startswith("Du hast mit 9 Punkten 18 Chips gewonnen: ")


def test_the_stack_limits_what_is_paid_and_the_sentence_says_so() -> None:
    told, (_, second) = settled(5, 100, SeatScore(90), SeatScore(10))
    assert told.line_of(second.pk).is_capped  # type: ignore[union-attr]
    assert "80 points × 5 chips per point = 400 chips, but nobody pays more" in told.sentence(
        second.pk
    )
    assert "yours was 100" in told.sentence(second.pk)


def test_a_tie_names_the_comparison_that_decided() -> None:
    told, (first, second, third) = settled(
        2, 500, SeatScore(50, 80, 30), SeatScore(50, 60, 10), SeatScore(40)
    )
    assert "2 players had 50 points" in told.sentence(third.pk)
    assert f"{first.player.name} was ahead by points in melds and lay-offs (80)" in told.sentence(
        third.pk
    )
    assert told.sentence(second.pk).startswith("You lost nothing")


def test_equals_share_what_the_others_pay() -> None:
    told, (first, second, third) = settled(2, 500, SeatScore(50), SeatScore(50), SeatScore(40))
    assert [line.change_chips for line in told.lines] == [10, 10, -20]
    assert "they share what the others pay" in told.sentence(first.pk)
    assert f"{first.player.name} and {second.player.name}" in told.sentence(third.pk)


def test_who_did_not_play_is_told_so() -> None:
    told, _ = settled(2, 500, SeatScore(50), SeatScore(40))
    assert told.sentence(10**9) == "You did not play this round."


def test_who_played_in_stages_finds_each_table_with_what_it_was_worth() -> None:
    tournament = started(Plan(format="swiss", seats=2, stages=2), 3)
    (table,) = playing(tournament)
    one, other = (Entry.objects.get(pk=entry) for entry in table.dealt)
    assert tables_told(one, most=9) == []
    report(tournament, table, 70, 20)
    look_after(tournament_id=tournament.pk)
    assert tables_told(one, most=9) == [(table, "Table won with 70 points.")]
    assert tables_told(other, most=9) == [(table, "20 points in stage 1.")]
    play_to_the_end(tournament)
    for entry in Entry.objects.filter(tournament=tournament).select_related("player"):
        told = tables_told(entry, most=9)
        sat = tournament.tables.filter(dealt__contains=[entry.pk]).order_by("-stage")
        assert [table.pk for table, _words in told] == list(sat.values_list("pk", flat=True))
        page = look(browser(entry.player).get(f"/tournaments/{tournament.pk}/"))
        assert "Your rounds" in page.text
        for table, words in told:
            assert f"Stage {table.stage} Table {table.number} : {words}" in page.text
