"""A way to post very many transfers in a few statements, and leave for the application to use it."""

from django.db import migrations
from psycopg import sql

from accounts.privileges import runtime_role
from accounts.sql import read

FUNCTION = "ledger_post_set(text[], text[], int[], bigint[], bigint[], bigint[], jsonb[])"


def grant(apps, schema_editor):
    role = runtime_role()
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if role in ("", cursor.fetchone()[0]):
            return
        statement = sql.SQL("GRANT EXECUTE ON FUNCTION " + FUNCTION + " TO {}")
        cursor.execute(statement.format(sql.Identifier(role)))


class Migration(migrations.Migration):

    dependencies = [("accounts", "0005_people_with_each_other")]

    operations = [
        migrations.RunSQL(read("ledger_post_set"), "DROP FUNCTION " + FUNCTION),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
