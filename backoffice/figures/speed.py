"""Why it is slow: late tables, doors, tasks, locks, statements, processes, as they are now."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from backoffice.figures import metrics
from backoffice.models import MinuteFigures
from web.database import sql

MINUTES = 10
TASKS = 12
TABLES = 8
# What a process measures at tables, and how it is called here.
AT_TABLES = {
    "jeton_lock_seconds": "lock",
    "jeton_commit_seconds": "commit",
    "jeton_notification_seconds": "notification",
    "jeton_wake_seconds": "wake",
}


@dataclass(frozen=True, slots=True)
class Minute:
    """What was counted in a minute; the times are of moves, in milliseconds."""

    at: dt.datetime
    requests: int
    errors: int
    p50_ms: float | None
    p95_ms: float | None


@dataclass(frozen=True, slots=True)
class Taking:
    """How long something takes, since its processes began: milliseconds, and the share in time."""

    name: str
    runs: int
    p50_ms: float | None
    p99_ms: float | None
    average_ms: float
    share: float  # of the time of all that it is listed with, from 0 to 1

    @property
    def percent(self) -> float:
        return 100 * self.share


@dataclass(frozen=True, slots=True)
class Lock:
    """Somebody waits in the database for what another holds."""

    what: str
    seconds: float
    held_by: str
    state: str
    doing: str


@dataclass(frozen=True, slots=True)
class Late:
    """A table that is being played and should have been woken."""

    table: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Asking:
    """A transaction that has gone on for a second, and its last statement without the values."""

    by: str
    seconds: float
    state: str
    waits_for: str
    doing: str


@dataclass(frozen=True, slots=True)
class Living:
    """A kind of process, and how long ago one of them last gave a sign of life."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Stored:
    """A table of the database; dead rows are what is still to be cleared away."""

    name: str
    megabytes: float
    rows: int
    dead_rows: int


@dataclass(frozen=True, slots=True)
class Speed:
    minutes: tuple[Minute, ...]
    late: tuple[Late, ...]
    at_tables: tuple[Taking, ...]
    doors: tuple[Taking, ...]
    tasks: tuple[Taking, ...]
    locks: tuple[Lock, ...]
    statements: tuple[Asking, ...]
    processes: tuple[Living, ...]
    connections: dict[str, int]
    tables: tuple[Stored, ...]


def speed() -> Speed:
    """Everything at once; bounded, whatever the house holds."""
    minutes = MinuteFigures.objects.order_by("-at")[:MINUTES]
    times = metrics.times(
        jeton_request_seconds="door", jeton_task_seconds="task", **dict.fromkeys(AT_TABLES, "")
    )
    at_tables = {
        words: one for name, words in AT_TABLES.items() if (one := times[name].get("")) is not None
    }
    return Speed(
        minutes=tuple(_minute(one) for one in minutes),
        late=tuple(Late(*row) for row in sql.rows(_LATE)),
        at_tables=_taking(at_tables),
        doors=_taking(times["jeton_request_seconds"]),
        tasks=_taking(times["jeton_task_seconds"])[:TASKS],
        locks=locks_awaited(),
        statements=tuple(Asking(*row) for row in sql.rows(_ASKING)),
        processes=tuple(Living(*row) for row in sql.rows(_LIVING)),
        connections=dict(sql.rows(_CONNECTIONS)),
        tables=tuple(Stored(*row) for row in sql.rows(_LARGEST, [TABLES])),
    )


def locks_awaited() -> tuple[Lock, ...]:
    """Who has waited for another for a second, the longest first; in this database: others on the
    same server are somebody else's."""
    return tuple(Lock(*row) for row in sql.rows(_AWAITED))


def _minute(counted: MinuteFigures) -> Minute:
    found: dict[str, Any] = counted.figures
    return Minute(
        counted.at,
        int(found.get("requests", 0)),
        int(found.get("errors", 0)),
        found.get("latency_p50_ms"),
        found.get("latency_p95_ms"),
    )


def _taking(found: dict[str, metrics.Times]) -> tuple[Taking, ...]:
    """What takes most of the time first."""
    whole = sum(one.seconds for one in found.values()) or 1.0
    return tuple(
        Taking(
            name=name,
            runs=one.runs,
            p50_ms=metrics.quantile(one.buckets, 0.5),
            p99_ms=metrics.quantile(one.buckets, 0.99),
            average_ms=round(1000 * one.seconds / one.runs, 2),
            share=round(one.seconds / whole, 4),
        )
        for name, one in sorted(found.items(), key=lambda item: -item[1].seconds)
        if one.runs
    )


# As much of others' sessions as our role is shown.
_AWAITED = """
SELECT coalesce(l.relation::regclass::text, l.locktype),
       extract(epoch FROM clock_timestamp() - l.waitstart)::float8,
       coalesce(holder.usename, '?'), coalesce(holder.state, '?'),
       left(coalesce(holder.query, ''), 80)
  FROM pg_locks l
  JOIN pg_stat_activity waits ON waits.pid = l.pid AND waits.datname = current_database()
  CROSS JOIN unnest(pg_blocking_pids(l.pid)) AS held (pid)
  LEFT JOIN pg_stat_activity holder ON holder.pid = held.pid
 WHERE NOT l.granted AND l.waitstart < clock_timestamp() - interval '1 second'
 ORDER BY 2 DESC LIMIT 10
"""
_LATE = """
SELECT id, extract(epoch FROM clock_timestamp() - wake_at)::float8 FROM games_table
 WHERE status = 'playing' AND wake_at < clock_timestamp() - interval '1 second'
 ORDER BY wake_at LIMIT 10
"""
# A statement may hold what it writes, cards among it: texts, also one cut off, and numbers go.
_ASKING = r"""
SELECT coalesce(nullif(application_name, ''), usename, '?'),
       extract(epoch FROM clock_timestamp() - xact_start)::float8, coalesce(state, '?'),
       coalesce(wait_event, ''),
       left(regexp_replace(query, '''([^'']|'''')*(''|$)|\y[0-9]+\y', '?', 'g'), 80)
  FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
   AND xact_start < clock_timestamp() - interval '1 second'
 ORDER BY xact_start LIMIT 10
"""
_LIVING = """
SELECT service, extract(epoch FROM clock_timestamp() - beat_at)::float8 FROM games_heartbeat
 ORDER BY service
"""
_CONNECTIONS = """
SELECT coalesce(usename, '?'), count(*) FROM pg_stat_activity
 WHERE datname = current_database() GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10
"""
_LARGEST = """
SELECT relname, round(pg_total_relation_size(relid) / 1e6, 1)::float8,
       n_live_tup, n_dead_tup
  FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC, relname LIMIT %s
"""
