"""What a player at a tournament's table is told: ratio, level, stacks, and what the round cost."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Table, TableStatus
from tests.pages.browsers import look
from tests.tournaments.club import people
from tests.tournaments.test_real_tables import give_up, open_tournament
from tournaments.director import EntryRules
from tournaments.models import Tournament, TournamentTable
from tournaments.selectors.stakes import part_of
from tournaments.selectors.standings import standings
from tournaments.templatetags.tournaments import frame_of

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def frame(table: Table) -> Any:
    return look(Client().get(f"/tables/{table.pk}/")).json("table-frame")


def test_the_table_tells_ratio_level_and_stacks_while_the_round_is_played() -> None:
    first, second = people(2)
    open_tournament([first, second], stack_chips=1_000)
    table = Table.objects.get(status=TableStatus.PLAYING)
    told = frame(table)
    assert told["round"] == "2 chips a point · level 1"
    assert told["totals"] == {str(first.pk): "1,000 chips", str(second.pk): "1,000 chips"}


def test_afterwards_the_round_is_told_with_what_it_was_dealt_with_and_what_it_cost() -> None:
    tournament = open_tournament(people(2), stack_chips=1_000)
    before = Table.objects.get(status=TableStatus.PLAYING)
    loser = give_up(tournament, 0)
    assert frame(before)["totals"][str(loser.player_id)] == "1,000 chips"
    after = Table.objects.get(status=TableStatus.PLAYING)
    assert frame(after)["totals"][str(loser.player_id)] == "750 chips"
    client = Client()
    client.force_login(loser.player)
    told = client.get(f"/tournaments/at-table/{before.pk}/").json()
    assert told["settled_words"].startswith("You lost 250 chips: you gave up the round")
    assert told["settled_words"].endswith("Now you have 750 chips.")
    assert Client().get(f"/tournaments/at-table/{before.pk}/").json()["settled_words"] == ""


def test_a_round_keeps_the_level_it_was_dealt_in_although_the_next_has_begun() -> None:
    tournament = open_tournament(people(2), stack_chips=1_000)
    row = TournamentTable.objects.get(tournament=tournament)
    tournament.clock["level"] += 1
    tournament.save(update_fields=["clock"])
    assert row.game_table_id is not None
    part = part_of(row.game_table_id)
    assert part is not None
    found = part.stakes
    assert found is not None
    assert (found.pcr, found.level) == (row.pcr, 1)
    said = frame_of({"table": row.game_table_id})
    assert said is not None
    assert said["over"] == f"This was round 1 at table {row.number} of “{tournament.name}”."


def test_a_stage_of_one_round_tells_which_it_is_and_the_points_for_tables_before() -> None:
    tournament = open_tournament(people(4), format="swiss", stages=2)
    entry = tournament.entries.earliest("pk")
    tournament.entries.filter(pk=entry.pk).update(points=1, score=40)
    for table in Table.objects.filter(status=TableStatus.PLAYING):
        said = frame_of({"table": table.pk})
        assert said is not None
        assert re.fullmatch(r"This was stage 1 of “.+”, table \d\.", said["over"])
        assert said["round"] == "Stage 1 of 2"
        for player, words in said["totals"].items():
            mine = player == entry.player_id
            assert words == ("1 point so far" if mine else "0 points so far")


def test_where_the_winner_goes_on_no_points_are_told() -> None:
    open_tournament(people(2), format="knockout")
    said = frame(Table.objects.get(status=TableStatus.PLAYING))
    assert said["round"] == "Stage 1"
    assert set(said["totals"].values()) == {""}


def test_on_the_way_to_a_target_the_table_tells_what_all_rounds_have_brought() -> None:
    pair = EntryRules(least=2, most=2)
    tournament = open_tournament(people(2), format="single_table", target_points=150, entries=pair)
    entry = tournament.entries.earliest("pk")
    tournament.entries.filter(pk=entry.pk).update(score=45)
    said = frame(Table.objects.get(status=TableStatus.PLAYING))
    assert said["round"] == "Round 1"
    assert said["totals"].pop(str(entry.player_id)) == "45 of 150"
    assert list(said["totals"].values()) == ["0 of 150"]


def test_a_stage_of_several_rounds_is_decided_by_the_total_of_its_table() -> None:
    tournament = open_tournament(people(2), format="knockout")
    Tournament.objects.filter(pk=tournament.pk).update(terms={"rounds": 3})
    said = frame(Table.objects.get(status=TableStatus.PLAYING))
    assert set(said) == {"over"}


def test_the_standing_of_a_bracket_tells_in_which_stage_somebody_lost_and_no_points() -> None:
    tournament = open_tournament(people(4), format="knockout")
    first, *_others = tournament.entries.order_by("pk")
    tournament.entries.filter(pk=first.pk).update(lost_stage=1, points=7)
    page = look(Client().get(f"/tournaments/{tournament.pk}/"))
    assert "Out in stage" in page.text
    assert "Points" not in page.text
    shown = standings(tournament)
    assert [(row.lost_stage, row.is_out) for row in shown.rows].count((1, True)) == 1
