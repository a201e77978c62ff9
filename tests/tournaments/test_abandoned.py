"""A tournament whose players have all gone, on the database (PLAY-45)."""

from dataclasses import replace

import pytest

from rummy.settlement import SeatScore
from tests.tournaments.club import fresh, playing, require_sound, started
from tests.tournaments.test_desk_orders import PLAN
from tournaments.desk.calling_off import report_round
from tournaments.director import EntryRules
from tournaments.models import Decision, Tournament
from tournaments.running.directing import look_after

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def level_rounds(tournament: Tournament, *present: int) -> None:
    """A round at every table in which nobody wins anything."""
    for table in playing(tournament):
        absent = [entry for entry in table.dealt if entry not in present]
        scores = dict.fromkeys(table.dealt, SeatScore(0))
        asked = {"tournament_id": tournament.pk, "table_number": table.number}
        report_round(**asked, scores=scores, absent=absent)
    look_after(tournament_id=tournament.pk)


def test_it_ends_by_the_chips_and_pays_and_not_while_somebody_is_there() -> None:
    tournament = started(replace(PLAN, buy_in_chips=100, seats=2, absent_rounds=2), 4)
    last = [table.dealt[0] for table in playing(tournament)]
    for _ in range(5):
        level_rounds(tournament, *last)
    assert fresh(tournament).phase == "running"
    for _ in range(3):
        level_rounds(tournament)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    ended = Decision.objects.get(tournament=tournament, kind="Finish")
    assert (ended.code, ended.facts) == ("nobody_there", {"rounds": 2})
    assert [entry.rank for entry in tournament.entries.all()] == [1, 1, 1, 1]
    assert sum(entry.won_chips for entry in tournament.entries.all()) == 400
    require_sound(tournament)


def test_nobody_at_a_table_leaves_its_richest_for_whoever_is_there() -> None:
    tournament = started(replace(PLAN, buy_in_chips=100, seats=2, absent_rounds=1), 4)
    there, gone = (table.dealt for table in playing(tournament))
    for _ in range(2):
        assert tournament.entries.filter(status="in").count() == 4
        level_rounds(tournament, *there)
    removed = Decision.objects.get(tournament=tournament, kind="Remove")
    assert removed.code == "nobody_at_table"
    assert removed.entry_id in gone
    require_sound(tournament)


def test_a_single_table_ends_as_it_stands_and_not_while_somebody_is_there() -> None:
    plan = replace(PLAN, format="single_table", target_points=100, buy_in_chips=100, seats=3)
    tournament = started(replace(plan, absent_rounds=2, entries=EntryRules(most=3)), 3)
    last = playing(tournament)[0].dealt[0]
    for _ in range(5):
        level_rounds(tournament, last)
    assert fresh(tournament).phase == "running"
    level_rounds(tournament)
    assert fresh(tournament).phase == "running", "away for one round"
    level_rounds(tournament)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    ended = Decision.objects.get(tournament=tournament, kind="Finish")
    assert (ended.code, ended.facts) == ("nobody_there", {"rounds": 2})
    assert [entry.rank for entry in tournament.entries.all()] == [1, 1, 1]
    require_sound(tournament)
