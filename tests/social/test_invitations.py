"""Inviting friends to one's table: a notice that opens the door."""

from typing import Any

import pytest

from accounts.models import Notice, Player
from accounts.people.befriending import befriend, ignore
from games.models import Table
from games.tables.admission import Admission
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from tests.api.client import Caller
from tests.social.tables import open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def friends(anna: Player, bert: Player) -> None:
    befriend(player=anna, other=bert)
    befriend(player=bert, other=anna)
    Notice.objects.all().delete()


def invite(table: Table, player: Player, friend: Player) -> Any:
    return Caller(player).post(f"/tables/{table.pk}/invitations/", {"player": friend.pk})


@pytest.mark.usefixtures("friends")
@pytest.mark.parametrize("kind", ["open", "private", "password"])
def test_an_invitation_leads_to_a_seat(kind: str, anna: Player, bert: Player) -> None:
    table = create_table(
        player=anna,
        offer=TableOffer(format="ring", rounds=1),
        name="Evening",
        is_private=kind == "private",
        admission=Admission(password="x" if kind == "password" else ""),
    )
    join_table(table_id=table.pk, player=anna)
    assert invite(table, anna, bert).json() == {"invited": bert.pk, "is_new": True}
    notice = Caller(bert).get("/me/notices/").json()["results"][0]
    assert notice["text"] == "Anna invites you to the table “Evening”."
    assert notice["path"].startswith(f"/tables/{table.pk}/")
    code = notice["facts"]["invite"]
    assert bool(code) is (kind != "open")
    answer = Caller(bert).post(f"/tables/{table.pk}/join/", {"invite_code": code})
    assert answer.status_code == 201


@pytest.mark.usefixtures("friends")
def test_an_invitation_is_told_once(anna: Player, bert: Player) -> None:
    table = open_table(anna)
    invite(table, anna, bert)
    assert invite(table, anna, bert).json()["is_new"] is False
    assert Notice.objects.filter(player=bert).count() == 1


@pytest.mark.usefixtures("friends")
def test_who_cannot_invite_is_told_why(
    anna: Player, bert: Player, carla: Player, dora: Player
) -> None:
    table = open_table(anna)
    assert invite(table, bert, anna).json()["code"] == "not_at_this_table"
    assert invite(table, anna, carla).json()["code"] == "invited_no_friend"
    join_table(table_id=table.pk, player=bert)
    assert invite(table, anna, bert).json()["code"] == "table_not_open"
    private = open_table(dora, is_private=True)
    assert invite(private, carla, anna).status_code == 404


@pytest.mark.usefixtures("friends")
def test_who_is_ignored_invites_nobody(anna: Player, bert: Player) -> None:
    table = open_table(anna)
    ignore(player=bert, other=anna)
    assert invite(table, anna, bert).json()["code"] == "invited_no_friend"
