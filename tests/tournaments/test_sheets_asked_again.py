"""What nobody of the table would stand for any more is entered anew (PLAY-46)."""

import pytest

from accounts.joining.players import create_player
from tests.tournaments import real_tables as hall
from tests.tournaments.club import director, ordered
from tournaments.desk.ordering import undo_order
from tournaments.director import Refused
from tournaments.models import DeskAct, ScoreSheet, Tournament

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def undo(act: DeskAct) -> None:
    undo_order(
        tournament_id=act.tournament_id,
        act_id=act.pk,
        by=director(),
        remark="sorry",
        key=f"undo {act.pk}",
    )


def acts(tournament: Tournament) -> list[DeskAct]:
    return list(DeskAct.objects.filter(tournament=tournament).order_by("pk"))


def test_who_takes_a_seat_over_does_not_confirm_what_was_written_there() -> None:
    evening = hall.evening(hall.SWISS, 2)
    (sheet,) = hall.sheets(evening)
    hall.enter(sheet, [50, 0], seat=0)
    create_player(name="Friend", password="rummy-evening")
    ordered(evening, "substitute", entry=sheet.entries[0], player="Friend")
    assert hall.at(sheet, 0).name == "Friend"
    with pytest.raises(Refused, match="nothing_to_confirm"):
        hall.confirm(sheet, seat=0)
    hall.enter(sheet, [50, 0], seat=0)
    assert hall.confirm(sheet, seat=1).state == "settled"


def test_of_two_reports_the_newer_is_taken_back_and_the_players_enter_anew() -> None:
    evening = hall.evening(hall.SWISS, 4)
    sheet = hall.sheets(evening)[0]
    hall.enter(sheet, [50, 0], seat=0)
    for points in ((0, 33), (0, 11)):
        ordered(evening, "report", table=sheet.table_number, points=points)
    first, second = acts(evening)
    with pytest.raises(Refused, match="corrected_since"):
        undo(first)
    undo(second)
    sheet = ScoreSheet.objects.get(pk=sheet.pk)
    assert (sheet.state, sheet.points, sheet.entered_by) == ("waiting", [], None)
    with pytest.raises(Refused, match="nothing_to_confirm"):
        hall.confirm(sheet, seat=1)
    with pytest.raises(Refused, match="settled_since"):
        undo(first)
