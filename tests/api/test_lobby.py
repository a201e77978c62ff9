"""The lobby's lists: who sees which table, and never more queries for more tables."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tables.lobby import lists
from games.tables.opening import cancel_table, create_table
from games.tables.terms import TableOffer

from .client import Caller
from .playing import guest, open_table, play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_lists_show_what_they_are_named_for() -> None:
    waiting = open_table(guest())
    running, host, _ = running_table()
    finished, _, _ = running_table()
    play_moves(finished)
    assert [table.pk for table in lists.open_tables()] == [waiting.pk]
    assert [table.pk for table in lists.running_tables()] == [running.pk]
    assert [table.pk for table in lists.my_tables(host)] == [running.pk]


def test_a_private_table_is_for_its_host_and_who_sits_there() -> None:
    host, friend, stranger = guest(), guest(), guest()
    table = open_table(host, is_private=True)
    path = f"/tables/{table.pk}/"
    assert list(lists.open_tables(stranger)) == []
    assert list(lists.open_tables(host)) == [table]
    assert Caller(stranger).get(path).status_code == 404
    assert Caller(friend).get(f"{path}?invite_code=wrong").status_code == 404
    shown = Caller(friend).get(f"{path}?invite_code={table.invite_code}")
    assert shown.status_code == 200
    assert shown.json()["invite_code"] is None
    for act in ("join", "leave"):
        refused = Caller(stranger).post(f"{path}{act}/", {})
        unknown = Caller(stranger).post(f"/tables/{table.pk + 1_000}/{act}/", {})
        assert (refused.status_code, refused.json()["code"]) == (404, "table_not_found")
        assert refused.json() | {"facts": {}} == unknown.json() | {"facts": {}}
    assert (
        Caller(friend).post(f"{path}join/", {"invite_code": table.invite_code}).status_code == 201
    )
    assert Caller(friend).get(path).json()["invite_code"] == table.invite_code


def test_what_happened_to_a_private_table_is_no_strangers_business() -> None:
    host, stranger = guest(), guest()
    table = open_table(host, is_private=True)
    assert Caller(host).get(f"/tables/{table.pk}/view/").status_code == 200
    cancel_table(table_id=table.pk)
    for act in ("join", "leave"):
        assert Caller(stranger).post(f"/tables/{table.pk}/{act}/", {}).status_code == 404
        assert Caller(host).post(f"/tables/{table.pk}/{act}/", {}).status_code == 409


def test_a_name_holds_nothing_that_cannot_be_seen() -> None:
    table = create_table(player=guest(), offer=TableOffer(), name="A\u202etable\x07 \u200b")
    assert table.name == "Atable"


def test_the_lobby_asks_the_database_as_often_for_many_tables_as_for_one() -> None:
    player = guest()
    caller = Caller(player)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert caller.get("/tables/").status_code == 200
        return len(asked)

    running_table()
    caller.get("/tables/")
    one = queries()
    for _ in range(4):
        running_table()
    assert queries() == one
