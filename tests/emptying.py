"""Emptying the database after a test that has committed: what it filled, instead of every table.

Django truncates all tables and tells all apps that they were migrated, which takes longer than most
of the tests do.
"""

from typing import Any

import psycopg
from django.db import connections
from psycopg.sql import SQL, Identifier

Admin = psycopg.Connection[tuple[Any, ...]]


class Emptier:
    """Takes out what was put in since it was made; `socket_dir` is that of the run's cluster."""

    def __init__(self, socket_dir: str) -> None:
        self._socket_dir = socket_dir
        with self._admin() as admin:
            self._at_first = _filled(admin)

    def __call__(self) -> bool:
        """False, and nothing done, when what migrating has left is not there as it was."""
        with self._admin() as admin:
            filled = _filled(admin)
            if any(filled.get(table) != count for table, count in self._at_first.items()):
                return False
            # Neither the guards of append-only tables nor references between rows are asked.
            admin.execute("SET LOCAL session_replication_role = replica")
            admin.execute("SET LOCAL lock_timeout = '5s'")
            for table in filled.keys() - self._at_first.keys():
                admin.execute(SQL("DELETE FROM {}").format(Identifier(table)))
            return True

    def _admin(self) -> Admin:
        name = connections["owner"].settings_dict["NAME"]
        return psycopg.connect(host=self._socket_dir, user="postgres", dbname=name)


def _filled(admin: Admin) -> dict[str, int]:
    """The tables that hold rows, and how many."""
    tables = connections["owner"].introspection.django_table_names()
    each = SQL("SELECT {}, count(*) FROM {} HAVING count(*) > 0")
    asked = SQL(" UNION ALL ").join(each.format(table, Identifier(table)) for table in tables)
    return dict(admin.execute(asked).fetchall())
