"""What the running application's database role may do, granted by the role that owns the tables."""

from typing import Any

from django.db import connections, migrations
from psycopg import sql

from web.database.sql_files import read_sql


def runtime_role() -> str:
    """The role the application runs as, or nothing when the login does not name one."""
    return str(connections["default"].settings_dict.get("USER") or "")


def grants_of(app: str) -> migrations.RunPython:
    """The step of a migration that runs `<app>/sql/grants.sql` for the role `{role}`.

    It does nothing where one role does everything: then only triggers and the audit stand between a
    fault and the books, which `check` warns about.
    """

    def grant(apps: Any, schema_editor: Any) -> None:
        role = runtime_role()
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT current_user")
            if role not in ("", cursor.fetchone()[0]):
                statements = sql.SQL(read_sql(app, "grants"))
                cursor.execute(statements.format(role=sql.Identifier(role)))

    return migrations.RunPython(grant)
