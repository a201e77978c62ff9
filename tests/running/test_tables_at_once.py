"""A first migration makes its tables in one go, with all that it adds to them later."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections, migrations, models
from django.db.migrations.state import ProjectState

from web.database.tables_at_once import TablesAtOnce

OLD = migrations.CreateModel("Old", [("id", models.BigAutoField(primary_key=True))])
KEY = ("id", models.BigAutoField(primary_key=True))
NOTHING = migrations.RunSQL("SELECT 1")


class Made(TablesAtOnce):
    """An older table, and after something else a new one to which each kind of thing is added."""

    operations = (
        OLD,
        NOTHING,
        migrations.CreateModel("New", [KEY]),
        migrations.AddField("New", "old", models.ForeignKey("made.Old", models.CASCADE)),
        migrations.AddField("New", "size", models.IntegerField()),
        migrations.AddIndex("New", models.Index(fields=["size"], name="new_size")),
        migrations.AddConstraint(
            "New", models.CheckConstraint(condition=models.Q(size__gt=0), name="new_some")
        ),
        migrations.AddField("Old", "told", models.TextField(default="")),
    )


@pytest.fixture
def made() -> Iterator[Any]:
    connection = connections["owner"]
    with connection.schema_editor() as editor:
        Made("0001_initial", "made").apply(ProjectState(), editor)
    yield connection
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE made_new, made_old")


@pytest.mark.django_db(databases=["owner"], transaction=True)
def test_a_new_table_has_what_its_row_adds_and_an_older_one_gets_it(made: Any) -> None:
    with made.cursor() as cursor:
        look = made.introspection
        columns = {
            name: [column.name for column in look.get_table_description(cursor, name)]
            for name in ("made_old", "made_new")
        }
        found = look.get_constraints(cursor, "made_new")
    assert columns == {"made_old": ["id", "told"], "made_new": ["id", "old_id", "size"]}
    assert found["new_some"]["check"]
    assert found["new_size"]["index"]
    references = [one["foreign_key"] for one in found.values() if one["foreign_key"]]
    assert references == [("made_old", "id")]
