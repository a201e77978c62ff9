"""Measurements for Prometheus, of all processes together, and the same figures for the home page.

Where `METRICS_DIR` is set, each process writes its numbers into a file there and whoever is asked
adds them up (prometheus_client's multi-process mode); otherwise a process knows only of itself.
What the database knows is asked when somebody collects. No label holds a name, an id or a card.
"""

import math
import os
import socket
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import Error
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

from web.database import sql

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
DOORS = ("play", "api", "office", "pages")

if settings.METRICS_DIR:
    # Of containers that share the folder each has a process 2.
    _HOST = socket.gethostname()
    values.ValueClass = values.MultiProcessValue(  # type: ignore[no-untyped-call]
        lambda: f"{_HOST}-{os.getpid()}"
    )


class Taken(Histogram):
    """A histogram that also takes what somebody has counted already."""

    def add(self, counts: Sequence[int], seconds: float) -> None:
        """So many more in each of `BUCKETS` and beyond the last, taking so long together."""
        for bucket, count in zip(self._buckets, counts, strict=True):
            if count:
                bucket.inc(count)
        if seconds > 0:
            self._sum.inc(seconds)


REQUESTS = Counter(
    "jeton_requests", "Requests answered, by door and kind of status.", ("door", "status")
)
SECONDS = Taken(
    "jeton_request_seconds", "Time until a request was answered.", ("door",), buckets=BUCKETS
)
TASK_SECONDS = Histogram(
    "jeton_task_seconds", "Time a task took.", ("task",), buckets=(*BUCKETS, 10.0, 30.0)
)
TASK_FAILURES = Counter("jeton_task_failures", "Tasks that failed.", ("task",))

_tasks: dict[str, float] = {}
# What counts by itself for a while; each is asked to hand over before anybody reads.
_carriers: list[Callable[[], None]] = []

FIGURES_SQL = """
SELECT
  (SELECT count(*) FROM games_table WHERE status = 'playing'),
  (SELECT count(*) FROM games_table WHERE status = 'open'),
  (SELECT count(*) FROM games_table
    WHERE status = 'playing' AND wake_at < clock_timestamp() - interval '10 seconds'),
  (SELECT count(*) FROM (SELECT 1 FROM games_outboxmessage WHERE done_at IS NULL LIMIT 10000) w),
  (SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)
     FROM games_outboxmessage WHERE done_at IS NULL),
  (SELECT count(*) FROM tournaments_tournament
    WHERE phase IN ('entering', 'running', 'break', 'paused')),
  (SELECT count(DISTINCT player_id) FROM games_actionreceipt
    WHERE created_at > clock_timestamp() - interval '5 minutes'),
  (SELECT count(*) FROM games_actionreceipt
    WHERE created_at > clock_timestamp() - interval '1 minute')
"""
FIGURES = (
    ("tables_playing", "Tables being played."),
    ("tables_open", "Tables waiting for players."),
    ("tables_overdue", "Tables that should have been woken ten seconds ago."),
    ("messages_waiting", "Messages of the outbox not yet carried, at most 10,000 counted."),
    ("messages_oldest_seconds", "Age of the oldest of them."),
    ("tournaments_live", "Tournaments that are not over."),
    ("players_acting", "Players who acted in the last five minutes."),
    ("moves_last_minute", "Moves of the last minute."),
)
# Only for who watches from outside; what has not been yet is no figure.
WATCHED_SQL = """
SELECT
  (SELECT extract(epoch FROM clock_timestamp() - max(at)) FROM audit_run),
  (SELECT faults FROM audit_run ORDER BY id DESC LIMIT 1),
  (SELECT extract(epoch FROM clock_timestamp() - max(at)) FROM backup_run WHERE NOT is_rehearsal),
  (SELECT extract(epoch FROM clock_timestamp() - max(at)) FROM backup_run WHERE is_rehearsal),
  (SELECT max(number) FROM chain_link),
  (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()),
  (SELECT count(*) FROM pg_locks WHERE NOT granted)
"""
WATCHED = (
    ("audit_age_seconds", "Since the last audit."),
    ("audit_faults", "What the last audit found."),
    ("backup_age_seconds", "Since the last backup."),
    ("rehearsal_age_seconds", "Since restoring a backup was rehearsed."),
    ("chain_links", "How far what was written is sealed: the number of the last link."),
    ("database_connections", "Connections to the database, everybody's."),
    ("locks_awaited", "Who waits for a lock in the database."),
)


def answered(*, door: str, status: int, seconds: float) -> None:
    """A request was answered."""
    REQUESTS.labels(door, f"{status // 100}xx").inc()
    SECONDS.labels(door).observe(seconds)


def carried_by(carry: Callable[[], None]) -> None:
    """Have this called before anybody reads the numbers of this process."""
    _carriers.append(carry)


def door_of(path: str) -> str:
    """Which of `DOORS` an address belongs to."""
    if path.startswith("/api/"):
        return "api"
    return "office" if path.startswith(("/office/", "/admin/")) else "pages"


def task_started(task_id: str) -> None:
    _tasks[task_id] = time.perf_counter()


def task_ended(task_id: str, *, name: str) -> None:
    begun = _tasks.pop(task_id, None)
    if begun is not None:
        TASK_SECONDS.labels(name).observe(time.perf_counter() - begun)


def task_failed(*, name: str) -> None:
    TASK_FAILURES.labels(name).inc()


def figures() -> dict[str, int]:
    """What the database knows of the house at this moment; all of it found by indexes."""
    found = sql.row(FIGURES_SQL)
    return {name: int(value) for (name, _words), value in zip(FIGURES, found, strict=True)}


def _watched() -> dict[str, int]:
    found = zip(WATCHED, sql.row(WATCHED_SQL), strict=True)
    return {name: int(value) for (name, _words), value in found if value is not None}


class HouseCollector(Collector):
    """The database's figures as gauges; none while it is away, which is one too."""

    def collect(self) -> Iterable[Metric]:
        try:
            found = figures() | _watched()
        except Error:
            found = {}
        up = "Whether the database answers."
        yield GaugeMetricFamily("jeton_database_up", up, value=float(bool(found)))
        for name, words in (*FIGURES, *WATCHED):
            if name in found:
                yield GaugeMetricFamily(f"jeton_{name}", words, value=float(found[name]))


def exposition() -> bytes:
    """Everything measured, in Prometheus' text format."""
    registry = _registry()
    registry.register(HouseCollector())
    return generate_latest(registry)


def totals() -> dict[str, float]:
    """Counters so far, over all processes: requests, errors, failed tasks, buckets of moves."""
    found: dict[str, float] = {}
    for metric in _registry().collect():
        for sample in metric.samples:
            for name in _names(sample.name, sample.labels):
                found[name] = found.get(name, 0.0) + sample.value
    return found


@dataclass(slots=True)
class Times:
    """How often and how long; `buckets` are (seconds, how many took at most so long)."""

    runs: int = 0
    seconds: float = 0.0
    buckets: list[tuple[float, float]] = field(default_factory=list)


def times(metric: str, label: str) -> dict[str, Times]:
    """A histogram of all processes together, by the label's values."""
    found: defaultdict[str, Times] = defaultdict(Times)
    for one in _registry().collect():
        if one.name == metric:
            for sample in one.samples:
                _add(found[sample.labels.get(label, "")], sample)
    return found


def _add(to: Times, sample: Sample) -> None:
    if sample.name.endswith("_bucket"):
        to.buckets.append((float(sample.labels["le"]), sample.value))
    elif sample.name.endswith("_count"):
        to.runs = int(sample.value)
    elif sample.name.endswith("_sum"):
        to.seconds = sample.value


def quantile(buckets: Sequence[tuple[float, float]], share: float) -> float | None:
    """The upper bound, in ms, of the bucket in which this share lies; None beyond the last."""
    ordered = sorted(buckets)
    total = ordered[-1][1] if ordered else 0.0
    found = next((bound for bound, below in ordered if below >= share * total), math.inf)
    return None if total <= 0 or found == math.inf else found * 1000


def _names(name: str, labels: dict[str, str]) -> Iterable[str]:
    if name == "jeton_requests_total":
        yield "requests"
        if labels["status"] == "5xx":
            yield "errors"
    elif name == "jeton_task_failures_total":
        yield "errors"
    elif name == "jeton_request_seconds_bucket" and labels["door"] == "play":
        yield f"le {labels['le']}"


def _registry() -> CollectorRegistry:
    for carry in _carriers:
        carry()
    registry = CollectorRegistry()
    if settings.METRICS_DIR and Path(settings.METRICS_DIR).is_dir():
        MultiProcessCollector(registry, path=settings.METRICS_DIR)  # type: ignore[no-untyped-call]
    else:
        for own in (REQUESTS, SECONDS, TASK_SECONDS, TASK_FAILURES):
            registry.register(own)
    return registry
