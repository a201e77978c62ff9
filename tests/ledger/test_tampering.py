"""A taken-over application cannot touch the books; whoever owns them cannot do so unnoticed."""

from collections import Counter
from typing import Any

import psycopg
import pytest

from accounts.books.posting import POST_SQL, post_parameters, post_transfer
from accounts.ledger import TransferPlan
from tests.ledger import attacks
from tests.ledger.books import balances, committed, fault_codes, player, session, stack

pytestmark = committed

Connection = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture
def books() -> tuple[int, int]:
    """Anna has 70 chips, Berta 30."""
    anna, berta = stack(100), stack()
    post_transfer(key="settle:1", kind="round", postings=[(anna, -30), (berta, 30)])
    return anna, berta


REFUSED = {"42501": "insufficient_privilege", "23503": "foreign_key_violation"}


def everything() -> list[list[tuple[Any, ...]]]:
    """All rows of the ledger, for comparison."""
    tables = ("chip_account", "chip_transfer", "chip_posting", "accounts_player")
    with session("owner") as owner:
        return [owner.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in tables]


def test_the_running_application_is_refused_every_one_of_these(books: tuple[int, int]) -> None:
    """P2"""
    before = everything()
    refused: Counter[str] = Counter()
    for statement in attacks.ALL:
        with session() as app, pytest.raises(psycopg.Error) as error:
            app.execute(statement)
        # For want of a right, that is: not because the attack has a typing error.
        assert error.value.sqlstate in REFUSED, f"{statement}: {error.value}"
        refused[error.value.sqlstate] += 1
    assert refused.total() == len(attacks.ALL) >= 70
    assert everything() == before
    assert fault_codes() == set()


SHADOWS = (
    # What the posting function would see if it looked in the caller's temporary schema first.
    "CREATE TEMP TABLE chip_account AS SELECT id, kind, player_id, ref, currency,"
    " 1000000::bigint AS balance, version FROM public.chip_account",
    "CREATE TEMP TABLE chip_transfer (LIKE public.chip_transfer INCLUDING ALL)",
    "CREATE TEMP TABLE chip_posting (LIKE public.chip_posting INCLUDING ALL)",
    "CREATE TEMP VIEW chip_account AS SELECT * FROM public.chip_account",
    "CREATE FUNCTION pg_temp.ledger_move(bigint, text, text, bigint[], bigint[]) RETURNS void"
    " LANGUAGE sql AS ''",
    "CREATE FUNCTION pg_temp.ledger_check(text, bigint[], bigint[]) RETURNS void"
    " LANGUAGE sql AS ''",
    "CREATE FUNCTION pg_temp.cardinality(bigint[]) RETURNS int LANGUAGE sql AS 'SELECT 0'",
    "CREATE OPERATOR pg_temp.+ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = int8mi)",
    "CREATE OPERATOR pg_temp.>= (LEFTARG = bigint, RIGHTARG = int, FUNCTION = int84ne)",
    "CREATE DOMAIN pg_temp.bigint AS text",
    "SET plpgsql.variable_conflict = 'use_column'",
    "SET default_transaction_read_only = off",
    "SET row_security = off",
    "SET CONSTRAINTS ALL DEFERRED",
)


@pytest.mark.parametrize("path", ["pg_temp, public", "pg_temp, pg_catalog, public", "public"])
def test_nothing_a_session_puts_in_the_way_changes_what_is_posted(
    books: tuple[int, int], path: str
) -> None:
    anna, berta = books
    theft = TransferPlan.of(key="theft", kind="round", postings=[(anna, -71), (berta, 71)])
    honest = 0
    for shadow in SHADOWS:
        with session() as app:
            try:
                app.execute(shadow)
            except psycopg.errors.InsufficientPrivilege:
                continue
            app.execute(f"SET search_path = {path}")
            function = POST_SQL.replace("ledger_post", "public.ledger_post")
            with pytest.raises(psycopg.Error) as refusal:
                app.execute(function, post_parameters(theft))
            assert refusal.value.diag.message_primary == "insufficient_chips", shadow
            honest += 1
            back = TransferPlan.of(
                key=f"honest:{honest}", kind="round", postings=[(anna, -1), (berta, 1)]
            )
            app.execute(function, post_parameters(back))
        assert balances(anna, berta) == [70 - honest, 30 + honest], shadow
    assert honest >= 10
    assert fault_codes() == set()


def unguarded(owner: Connection, *statements: str) -> None:
    """Run `statements` as the owner with the ledger's own triggers off, and put them on again."""
    tables = ("chip_account", "chip_transfer", "chip_posting")
    for table in tables:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    for statement in statements:
        owner.execute(statement)
    for table in tables:
        owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE chip_posting SET amount = amount + 1",
        "UPDATE chip_transfer SET memo = '{}'",
        "UPDATE chip_account SET kind = 'house'",
        "UPDATE chip_account SET ref = 'x'",
        "DELETE FROM chip_posting",
        "DELETE FROM chip_transfer",
        "DELETE FROM chip_account",
        "INSERT INTO chip_transfer (key, kind) VALUES ('empty', 'round')",
        "UPDATE chip_account SET balance = -1 WHERE kind = 'tournament_stack'",
        "INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)"
        " SELECT transfer_id, account_id, 5, 5, account_version FROM chip_posting",
        "WITH made AS (INSERT INTO chip_transfer (key, kind) VALUES ('uneven', 'round')"
        " RETURNING id) INSERT INTO chip_posting"
        " (transfer_id, account_id, amount, balance_after, account_version)"
        " SELECT made.id, account.id, 5, 5, 99 FROM made, chip_account account",
    ],
)
def test_the_guards_hold_even_for_the_owner(books: tuple[int, int], statement: str) -> None:
    before = everything()
    with session("owner") as owner, pytest.raises(psycopg.Error):
        owner.execute(statement)
    assert everything() == before


@pytest.mark.parametrize(
    ("faults", "statements"),
    [
        ({"balance_drifted", "chips_not_conserved"}, ["UPDATE chip_account SET balance = 5"]),
        (
            {"balance_drifted"},  # a matched pair conserves the sum
            [
                "UPDATE chip_account SET balance = balance + 9 WHERE balance = 70",
                "UPDATE chip_account SET balance = balance - 9 WHERE balance = 30",
            ],
        ),
        ({"postings_missing"}, ["UPDATE chip_account SET version = version + 1"]),
        (
            {"balance_drifted", "posting_chain_broken", "unbalanced_transfer"},
            ["UPDATE chip_posting SET amount = 31 WHERE amount = 30"],
        ),
        (
            {"posting_chain_broken"},
            ["UPDATE chip_posting SET balance_after = 99 WHERE amount = 30"],
        ),
        (
            {"posting_chain_broken"},
            ["UPDATE chip_posting SET account_version = 9 WHERE amount = 30"],
        ),
        (
            {"balance_drifted", "postings_missing", "unbalanced_transfer"},
            ["DELETE FROM chip_posting WHERE amount = 30"],
        ),
        (
            {"balance_drifted", "postings_missing"},  # a whole transfer made undone
            [
                "DELETE FROM chip_posting WHERE abs(amount) = 30",
                "DELETE FROM chip_transfer WHERE key = 'settle:1'",
            ],
        ),
        (
            {"balance_drifted", "postings_missing", "unbalanced_transfer"},
            [
                "INSERT INTO chip_posting"
                " (transfer_id, account_id, amount, balance_after, account_version)"
                " SELECT min(transfer_id), max(account_id), 5, 35, 2 FROM chip_posting"
            ],
        ),
        (
            {"kind_may_not_mint", "transfer_without_cause"},
            ["UPDATE chip_transfer SET kind = 'settle'"],
        ),
        (
            {"postings_without_transfer", "schema_missing"},
            [
                "DO $$ DECLARE name text; BEGIN"
                " SELECT conname INTO name FROM pg_constraint WHERE contype = 'f'"
                " AND conrelid = 'chip_posting'::regclass"
                " AND confrelid = 'chip_transfer'::regclass;"
                " EXECUTE format('ALTER TABLE chip_posting DROP CONSTRAINT %I', name); END $$",
                "DELETE FROM chip_transfer WHERE key = 'settle:1'",
            ],
        ),
        (
            {"negative_balance", "balance_drifted", "chips_not_conserved", "schema_missing"},
            [
                "ALTER TABLE chip_account DROP CONSTRAINT chip_account_not_negative",
                "UPDATE chip_account SET balance = -5 WHERE balance = 30",
            ],
        ),
        (
            {"mixed_currencies", "chips_not_conserved"},
            ["UPDATE chip_account SET ref = 'tournament:3' WHERE kind = 'mint'"],
        ),
        (
            {"schema_differs"},
            [f"ALTER FUNCTION {attacks.POST} SET search_path = public"],
        ),
        (
            {"schema_differs"},
            [f"ALTER FUNCTION {attacks.POST} RESET search_path"],
        ),
        (
            {"schema_differs"},
            [
                "CREATE OR REPLACE FUNCTION ledger_require_balance() RETURNS trigger"
                " LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp"
                " AS 'BEGIN RETURN NULL; END'"
            ],
        ),
    ],
)
def test_what_an_owner_does_with_the_guards_off_is_found(
    books: tuple[int, int], faults: set[str], statements: list[str], restored_schema: None
) -> None:
    with session("owner") as owner:
        unguarded(owner, *statements)
    assert fault_codes() == faults


@pytest.mark.parametrize("table", ["chip_account", "chip_transfer", "chip_posting"])
def test_a_guard_left_off_is_found(table: str, restored_schema: None) -> None:
    with session("owner") as owner:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    assert fault_codes() == {"schema_differs"}


def test_the_owner_may_empty_the_ledger_as_a_whole_and_nobody_else_may(
    books: tuple[int, int],
) -> None:
    tables = (
        "chip_account, chip_transfer, chip_posting, chip_correction, restitution, restitution_line"
    )
    with session("superuser") as admin:
        admin.execute(f"GRANT TRUNCATE ON {tables} TO jeton_worker")
    with session() as app, pytest.raises(psycopg.Error, match="append_only"):
        app.execute(f"TRUNCATE {tables}")
    with session("superuser") as admin:
        admin.execute(f"REVOKE TRUNCATE ON {tables} FROM jeton_worker")
    with session("owner") as owner:
        owner.execute(f"TRUNCATE {tables}")
    assert fault_codes() == set()


def test_tables_made_later_are_open_to_the_application_and_the_ledger_stays_closed() -> None:
    with session("owner") as owner:
        owner.execute("CREATE TABLE made_later (id bigint GENERATED BY DEFAULT AS IDENTITY)")
    try:
        with session() as app:
            app.execute("INSERT INTO made_later DEFAULT VALUES")
            app.execute("UPDATE made_later SET id = 5")
            app.execute("DELETE FROM made_later")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute("TRUNCATE made_later")
    finally:
        with session("owner") as owner:
            owner.execute("DROP TABLE made_later")


def test_the_application_cannot_grant_itself_what_it_lacks() -> None:
    stack(10)
    with session() as app:
        app.execute("GRANT ALL ON chip_account TO CURRENT_USER")  # PostgreSQL only warns
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("UPDATE chip_account SET balance = 1000000")


def test_a_player_with_chips_cannot_be_deleted() -> None:
    owner = player("anna")
    stack(10, owner=owner)
    with session() as app, pytest.raises(psycopg.errors.ForeignKeyViolation):
        app.execute("DELETE FROM accounts_player WHERE id = %s", [owner.pk])
