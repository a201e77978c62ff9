"""A first migration that makes its tables in one go.

After each operation Django renders the models it touched anew, and with them all that refer to
them. Everything refers to players, so a hundred tables took most of the time of a first start.
What is written here is rendered once for a row of operations that only add.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.db.migrations import AddConstraint, AddIndex, CreateModel, Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

# None of these is written otherwise because of what follows it in the same row.
_ADDING = (CreateModel, AddConstraint, AddIndex)


class TablesAtOnce(Migration):
    """What a row of equal operations makes is there for Django once all of them have been told."""

    def apply(self, project_state: ProjectState, *arguments: Any, **options: Any) -> ProjectState:
        vars(self)["operations"] = list(_in_rows(self.operations))
        return super().apply(project_state, *arguments, **options)


def _in_rows(operations: Sequence[Operation]) -> Iterator[Operation]:
    for kind, row in groupby(operations, key=type):
        if kind in _ADDING:
            yield _Row(list(row))
        else:
            yield from row


class _Row(Operation):
    def __init__(self, operations: list[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        vars(state).pop("apps", None)  # rendered when it is asked for, after all of them
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, *arguments: Any) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, *arguments)

    def describe(self) -> str:
        return "; ".join(operation.describe() for operation in self.operations)
