"""Pages that may be a second old, read from a replica where there is one (`DATABASE_REPLICA_URL`).

How old the replica is, is known and not guessed: PostgreSQL numbers the places of its log. Whoever
has signed in sees all that was committed when they asked, so what they have just written, through
whichever door, process or token; the replica is given a moment to catch up. Whoever has not sees
what was committed a second ago at least. Where the replica has not come so far, is away, is of
another cluster or has become a primary itself, the primary is read, as by everything that is not
marked.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Model
from django.http import HttpRequest

from web.database import sql
from web.database.patience import PatientConnection
from web.database.trouble import is_trouble

View = TypeVar("View", bound=Callable[..., Any])

REPLICA = "replica"  # the alias
OLD_SECONDS = 1.0
AWAY_SECONDS = 5.0  # so long nobody knocks again
# How often it is asked again whether it has come so far; once it had not, for a while not at all.
PAUSES = (0.001, 0.003, 0.006, 0.01, 0.02)
ANSWERS_SECONDS = 1.0

# Flushed, since what was acknowledged is; the log's end may wait for others' transactions.
_WRITTEN = "SELECT system_identifier, pg_current_wal_flush_lsn()::text FROM pg_control_system()"
_BEHIND = (
    "SELECT pg_is_in_recovery() AND system_identifier = %s,"
    " greatest(%s::pg_lsn - pg_last_wal_replay_lsn(), 0) FROM pg_control_system()"
)

# A cluster by its number, since places of another's log say nothing, and a place of its log.
Place = tuple[int, str]

_is_read: ContextVar[bool] = ContextVar("jeton_replica_is_read", default=False)


class _Known:
    """What this process knows: where the primary was within the last second, how the replica is."""

    def __init__(self) -> None:
        self.marks: list[tuple[float, Place]] = []
        self.away_until = self.behind_until = 0.0


_known = _Known()


class Router:
    """Reads of a marked page go to the replica. Whatever writes, or goes on later, does not."""

    def db_for_read(self, _model: type[Model], **hints: Any) -> str | None:
        return REPLICA if _is_read.get() else self.db_for_write(_model, **hints)

    def db_for_write(self, _model: type[Model], **hints: Any) -> str | None:
        instance = hints.get("instance")
        return DEFAULT_DB_ALIAS if instance is not None and instance._state.db == REPLICA else None

    def allow_relation(self, one: Model, other: Model, **_hints: Any) -> bool | None:
        return True if {one._state.db, other._state.db} <= {DEFAULT_DB_ALIAS, REPLICA} else None

    def allow_migrate(self, db: str, _app_label: str, **_hints: Any) -> bool | None:
        return False if db == REPLICA else None


def may_be_old(view: View) -> View:
    """For a page, or an API view's method, that only reads, and of which a second does not matter.

    Around whatever names its content (`condition`). What ends without an answer is asked again of
    the primary: the replica may fail meanwhile, or not know yet what somebody was told of.
    """

    @wraps(view)
    def read(*given: Any, **named: Any) -> Any:
        request = given[0] if isinstance(given[0], HttpRequest) else given[1]
        # Who asks, and with which rights, is read from the primary, here at the latest.
        is_somebody = request.user.is_authenticated
        if REPLICA in connections.settings and _serves(is_somebody=is_somebody):
            before = _is_read.set(True)
            try:
                return view(*given, **named)
            except Exception as error:
                if is_trouble(error):
                    connections[REPLICA].close()
            finally:
                _is_read.reset(before)
        return view(*given, **named)

    vars(read)["may_be_old"] = True
    return read  # type: ignore[return-value]


def behind_bytes() -> int | None:
    """How much the primary has written and the replica has not done again; None: it is no replica.

    Raises Error: it is away.
    """
    is_replica, bytes_behind = _ask(_BEHIND, sql.row(_WRITTEN))
    return int(bytes_behind) if is_replica else None


def _serves(*, is_somebody: bool) -> bool:
    now = time.monotonic()
    if now < _known.away_until:
        return False
    if _known.away_until:  # one knocks again, and nobody waits at the door with them
        _known.away_until = now + AWAY_SECONDS
    try:
        needed = _needed(is_somebody=is_somebody)
        has_come = _has_come(needed)
        _known.away_until = 0.0
        if has_come:
            return True
        if time.monotonic() > _known.behind_until:
            for pause in PAUSES:
                time.sleep(pause)
                if _has_come(needed):
                    return True
            _known.behind_until = time.monotonic() + OLD_SECONDS
    except Error:
        connections[REPLICA].close()
        _known.away_until = time.monotonic() + AWAY_SECONDS
    return False


def _needed(*, is_somebody: bool) -> Place:
    """The place of the log that the replica must have come to."""
    now = time.monotonic()
    marks = [mark for mark in _known.marks if mark[0] > now - OLD_SECONDS]
    is_due = not marks or marks[-1][0] < now - OLD_SECONDS / 2
    if not (is_somebody or is_due):
        return marks[0][1]
    written = sql.row(_WRITTEN)
    if is_due:
        marks.append((now, written))
        _known.marks = marks
    return written if is_somebody else marks[0][1]


def _has_come(needed: Place) -> bool:
    is_replica, bytes_behind = _ask(_BEHIND, needed)
    return bool(is_replica) and bytes_behind == 0


def _ask(statement: str, place: Place) -> tuple[Any, ...]:
    replica = connections[REPLICA]
    with replica.cursor() as cursor:
        if isinstance(replica.connection, PatientConnection):
            replica.connection.wait_for(ANSWERS_SECONDS)
        cursor.execute(statement, place)
        return tuple(cursor.fetchone())
