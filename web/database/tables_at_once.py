"""A first migration that makes its tables in one go.

After each operation Django renders the models it touched anew, and with them all that refer to
them. Everything refers to players, so a hundred tables took most of the time of a first start.
What is written here is rendered once for a row of operations that make tables and add to them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.db import migrations, router
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

# Each may be told before any is made: none is written otherwise because of the others. References
# are made when the migration ends, so that tables may come in any order.
_TOLD_FIRST = (
    migrations.CreateModel,
    migrations.AddField,
    migrations.AddConstraint,
    migrations.AddIndex,
)


class TablesAtOnce(migrations.Migration):
    """What a row of equal operations makes is there for Django once all of them have been told."""

    def apply(self, project_state: ProjectState, *arguments: Any, **options: Any) -> ProjectState:
        vars(self)["operations"] = list(_in_rows(self.operations))
        return super().apply(project_state, *arguments, **options)


def _in_rows(operations: Sequence[Operation]) -> Iterator[Operation]:
    for is_told_first, some in groupby(operations, key=lambda one: isinstance(one, _TOLD_FIRST)):
        if is_told_first:
            yield _Row(list(some))
        else:
            yield from some


class _Row(Operation):
    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        vars(state).pop("apps", None)  # rendered when it is asked for, after all of them
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, *arguments: Any) -> None:
        """A table is made with all that the row adds to it, so only what older ones get is added.

        Both are made of the state after the row, in which a new table has everything.
        """
        made = {
            one.name_lower for one in self.operations if isinstance(one, migrations.CreateModel)
        }
        for operation in self.operations:
            is_made = getattr(operation, "model_name_lower", None) in made
            if not is_made:
                operation.database_forwards(app_label, *arguments)

    def describe(self) -> str:
        return "; ".join(operation.describe() for operation in self.operations)


class RunInDatabase(migrations.RunPython):
    """Code that asks for no models, so none are rendered for it."""

    def database_forwards(self, app_label: str, schema_editor: Any, *_states: ProjectState) -> None:
        if router.allow_migrate(schema_editor.connection.alias, app_label):
            code: Any = self.code
            code(None, schema_editor)
