"""What a director decides between players, one of whom they are tied to, takes a second person."""

from typing import Any

import pytest

from accounts.models import Player
from tests.backoffice.staff import befriend
from tests.tournaments import real_tables as hall
from tests.tournaments.club import director, ordered, started
from tests.tournaments.test_desk_orders import PLAN, order, paused, seated, take_back
from tests.tournaments.test_real_cards import CHIPS, FIVE_HUNDRED
from tournaments.models import Entry
from web.refusals import Refused

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def needs_a_second(act: Any, *args: Any, **asked: Any) -> None:
    with pytest.raises(Refused, match="second_person_needed"):
        act(*args, **asked)


def test_taking_back_what_a_friend_has_paid(boss: Player) -> None:
    other = Player.objects.create_superuser(username="Second", password="rummy-evening")
    tournament = paused(started(PLAN, 3), boss, (10, 0, 5))
    friend, taker, _third = seated(tournament, 1)
    befriend(boss, friend.player)
    act = order(tournament, other, "adjust", entry=friend.pk, other=taker.pk, number=40)
    needs_a_second(take_back, act, boss)
    take_back(act, other)
    assert Entry.objects.get(pk=friend.pk).stack_chips == friend.stack_chips


@pytest.mark.parametrize("kind", ["correct", "void_round"])
def test_another_result_for_a_friend(kind: str) -> None:
    tournament = hall.evening(CHIPS, 3, offer=FIVE_HUNDRED)
    (first,) = hall.sheets(tournament)
    hall.play(first, [20, 10, 0])
    ordered(tournament, "pause_table", table=1)
    (running,) = hall.sheets(tournament)
    hall.play(running, [0, 0, 0])
    befriend(director(), hall.at(first, 2))
    points: dict[str, Any] = {"points": (0, 10, 20)} if kind == "correct" else {}
    needs_a_second(ordered, tournament, kind, table=1, number=1, **points)
