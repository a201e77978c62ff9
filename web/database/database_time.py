"""The time by which deadlines are judged: one clock for all processes of a platform."""

from __future__ import annotations

import datetime as dt

from django.db import connection


def database_now() -> dt.datetime:
    """The database's clock at this moment; it goes on within a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    found: dt.datetime = now
    return found
