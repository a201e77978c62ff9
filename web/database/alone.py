"""Work that counts first and then adds what is missing: one process at a time may be at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connections


@contextmanager
def alone_at(work: str) -> Iterator[bool]:
    """Whether nobody else is at this work; it ends with the connection of who was."""
    session = connections[settings.SESSIONS]
    with session.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [f"jeton.{work}"])
        (is_alone,) = cursor.fetchone()
    try:
        yield is_alone
    finally:
        if is_alone:
            with session.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtext(%s))", [f"jeton.{work}"])
