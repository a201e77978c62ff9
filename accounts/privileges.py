"""What the running application's database role may do, granted by the role that owns the tables."""

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from accounts.sql import read


def runtime_role() -> str:
    """The role the application runs as, or nothing when the login does not name one."""
    return str(connections["default"].settings_dict.get("USER") or "")


def grant_runtime_role(connection: BaseDatabaseWrapper, *, role: str) -> bool:
    """Give `role` the ordinary tables, and of the ledger no more than reading and posting.

    Returns False and does nothing where one role does everything: then only triggers and the audit
    stand between a fault and the books, which `check` warns about.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if role in ("", cursor.fetchone()[0]):
            return False
        cursor.execute(sql.SQL(read("runtime_role")).format(role=sql.Identifier(role)))
    return True
