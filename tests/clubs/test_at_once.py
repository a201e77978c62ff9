"""Clubs in two tabs and two processes: of acts that cross, one counts."""

from functools import partial

import pytest

from accounts.clubs import acting
from accounts.clubs.joining import answer_request, join_club
from accounts.clubs.keeping import change_club, found_club, hand_over
from accounts.models import Club, ClubMember, Player
from tests.clubs.conftest import belongs
from tests.play.test_many_at_once import at_once
from web.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def codes(results: list[object]) -> list[str]:
    return sorted(one.code for one in results if isinstance(one, Refused))


def test_joining_from_two_tabs_is_joining_once(anna: Player, bert: Player, club: Club) -> None:
    change_club(club_id=club.pk, actor=anna, name=club.name, about="", joining="open")
    assert at_once([partial(join_club, club_id=club.pk, player=bert)] * 4) == [True] * 4
    assert club.members.filter(player=bert).count() == 1


def test_the_last_place_is_taken_once(
    anna: Player, bert: Player, carla: Player, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acting, "MEMBERS_MAX", 2)
    change_club(club_id=club.pk, actor=anna, name=club.name, about="", joining="open")
    results = at_once([partial(join_club, club_id=club.pk, player=one) for one in (bert, carla)])
    assert codes(results) == ["club_full"]
    assert club.members.count() == 2


def test_two_who_answer_differently_leave_one_answer(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    belongs(club, bert, organises=True)
    join_club(club_id=club.pk, player=carla)
    answer = partial(answer_request, club_id=club.pk, player=carla)
    results = at_once(
        [partial(answer, actor=anna, accept=True), partial(answer, actor=bert, accept=False)]
    )
    assert codes(results) == ["club_request_answered"]
    is_in = club.members.filter(player=carla).exists()
    assert is_in == (results[0] is True)


def test_of_two_hand_overs_one_finds_an_owner(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    for one in (bert, carla):
        belongs(club, one)
    results = at_once(
        [partial(hand_over, club_id=club.pk, player=one, actor=anna) for one in (bert, carla)]
    )
    assert codes(results) == ["club_not_owner"]
    assert ClubMember.objects.filter(club=club, role="owner").count() == 1


def test_a_name_is_had_by_one_of_two(bert: Player, carla: Player) -> None:
    results = at_once([partial(found_club, player=one, name="Die Asse") for one in (bert, carla)])
    assert codes(results) == ["club_name_taken"]
    assert Club.objects.count() == 1


def test_nobody_founds_more_than_they_may_by_pressing_often(bert: Player) -> None:
    results = at_once(
        [partial(found_club, player=bert, name=f"Number {one} of Bert") for one in range(5)]
    )
    assert codes(results) == ["too_many_own_clubs"] * 2
