"""The asynchronous transaction: its ends travel with its queries, and it is whole or nothing."""

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection

from accounts.joining.players import create_guest
from games.live.database import connect
from games.live.transactions import commit
from games.models import Table, TableEvent
from games.moves.measures import Course
from games.moves.statements import WRITE_BATCH, Last, Query, Transaction, numbers, printable
from games.tables.opening import create_table
from games.tables.terms import TableOffer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

RENAME = "UPDATE games_table SET name = %s WHERE id = %s"


def name_of(table: Table) -> str:
    return str(Table.objects.values_list("name", flat=True).get(pk=table.pk))


@pytest.fixture
def table() -> Table:
    return create_table(player=create_guest(), offer=TableOffer(stake_chips=10))


def run(work: Callable[[], Transaction[Any]]) -> str:
    """Commit on a connection of its own; the state that it leaves the connection in."""

    async def on_connection() -> str:
        async with await connect(name="test") as connection:
            try:
                await commit(work(), connection, Course())
            finally:
                state = connection.info.transaction_status.name
            return state

    return asyncio.run(on_connection())


@pytest.mark.parametrize("kind", [Last, list])
def test_it_commits_whether_or_not_it_says_which_queries_are_its_last(
    kind: type[list[Query]], table: Table
) -> None:
    def work() -> Transaction[None]:
        yield [Query("SELECT 1", ())]
        yield kind([Query(RENAME, ("renamed", table.pk))])

    assert run(work) == "IDLE"
    assert name_of(table) == "renamed"


def test_a_last_query_that_fails_takes_the_commit_and_all_before_it_down(table: Table) -> None:
    before = name_of(table)

    def work() -> Transaction[None]:
        yield [Query("SELECT 1", ())]
        yield Last([Query(RENAME, ("renamed", table.pk)), Query("SELECT 1 / 0", ())])

    with pytest.raises(psycopg.errors.DivisionByZero):
        run(work)
    assert name_of(table) == before


@pytest.mark.parametrize(
    "keys", [[], ["a"], ["", "NULL", "a,b", "{x}", " y ", '"', "\\", '\\"', "'", "%s", "E'\\n'"]]
)
def test_arrays_told_as_text_hold_what_was_put_in(keys: list[str]) -> None:
    ids = [-1, 0, 2**63 - 1][: len(keys)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::bigint[], %s::text[]", [numbers(ids), printable(keys)])
        assert cursor.fetchone() == (ids, keys)


def test_a_batch_that_finds_another_version_than_it_locked_writes_nothing(table: Table) -> None:
    row = (
        f'[{{"id":{table.pk},"version_before":7,"version":8,"state":"","status":"open",'
        '"wake_ms":null}]'
    )
    event = f'[{{"table_id":{table.pk},"seq":8,"kind":"note","payload":{{}},"at_ms":1}}]'

    def work() -> Transaction[None]:
        yield [Query("SELECT 1", ())]
        yield Last([Query(WRITE_BATCH, (row, event, "[]", 1, "[]"))])

    with pytest.raises(psycopg.errors.SerializationFailure, match="0 of 1 tables"):
        run(work)
    assert not TableEvent.objects.filter(table_id=table.pk, seq=8).exists()
