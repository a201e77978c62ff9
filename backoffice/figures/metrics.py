"""Measurements for Prometheus, of all processes together, and the same figures for the home page.

Where `METRICS_DIR` is set, each process writes its numbers into a file there and whoever is asked
adds them up (prometheus_client's multi-process mode); otherwise a process knows only of itself.
What the database knows is asked when somebody collects. No label holds a name, an id or a card.
"""

import logging
import math
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import Error
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

from web.database import sql
from web.database.replica import behind_bytes
from web.measures import BUCKETS, HOST, MEASURES, Taken, carry_all

DOORS = ("play", "api", "office", "pages")


log = logging.getLogger(__name__)

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
    WHERE phase IN ('entering', 'running', 'break')),
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
  current_setting('max_connections'),
  (SELECT count(*) FROM pg_locks WHERE NOT granted),
  (SELECT extract(epoch FROM clock_timestamp() - min(waitstart)) FROM pg_locks WHERE NOT granted)
"""
WATCHED = (
    ("audit_age_seconds", "Since the last audit."),
    ("audit_faults", "What the last audit found."),
    ("backup_age_seconds", "Since the last backup."),
    ("rehearsal_age_seconds", "Since restoring a backup was rehearsed."),
    ("chain_links", "How far what was written is sealed: the number of the last link."),
    ("database_connections", "Connections to the database, everybody's."),
    ("database_connections_max", "How many connections the database's server takes."),
    ("locks_awaited", "Who waits for a lock in the database."),
    ("locks_awaited_seconds", "How long the longest of them has waited."),
)
REPLICA = ("replica_behind_bytes", "What the primary has written and the replica not done again.")
QUEUE = ("queue_depth", "Messages that no worker has taken yet.")
BROKER_SECONDS = 2


def answered(*, door: str, status: int, seconds: float) -> None:
    REQUESTS.labels(door, f"{status // 100}xx").inc()
    SECONDS.labels(door).observe(seconds)


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


def queue_depth() -> int | None:
    """Messages that no worker has taken yet, at most 10,000 counted where the queue is our own;
    None while the broker is away. Raises Error.
    """
    broker = settings.CELERY_BROKER_URL
    if not broker or broker.startswith("pgmq://"):
        return int(sql.row("SELECT jeton_queue_depth()")[0])
    with current_app.connection_for_read() as connection:
        away: Any = (OSError, *connection.connection_errors, *connection.channel_errors)
        try:
            connection.ensure_connection(max_retries=1, timeout=BROKER_SECONDS)
            queue = current_app.conf.task_default_queue
            channel: Any = connection.default_channel
            declared = channel.queue_declare(queue, passive=True)
        except away:
            return None
        return int(declared.message_count)


def _watched() -> dict[str, int]:
    found = zip(WATCHED, sql.row(WATCHED_SQL), strict=True)
    return {name: int(value) for (name, _words), value in found if value is not None}


def _behind() -> dict[str, int]:
    """Nothing without a replica, and while it is away."""
    try:
        behind = behind_bytes() if settings.DATABASE_REPLICA_URL else None
    except Error:
        behind = None
    return {} if behind is None else {REPLICA[0]: behind}


class HouseCollector(Collector):
    """The database's figures as gauges; none while it is away, which is one too."""

    def collect(self) -> Iterable[Metric]:
        try:
            queued = queue_depth()
            found = figures() | _watched() | _behind()
            found |= {} if queued is None else {QUEUE[0]: queued}
        except Error as error:
            log.warning("the database's figures are not to be had: %s", error)
            found = {}
        up = "Whether the database answers."
        yield GaugeMetricFamily("jeton_database_up", up, value=float(bool(found)))
        for name, words in (*FIGURES, *WATCHED, REPLICA, QUEUE):
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


def times(**labels: str) -> dict[str, dict[str, Times]]:
    """Histograms of all processes together, each by the values of one label: metric=label."""
    found: dict[str, defaultdict[str, Times]] = {name: defaultdict(Times) for name in labels}
    for one in _registry().collect():
        if one.name in labels:
            for sample in one.samples:
                _add(found[one.name][sample.labels.get(labels[one.name], "")], sample)
    return {name: dict(of_one) for name, of_one in found.items()}


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
    carry_all()
    registry = CollectorRegistry()
    if settings.METRICS_DIR and Path(settings.METRICS_DIR).is_dir():
        _forget_the_dead(Path(settings.METRICS_DIR))
        MultiProcessCollector(registry, path=settings.METRICS_DIR)  # type: ignore[no-untyped-call]
    else:
        for own in (REQUESTS, SECONDS, TASK_SECONDS, TASK_FAILURES):
            registry.register(own)
        for measure in MEASURES:
            registry.register(measure.collector)
    return registry


def _forget_the_dead(folder: Path) -> None:
    """What somebody has now, nobody has who was killed: such a process takes back nothing."""
    for path in folder.glob(f"gauge_live*_{HOST}-*.db"):
        name = path.stem.rpartition("_")[2]
        try:
            os.kill(int(name.rpartition("-")[2]), 0)
        except ProcessLookupError:
            mark_process_dead(name, str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:  # it lives as somebody else
            continue
