"""Asking the database in SQL of our own."""

from typing import Any

from django.db import connection


def rows(statement: str, values: Any = None) -> list[Any]:
    """Every row of the answer, as a tuple."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def run(statement: str, values: Any = None) -> int:
    """For what answers nothing: how many rows it was done to."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def row(statement: str, values: Any = None) -> tuple[Any, ...]:
    (found,) = rows(statement, values)
    return tuple(found)
