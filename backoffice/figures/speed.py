"""Why it is slow: doors, tasks, locks, connections and the largest tables, as they are now."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from backoffice.figures import metrics
from backoffice.models import MinuteFigures
from web.database import sql

MINUTES = 10
TASKS = 12
TABLES = 8


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
class Stored:
    """A table of the database; dead rows are what is still to be cleared away."""

    name: str
    megabytes: float
    rows: int
    dead_rows: int


@dataclass(frozen=True, slots=True)
class Speed:
    minutes: tuple[Minute, ...]
    doors: tuple[Taking, ...]
    tasks: tuple[Taking, ...]
    locks: tuple[Lock, ...]
    connections: dict[str, int]
    tables: tuple[Stored, ...]


def speed() -> Speed:
    """Everything at once; bounded, whatever the house holds."""
    minutes = MinuteFigures.objects.order_by("-at")[:MINUTES]
    times = metrics.times(jeton_request_seconds="door", jeton_task_seconds="task")
    return Speed(
        minutes=tuple(_minute(one) for one in minutes),
        doors=_taking(times["jeton_request_seconds"]),
        tasks=_taking(times["jeton_task_seconds"])[:TASKS],
        locks=locks_awaited(),
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
_CONNECTIONS = """
SELECT coalesce(usename, '?'), count(*) FROM pg_stat_activity
 WHERE datname = current_database() GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10
"""
_LARGEST = """
SELECT relname, round(pg_total_relation_size(relid) / 1e6, 1)::float8,
       n_live_tup, n_dead_tup
  FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC, relname LIMIT %s
"""
