"""Single statements in SQL of our own, on Django's connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

Values = Sequence[Any] | Mapping[str, Any] | None


def run(sql: str, values: Values = None) -> int:
    """How many rows it has written."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)


def rows(sql: str, values: Values = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def row(sql: str, values: Values = None) -> tuple[Any, ...]:
    """The one row that it gives."""
    (found,) = rows(sql, values)
    return found
