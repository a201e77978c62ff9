"""Sessions of the database that hang: whoever waits gives up, and goes on with another."""

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection, transaction

from games.live import database
from games.live.database import connect, listen, reader_pool
from tests.running.hurting import hanging
from web.database import patience
from web.database.patience import let_statements_last

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.STATEMENT_TIMEOUT_SECONDS = settings.LOCK_TIMEOUT_SECONDS = 1
    monkeypatch.setattr(patience, "_SPARE_SECONDS", 0.5)
    monkeypatch.setattr(patience, "_SPARE_SECONDS_AT_PLAY", 0.5)


def ask() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def ours() -> Any:
    """A session as the runtime role has it; that of the tests is the owner's."""
    from games.running.dispatcher import _connect

    return _connect()


def test_a_session_that_hangs_is_given_up() -> None:
    open_one = ours()
    with hanging(open_one.info.backend_pid):
        with pytest.raises(psycopg.OperationalError, match="has not answered for"):
            open_one.execute("SELECT 1")
        assert open_one.closed


def test_a_pool_that_has_given_up_is_there_as_soon_as_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits meanwhile is served, and does not wait in vain until their time is up."""
    there = patience.connection_parameters()
    place = tmp_path / "socket"
    monkeypatch.setattr(database, "connection_parameters", lambda: there | {"host": str(place)})
    monkeypatch.setattr(database, "WAITS_SECONDS", 30)

    async def waiting() -> None:
        async with reader_pool(most=1) as pool:
            served = asyncio.create_task(pool.getconn())
            # So many that it has given up once.
            while not served.done() and pool.get_stats().get("connections_errors", 0) < 4:
                await asyncio.sleep(0.01)
            place.symlink_to(str(there["host"]))
            await pool.putconn(await served)

    asyncio.run(waiting())


def test_who_listens_is_not_given_up_for_silence() -> None:
    with ours() as open_one:
        open_one.execute("LISTEN silence")
        assert list(open_one.notifies(timeout=3)) == []
        assert open_one.execute("SELECT 1").fetchone() == (1,)


def test_the_play_doors_own_session_is_given_up_too() -> None:
    async def two_at_once(session: psycopg.AsyncConnection[Any]) -> None:
        async with session.pipeline():
            await session.execute("SELECT 1")
            await session.execute("SELECT 2")

    async def one() -> None:
        session = await connect(name="test")
        with hanging(session.info.backend_pid):
            with pytest.raises(psycopg.OperationalError, match="has not answered for"):
                await two_at_once(session)
            assert session.closed

    asyncio.run(one())


def test_a_readers_place_is_taken_by_another() -> None:
    async def one() -> None:
        async with reader_pool(most=1) as pool:
            async with pool.connection() as reader:
                first = reader.info.backend_pid
            with hanging(first):
                with pytest.raises(psycopg.OperationalError):
                    async with pool.connection() as reader:
                        await reader.execute("SELECT 1")
                async with pool.connection() as reader:
                    assert reader.info.backend_pid != first
                    await reader.execute("SELECT 1")

    asyncio.run(one())


def test_a_transaction_may_allow_itself_more_until_its_end() -> None:
    session = ours()
    with session.transaction():
        session.wait_for(60)
        session.execute("SET LOCAL statement_timeout = 0")
        assert session.execute("SELECT 1 FROM pg_sleep(2)").fetchone() == (1,)
    with hanging(session.info.backend_pid), pytest.raises(psycopg.OperationalError):
        session.execute("SELECT 1")


def test_django_takes_another_session_with_the_next_piece_of_work() -> None:
    first = ask()
    with psycopg.connect(f"host={connection.settings_dict['HOST']} user=postgres") as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", (first,))
    with pytest.raises(OperationalError):
        ask()
    close_old_connections()
    assert ask() != first


def test_it_works_where_the_migrating_role_does_it() -> None:
    with transaction.atomic():
        let_statements_last(60)
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            assert cursor.fetchone() == ("1min",)


def test_who_listens_hears_at_once_before_and_between_and_is_told_of_a_lost_connection() -> None:
    heard: list[str] = []

    async def one() -> None:
        session = await connect(name="test")
        with ours() as other:
            session.add_notify_handler(lambda told: heard.append(told.payload))
            await session.execute("LISTEN test_words")
            other.execute("NOTIFY test_words, 'before'")
            await session.execute("SELECT 1")
            ear = asyncio.create_task(listen(session, seconds=600))
            for word in ("one", "two"):
                other.execute("SELECT pg_notify('test_words', %s)", (word,))
            while len(heard) < 3:
                await asyncio.sleep(0.01)
            other.execute("SELECT pg_terminate_backend(%s)", (session.info.backend_pid,))
            with pytest.raises(psycopg.OperationalError):
                await ear

    asyncio.run(one())
    assert heard == ["before", "one", "two"]


def test_who_listens_is_done_in_time_and_may_ask_something_then() -> None:
    async def one() -> None:
        session = await connect(name="test")
        async with session:
            for _ in range(3):
                await listen(session, seconds=0.01)
                cursor = await session.execute("SELECT 1")
                assert await cursor.fetchone() == (1,)

    asyncio.run(one())
