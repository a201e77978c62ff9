"""Work that counts first and then adds what is missing: one process at a time may be at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def alone_at(work: str) -> Iterator[bool]:
    """Whether nobody else is at this work; it ends with the connection of who was."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [f"jeton.{work}"])
        (is_alone,) = cursor.fetchone()
    try:
        yield is_alone
    finally:
        if is_alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtext(%s))", [f"jeton.{work}"])
