"""Fixtures of the ledger's tests."""

from collections.abc import Iterator

import pytest
from django.db import connections
from django.test import TransactionTestCase

from accounts.sql import read
from tests.ledger.books import session

LEDGER_TABLES = ("chip_posting", "chip_transfer", "chip_account")


@pytest.fixture(scope="package", autouse=True)
def _emptied_quickly() -> Iterator[None]:
    """These tests commit players, chips and audits, nothing else: remove those after each of them.

    Emptying every table of the platform instead, as committing tests do, takes ten times as long.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: _remove_players())
        yield


def _remove_players() -> None:
    with connections["owner"].cursor() as owner:
        owner.execute("SET lock_timeout = '5s'")
        for table in LEDGER_TABLES:
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            owner.execute(f"DELETE FROM {table}")
            owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        owner.execute("DELETE FROM audit_run")
        owner.execute("DELETE FROM accounts_player")


@pytest.fixture
def restored_schema(transactional_db: None) -> Iterator[None]:
    """Puts back what a test broke in the ledger's schema: constraints, functions, triggers."""
    definitions = (
        "SELECT conname, conrelid::regclass::text, pg_get_constraintdef(oid)"
        " FROM pg_constraint WHERE conrelid::regclass::text LIKE 'chip\\_%'"
    )
    with session("owner") as owner:
        before = set(owner.execute(definitions).fetchall())
    yield
    with session("owner") as owner:
        owner.execute("TRUNCATE chip_account, chip_transfer, chip_posting CASCADE")
        for name, table, definition in before - set(owner.execute(definitions).fetchall()):
            owner.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
        for name in ("ledger_account", "ledger_post", "ledger_post_set", "ledger_guards"):
            owner.execute(read(name))
        for table in LEDGER_TABLES:
            owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
