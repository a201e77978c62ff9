"""Every migration after a version's first tables may be run while people play."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import connections, migrations, models
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models.signals import pre_migrate

from tests.architecture.migration_rules import faults
from tests.architecture.sources import ROOT


def test_every_migration_of_ours_may_be_run_while_people_play() -> None:
    loader = MigrationLoader(None)
    ours = {path.parent.name for path in ROOT.glob("*/migrations")}
    found = [
        f"{app}.{name}: {fault}"
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if app in ours and not migration.initial
        for fault in faults(migration, loader.project_state(migration.dependencies))
    ]
    assert found == []


def house() -> ProjectState:
    """A table with many rows, as a migration finds it."""
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=40, null=True)),
        ("chips", models.IntegerField()),
    ]
    state = ProjectState()
    state.add_model(ModelState("games", "Table", fields))
    return state


def found(*operations: Any, **said: Any) -> list[str]:
    kind = type("Toy", (Migration,), {"operations": list(operations), **said})
    return list(faults(kind("0002_toy", "games"), house()))


def field(kind: Any = models.IntegerField, **options: Any) -> ops.AddField:
    return ops.AddField("table", "more", kind(**options))


INDEX = models.Index(fields=["name"], name="by_name")
CHECK = models.CheckConstraint(condition=models.Q(chips__gte=0), name="no_debts")
NAME = models.CharField(max_length=40)
TO_IT = {"to": "games.table", "on_delete": models.CASCADE}


@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        (ops.AddIndex("table", INDEX), "without CONCURRENTLY"),
        (AddIndexConcurrently("table", INDEX), "atomic = False"),
        (field(), "null=True or db_default"),
        (field(default=7), "null=True or db_default"),
        (field(null=True, unique=True), "index is built under a lock"),
        (field(models.ForeignKey, null=True, db_index=False, **TO_IT), "constraint"),
        (ops.AlterField("table", "name", NAME), "every row is read"),
        (ops.AlterField("table", "chips", models.BigIntegerField()), "rewritten"),
        (ops.AlterField("table", "name", models.CharField(max_length=9, null=True)), "rewritten"),
        (ops.AddConstraint("table", CHECK), "AddConstraintNotValid"),
        (
            ops.AddConstraint("table", models.UniqueConstraint(fields=["name"], name="one")),
            "USING INDEX",
        ),
        (ops.RenameField("table", "name", "title"), "the old name"),
        (ops.RenameModel("Table", "Desk"), "the old name"),
        (ops.RemoveField("table", "name"), "unread_since"),
        (ops.DeleteModel("Table"), "unread_since"),
        (ops.RunSQL("CREATE UNIQUE INDEX one ON games_table (name)"), "without CONCURRENTLY"),
        (ops.RunSQL(["ALTER TABLE games_table ALTER name SET NOT NULL"]), "SET NOT NULL"),
        (ops.RunSQL("ALTER TABLE games_table ALTER COLUMN chips TYPE bigint"), "rewrites"),
        (ops.RunSQL("LOCK TABLE games_table"), "everybody waits"),
        (
            ops.RunSQL("ALTER TABLE games_table ADD CONSTRAINT c CHECK (chips > 0)"),
            "NOT VALID",
        ),
        (ops.RunSQL("ALTER TABLE games_table RENAME COLUMN name TO title"), "the old name"),
        (
            ops.SeparateDatabaseAndState(database_operations=[ops.AddIndex("table", INDEX)]),
            "without CONCURRENTLY",
        ),
    ],
)
def test_what_would_stop_play_is_found(operation: Any, fault: str) -> None:
    assert [one for one in found(operation) if fault in one], found(operation)


def test_rows_are_not_changed_under_the_locks_of_a_change_of_tables() -> None:
    both = (ops.RunPython(migrations.RunPython.noop), field(null=True))
    assert len(found(*both)) == 1
    assert found(*both, atomic=False) == []


@pytest.mark.parametrize(
    "operation",
    [
        field(null=True),
        field(db_default=0),
        ops.AlterField("table", "name", models.CharField(max_length=80, null=True)),
        ops.AlterField("table", "name", models.TextField(null=True)),
        AddConstraintNotValid("table", CHECK),
        ops.RunSQL("CREATE INDEX CONCURRENTLY i ON games_table (name) -- no CREATE INDEX i"),
        ops.RunSQL("ALTER TABLE games_table ADD CONSTRAINT c CHECK (chips > 0) NOT VALID"),
        ops.CreateModel("New", [("id", models.BigAutoField(primary_key=True))]),
    ],
)
def test_what_stops_nobody_is_let_through(operation: Any) -> None:
    assert found(operation) == []


def test_an_index_beside_play_and_one_on_a_new_table_are_let_through() -> None:
    assert found(AddIndexConcurrently("table", INDEX), atomic=False) == []
    new = ops.CreateModel("New", [("id", models.BigAutoField(primary_key=True)), ("name", NAME)])
    assert found(new, ops.AddIndex("new", INDEX)) == []
    assert found(ops.RemoveField("table", "name"), unread_since="1.1.0") == []


@pytest.mark.django_db(databases=["default", "owner"])
def test_a_migration_waits_for_a_lock_no_longer_than_players_do() -> None:
    """Whoever waits for a table's lock has everybody behind them who comes later."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 0")
        pre_migrate.send(sender=None, using="owner")
        cursor.execute("SELECT current_setting('lock_timeout')")
        assert cursor.fetchone() == (f"{settings.LOCK_TIMEOUT_SECONDS:g}s",)
        cursor.execute("SET LOCAL lock_timeout = '2min'")
        pre_migrate.send(sender=None, using="owner")
        cursor.execute("SELECT current_setting('lock_timeout')")
        assert cursor.fetchone() == ("2min",)


BEGUN_TWICE = """
SELECT s.relname || ' begins ' || l.relname
FROM pg_index AS short JOIN pg_class AS s ON s.oid = short.indexrelid
JOIN pg_index AS long ON long.indrelid = short.indrelid AND long.indexrelid <> short.indexrelid
JOIN pg_class AS l ON l.oid = long.indexrelid
JOIN pg_class AS t ON t.oid = short.indrelid AND t.relnamespace = 'public'::regnamespace
WHERE NOT short.indisunique AND short.indpred IS NULL AND long.indpred IS NULL
  AND short.indexprs IS NULL AND long.indexprs IS NULL
  AND (long.indkey::text || ' ') LIKE (short.indkey::text || ' %')
  AND (long.indclass::text || ' ') LIKE (short.indclass::text || ' %')
"""
# Made by libraries, which say nothing about their indexes: few rows, seldom written.
OF_LIBRARIES = ("account_", "auth_", "accounts_player_", "tournaments_series_follows")


@pytest.mark.django_db
def test_no_index_is_the_beginning_of_another() -> None:
    """Each is written with every row: a foreign key that a constraint begins with needs no own."""
    with connections["default"].cursor() as cursor:
        cursor.execute(BEGUN_TWICE)
        found = [line for (line,) in cursor.fetchall() if not line.startswith(OF_LIBRARIES)]
    assert found == []
