"""Trouble with the database that is nobody's fault: it is away, full, or two wanted the same.

Nothing was done, and the same again may well succeed. Django's errors and psycopg's own are told
apart by nobody: some code talks to one, some to the other.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import psycopg
from django.db import Error, InterfaceError, OperationalError, connection

T = TypeVar("T")

# A serialisation failure and a deadlock: somebody else was let through, now it is our turn.
CROSSED = ("40001", "40P01")
# What PostgreSQL files under internal errors: our transaction lay idle too long, or was to write
# where a successor has taken over.
_NOT_OURS = ("25P03", "25P04", "25006")
_AWAY = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
_FULL = "53100"
ATTEMPTS_MAX = 5


def state_of(error: BaseException) -> str:
    """PostgreSQL's five characters for what went wrong; "" where it said nothing."""
    for one in (error, error.__cause__):
        if isinstance(one, psycopg.Error):
            return one.sqlstate or ""
    return ""


def is_trouble(error: BaseException | None) -> bool:
    """Whether the database could not be had, rather than being asked something wrong."""
    if isinstance(error, _AWAY):
        return True
    return isinstance(error, Error | psycopg.Error) and state_of(error) in _NOT_OURS


def code_of(error: BaseException) -> str:
    """By which code callers are told of such trouble; in any case nothing was done."""
    return "no_room" if state_of(error) == _FULL else "busy"


def again(work: Callable[[], T], *, states: Sequence[str] = CROSSED) -> T:
    """`work`, a whole transaction, once more from its start when it crossed with another one.

    Within a transaction of somebody else's there is no second attempt: it is theirs to make.
    """
    for attempt in range(1, ATTEMPTS_MAX + 1):
        try:
            return work()
        except Error as error:
            if state_of(error) not in states or attempt == ATTEMPTS_MAX:
                raise
            if connection.in_atomic_block:
                raise
            time.sleep(random.uniform(0.002, 0.02) * attempt)  # noqa: S311 - jitter, no secret
    raise AssertionError("unreachable")
