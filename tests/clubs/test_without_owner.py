"""A club whose owner is shut out by the house passes to others: none is left unmanageable."""

from functools import partial

import pytest

from accounts.clubs.keeping import change_club, found_club
from accounts.clubs.reading import membership
from accounts.models import Club, Player
from accounts.own_data.erasing import erase_account
from backoffice.people.sanctions import lift_sanction, sanction_player
from tests.backoffice.staff import colleague
from tests.clubs.conftest import belongs
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
MONTH = 30 * 24


@pytest.fixture
def mona() -> Player:
    return colleague("moderator", name="Mona")


def owner(club: Club) -> str:
    return str(club.members.get(role="owner").player.username)


def ban(player: Player, by: Player, hours: int | None = None) -> int:
    reason = "insults"
    return sanction_player(player_id=player.pk, kind="ban", hours=hours, reason=reason, by=by).pk


def test_who_is_banned_for_good_owns_no_club_and_stays_a_member(
    club: Club, anna: Player, bert: Player, carla: Player, mona: Player
) -> None:
    belongs(club, bert)
    belongs(club, carla, organises=True)
    given = ban(anna, mona)
    assert owner(club) == "Carla", "an organiser before whoever is there longer"
    lift_sanction(sanction_id=given, reason="mistaken", by=mona)
    own = membership(anna, club.pk)
    assert own is not None
    assert own.role == "member"
    change_club(club_id=club.pk, actor=carla, name="Carlas Runde", about="", joining="ask")


def test_a_club_waits_a_month_for_its_owner(
    club: Club, anna: Player, bert: Player, mona: Player
) -> None:
    belongs(club, bert)
    ban(anna, mona, hours=MONTH)
    assert owner(club) == "Anna"
    ban(anna, mona, hours=MONTH + 1)
    assert owner(club) == "Bert"


def test_who_is_banned_themselves_inherits_nothing(
    club: Club, anna: Player, bert: Player, carla: Player, mona: Player
) -> None:
    belongs(club, bert, organises=True)
    belongs(club, carla)
    ban(bert, mona, hours=1)
    ban(anna, mona)
    assert owner(club) == "Carla"


def test_where_nobody_is_left_the_club_is_closed(club: Club, anna: Player, mona: Player) -> None:
    ban(anna, mona)
    club.refresh_from_db()
    assert not club.is_open
    assert found_club(player=mona, name=club.name).is_open, "its name is free again"


@committed
def test_owner_and_heir_who_go_at_once_leave_it_to_the_third(
    club: Club, anna: Player, bert: Player, carla: Player, mona: Player
) -> None:
    belongs(club, bert, organises=True)
    belongs(club, carla)
    results = at_once([partial(ban, anna, mona), partial(erase_account, bert)])
    assert not any(isinstance(one, Exception) for one in results), results
    assert owner(club) == "Carla"
