"""What a migration may not do to a house in which people play.

Its table is large and is being read and written, and for a while processes of the version before
run on. So nothing rewrites a table, reads it whole under a lock, or waits for a lock with everybody
behind it; and nothing goes or is renamed that the version before still names. What is made in the
same migration has no rows yet, and whatever is done to it is nobody's concern.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
from django.db import connection, models
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

# A migration names in `unread_since` the version that first did without what it takes away.
CONTRACTS = "unread_since"
_SQL = {
    r"\bcreate\s+(unique\s+)?index\s+(?!concurrently)": "an index without CONCURRENTLY",
    r"\b(re)?index\s+(table|index)\s+(?!concurrently)": "REINDEX without CONCURRENTLY",
    r"\bset\s+not\s+null\b": "SET NOT NULL reads the table under a lock",
    r"\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b": "another type rewrites the table",
    r"\bvacuum\s+full\b|\bcluster\s": "the table is rewritten",
    r"\block\s+table\b": "everybody waits",
    r"\badd\s+constraint\s+(?!.*\bnot\s+valid\b)[^;]*\b(check|foreign\s+key)\b": (
        "a constraint that is not NOT VALID reads the table under a lock"
    ),
    r"\brename\s+(column\s|constraint\s)?\S*\s*to\b": "the version before knows the old name",
}


def faults(migration: Migration, before: ProjectState) -> Iterator[str]:
    """What is wrong with it, each as a sentence. `before` is changed as it changes its models."""
    made: set[str] = set()
    kinds = {type(one) for one in migration.operations}
    concurrent = kinds & {AddIndexConcurrently, RemoveIndexConcurrently}
    if concurrent and migration.atomic:
        yield "CONCURRENTLY works outside transactions: atomic = False"
    if ops.RunPython in kinds and migration.atomic and len(kinds) > 1:
        yield "rows are changed in the transaction that holds the locks: a migration of its own"
    for operation in migration.operations:
        for fault in _faults(operation, migration, before, made):
            yield f"{operation.describe()}: {fault}"
        operation.state_forwards(migration.app_label, before)


def _faults(
    operation: Operation, migration: Migration, before: ProjectState, made: set[str]
) -> Iterator[str]:
    if isinstance(operation, ops.CreateModel):
        made.add(operation.name_lower)
        return
    if isinstance(operation, ops.SeparateDatabaseAndState):
        for one in operation.database_operations:
            yield from _faults(one, migration, before, made)
        return
    if isinstance(operation, ops.RunSQL):
        yield from _sql_faults(operation.sql)
        return
    named = getattr(operation, "model_name_lower", getattr(operation, "name_lower", ""))
    if named not in made:
        yield from _on_a_large_table(operation, migration, before)


def _on_a_large_table(
    operation: Operation, migration: Migration, before: ProjectState
) -> Iterator[str]:
    match operation:
        case AddIndexConcurrently() | RemoveIndexConcurrently() | AddConstraintNotValid():
            return
        case ops.AddIndex():
            yield "an index without CONCURRENTLY: AddIndexConcurrently"
        case ops.AddField():
            yield from _added(operation.field)
        case ops.AlterField():
            model = before.models[migration.app_label, operation.model_name_lower]
            yield from _altered(model.fields[operation.name], operation.field)
        case ops.AddConstraint() if not isinstance(operation.constraint, models.CheckConstraint):
            yield "its index is built under a lock: build it CONCURRENTLY, then USING INDEX"
        case ops.AddConstraint():
            yield "every row is read under a lock: AddConstraintNotValid, then ValidateConstraint"
        case ops.AlterUniqueTogether() | ops.AlterIndexTogether():
            yield "its index is built under a lock"
        case ops.RenameField() | ops.RenameModel() | ops.AlterModelTable():
            yield "the version before knows the old name: add, copy, and take away later"
        case ops.RemoveField() | ops.DeleteModel() if not hasattr(migration, CONTRACTS):
            yield f"does the version before do without it? Say since when: {CONTRACTS} = '…'"


def _added(field: Any) -> Iterator[str]:
    if field.many_to_many:
        return
    if not field.null and field.db_default is models.NOT_PROVIDED:
        yield "the version before writes rows without it: null=True or db_default"
    if field.unique or field.db_index:
        yield "its index is built under a lock: AddIndexConcurrently (db_index=False)"
    if field.remote_field is not None and field.db_constraint:
        yield "both tables are locked for its constraint: db_constraint=False, then NOT VALID"
    if getattr(field, "generated", False):
        yield "a stored column that is generated rewrites the table"


def _altered(old: Any, new: Any) -> Iterator[str]:
    if old.null and not new.null:
        yield "every row is read under a lock: a CHECK that is NOT VALID, validated, comes first"
    if _type(old) != _type(new) and not _is_wider(old, new):
        yield f"from {_type(old)} to {_type(new)} the table is rewritten"
    if (new.unique and not old.unique) or (new.db_index and not old.db_index):
        yield "its index is built under a lock: AddIndexConcurrently"


def _type(field: Any) -> str:
    return str(field.db_type(connection))


def _is_wider(old: Any, new: Any) -> bool:
    """A text that may be longer, or as long as it likes: only the catalogue changes."""
    if not isinstance(old, models.CharField):
        return False
    return isinstance(new, models.TextField) or (
        isinstance(new, models.CharField) and (new.max_length or 0) >= (old.max_length or 0)
    )


def _sql_faults(sql: Any) -> Iterator[str]:
    parts = [sql] if isinstance(sql, str) else [p if isinstance(p, str) else p[0] for p in sql]
    for text in parts:
        plain = re.sub(r"--[^\n]*|\$(\w*)\$.*?\$\1\$", " ", text, flags=re.DOTALL)
        for pattern, words in _SQL.items():
            if re.search(pattern, plain, re.IGNORECASE):
                yield words
