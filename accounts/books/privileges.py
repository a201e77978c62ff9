"""What the running roles of the database may do, granted by the role that owns the tables.

The web's role answers people and programs and plays; the worker's does what follows. What one of
them alone does is refused to the other. Where one role does both, it may do both.
"""

from typing import Any

from django.conf import settings
from psycopg import sql

from web.database.sql_files import read_sql
from web.database.tables_at_once import RunInDatabase

# Each begins with what all tables have in common or takes from it: the order matters.
_WITH_GRANTS = ("accounts", "games", "tournaments", "backoffice", "config")


def role_names() -> tuple[str, str]:
    """Under which names the web and the worker connect: the same where one role does both."""
    return settings.WEB_USER, settings.WORKER_USER


def grants_of(app: str) -> RunInDatabase:
    """The step of a migration that runs `<app>/sql/grants.sql` for the roles `{web}`, `{worker}`.

    It does nothing where the owner does everything: then only triggers and the audit stand between
    a fault and the books, which `check` warns about.
    """

    def grant(apps: Any, schema_editor: Any) -> None:
        with schema_editor.connection.cursor() as cursor:
            _grant(cursor, app)

    return RunInDatabase(grant)


def grant_everything(cursor: Any) -> None:
    """The same for all apps once more: roles that were named after the tables were made."""
    for app in _WITH_GRANTS:
        _grant(cursor, app)


def _grant(cursor: Any, app: str) -> None:
    web, worker = role_names()
    cursor.execute("SELECT current_user")
    if cursor.fetchone()[0] not in (web, worker):
        statements = sql.SQL(read_sql(app, "grants"))
        cursor.execute(statements.format(web=sql.Identifier(web), worker=sql.Identifier(worker)))
