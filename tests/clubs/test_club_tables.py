"""A club's tables: members see them and sit down, to everybody else there are none."""

import pytest
from django.db import transaction

from accounts.clubs.joining import leave_club
from accounts.clubs.keeping import close_club
from accounts.models import Club, Player
from accounts.people.befriending import befriend
from games.models import Table, TableStatus
from games.moves.errors import NotFound
from games.tables.inviting import invite_friend
from games.tables.lobby.lists import one_table, open_tables, running_tables, visible_tables
from games.tables.opening import create_table, join_table
from games.tables.reading import reading_for
from games.tables.terms import TableOffer
from tests.api.client import Caller
from tests.clubs.conftest import belongs
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def table(anna: Player, bert: Player, club: Club) -> Table:
    """Anna's, with Anna at it; Bert is a member."""
    belongs(club, bert)
    with transaction.atomic():
        found: Table = create_table(player=anna, offer=TableOffer(stake_chips=10), club=club.pk)
        join_table(table_id=found.pk, player=anna)
    return found


def test_members_see_it_and_sit_down(table: Table, bert: Player) -> None:
    assert table in open_tables(bert)
    assert reading_for(table.pk, bert.pk).may_be_seen_by(bert.pk)
    join_table(table_id=table.pk, player=bert)
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING


def test_to_a_stranger_there_is_no_such_table(table: Table, bert: Player, stranger: Player) -> None:
    for reader in (None, stranger):
        assert table not in visible_tables(reader)
        number = reader.pk if reader else None
        with pytest.raises(NotFound):
            one_table(table.pk, reader, invite_code="")
        with pytest.raises(NotFound):
            reading_for(table.pk, number)
    with pytest.raises(NotFound):
        join_table(table_id=table.pk, player=stranger)
    join_table(table_id=table.pk, player=bert)
    assert table not in running_tables(stranger)
    for path in ("", "view/", "events/", "chat/", "rounds/1/", "skill/", "rematch/"):
        assert Caller(stranger).get(f"/tables/{table.pk}/{path}").status_code == 404, path


def test_no_code_opens_it(table: Table, anna: Player, stranger: Player) -> None:
    assert (table.is_private, table.invite_code) == (True, "")
    answer = Caller(anna).get(f"/tables/{table.pk}/").json()
    assert (answer["invite_code"], answer["club"]) == (None, table.club_id)
    befriend(player=anna, other=stranger)
    befriend(player=stranger, other=anna)
    with pytest.raises(Refused, match="club_no_member"):
        invite_friend(table_id=table.pk, player=anna, friend=stranger)


def test_a_password_is_asked_of_members_too(anna: Player, bert: Player, club: Club) -> None:
    belongs(club, bert)
    body = {"stake_chips": 0, "club": club.pk, "password": "sesame"}
    opened = Caller(anna).post("/tables/", body)
    assert (opened.status_code, opened.json()["club"]) == (201, club.pk)
    join = f"/tables/{opened.json()['id']}/join/"
    assert Caller(bert).post(join).json()["code"] == "table_password_wrong"
    assert Caller(bert).post(join, {"password": "sesame"}).status_code == 201


def test_only_members_open_one(club: Club, stranger: Player, anna: Player) -> None:
    body = {"stake_chips": 0, "club": club.pk}
    assert Caller(stranger).post("/tables/", body).json()["code"] == "club_not_yours"
    close_club(club_id=club.pk, actor=anna)
    assert Caller(anna).post("/tables/", body).json()["code"] == "club_not_found"


def test_who_leaves_the_club_plays_on(table: Table, bert: Player, carla: Player) -> None:
    join_table(table_id=table.pk, player=bert)
    leave_club(club_id=table.club_id or 0, player=bert)
    assert table in visible_tables(bert)
    assert reading_for(table.pk, bert.pk).seat_of(bert.pk) is not None
    assert Caller(bert).get(f"/tables/{table.pk}/view/").status_code == 200
    assert table not in visible_tables(carla)


def test_who_leaves_without_a_seat_sees_it_no_more(table: Table, bert: Player, club: Club) -> None:
    leave_club(club_id=club.pk, player=bert)
    assert table not in visible_tables(bert)
    with pytest.raises(NotFound):
        reading_for(table.pk, bert.pk)
