"""Fixtures of the ledger's tests."""

from collections.abc import Iterator

import pytest

from tests.ledger.books import session
from web.database.sql_files import read_sql

LEDGER_TABLES = ("chip_posting", "chip_transfer", "chip_account")


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
            owner.execute(read_sql("accounts", name))
        for table in LEDGER_TABLES:
            owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
