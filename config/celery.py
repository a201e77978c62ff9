"""Celery wakes whoever does the work; the truth is in the rows.

A task carries ids, looks at the row, and may run twice.

Without `CELERY_BROKER_URL` messages travel through our own PostgreSQL; Redis and RabbitMQ are
named by their address. Nothing else differs between the three.
"""

import logging
import os
import sys
import time
from typing import Any

from celery import Celery, Task, signals
from celery.beat import Scheduler
from django.conf import settings
from django.db import close_old_connections
from django.utils.log import configure_logging

from config.broker.queue import QUEUE, VISIBILITY_SECONDS, transport_options
from config.embedded.processes import die_with_parent
from config.env import require_settings
from config.serving.collector import spare_what_is_loaded
from games.running import pulse
from web.database.trouble import again
from web.modestly import MODEST, modestly
from web.time import clock
from web.whence import following, whence

# A broker that takes a message and never says so is as good as away (RabbitMQ's confirmations).
_CONFIRMED: dict[str, Any] = {"confirm_timeout": 3.0}

CAME_FROM = "came_from"  # a message's header: which request it follows from

log = logging.getLogger(__name__)


def broker(url: str, database: dict[str, Any], *, session: dict[str, Any]) -> dict[str, Any]:
    """The broker's address and the options its transport needs."""
    if not url or url.startswith("pgmq://"):
        return {
            "broker_url": "pgmq://localhost//",
            "broker_transport": "config.broker.pgmq:Transport",
            "broker_transport_options": transport_options(database, session),
        }
    if url.startswith(("redis://", "rediss://")):
        return {
            "broker_url": url,
            "broker_transport": "config.broker.redis:Transport",
            "broker_transport_options": {
                "visibility_timeout": VISIBILITY_SECONDS,
                "socket_timeout": 5,
                "socket_connect_timeout": 2,
            },
        }
    return {"broker_url": url, "broker_transport_options": {"confirm_publish": True}}


def configure() -> None:
    """Follow the settings, of which a process that was forked has others."""
    # Django's checks look at all that is loaded, and each process would have a copy of it. Ours are
    # for `check`, `migrate` and the doctor.
    os.environ["CELERY_SKIP_CHECKS"] = "true"
    app.conf.update(_configuration())


def _configuration() -> dict[str, Any]:
    return broker(
        settings.CELERY_BROKER_URL,
        settings.DATABASES["default"],
        session=settings.DATABASES[settings.SESSIONS],
    ) | {
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        # A message is taken off the queue when its task is done, not when it starts.
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_concurrency": settings.WORKER_PROCESSES,
        # Where `--autoscale` says from how many to how many.
        "worker_autoscaler": "config.broker.autoscaling:PatientAutoscaler",
        "worker_prefetch_multiplier": 1,
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_default_queue": QUEUE,
        "task_create_missing_queues": True,
        # Below half of the visibility time, or a slow task would be handed out a second time.
        "task_time_limit": VISIBILITY_SECONDS // 3,
        "task_soft_time_limit": VISIBILITY_SECONDS // 4,
        # Once more, for a connection the broker has closed meanwhile; for one that is away nobody
        # waits, since whatever is sent can be sent later or done without it.
        "task_publish_retry_policy": {"max_retries": 1, "interval_start": 0.1},
        # Remote control and events need queues that pgmq cannot name or would keep for ever.
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "worker_soft_shutdown_timeout": 5.0,
        "worker_cancel_long_running_tasks_on_connection_loss": True,
        # Intervals only, so nothing needs remembering between starts and no file is written.
        "beat_scheduler": "config.celery:Beat",
        "beat_max_loop_interval": 5,
        "timezone": "UTC",
        # Tasks: so many, and so all, go over one connection; see `_drop_unsound_connections`.
        "CELERY_DB_REUSE_MAX": sys.maxsize,
    }


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
require_settings()


class Patient(Task):  # type: ignore[type-arg]
    """Any of our tasks: what crossed with another transaction is done once more at once."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        work = super().__call__

        def done() -> Any:
            return again(lambda: work(*arguments, **options))

        if self.request.is_eager or self.request.called_directly:
            return done()
        with following(self.request.get(CAME_FROM) or "", self.name):
            return modestly(done) if self.name in MODEST else done()

    def apply_async(self, *arguments: Any, **options: Any) -> Any:
        return super().apply_async(*arguments, **_CONFIRMED | options)


app = Celery("jeton", task_cls=Patient)
configure()
app.autodiscover_tasks()


class Beat(Scheduler):
    """The clock, which the dispatcher keeps. It wakes nobody for nothing.

    Every schedule of ours is an interval that stays as it is. Celery's own tick looks whether one
    has changed and reckons with dates, for each task that is due: half of what the dispatcher took
    at rest. Messages leave by the connection that the process has anyway.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._rota = clock.Rota(clock.EVERY)

    def setup_schedule(self) -> None:
        """What no worker took for a while is dropped, not caught up with."""
        entries: dict[str, Any] = {
            name: {"task": name, "schedule": every, "options": {"expires": max(every, 10.0)}}
            for name, every in clock.EVERY.items()
        }
        self.merge_inplace(entries)

    def tick(self, *_: Any, **_options: Any) -> float:
        clock.tick()
        for name in self._rota.due(time.monotonic()):
            self.apply_entry(self.schedule[name])
            clock.tick()  # a broker that is away holds up each of them
        return self._rota.rest(time.monotonic(), most=self.app.conf.beat_max_loop_interval)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        if self._finds_work(entry.task):
            super().apply_entry(entry, producer)

    def _finds_work(self, task: str) -> bool:
        look = clock.LOOKS.get(task)
        if look is None:
            return True
        from backoffice.running import board  # models, which are there once Django is

        try:
            board.refresh_if_old()  # as a worker does before a task
            return look()
        except Exception as error:  # the worker may see more
            log.warning("nobody knows whether %s has anything to do: %s", task, error)
            close_old_connections()
            return True


@signals.before_task_publish.connect
def _say_whence(headers: dict[str, Any], **_: object) -> None:
    headers[CAME_FROM] = whence()


@signals.celeryd_init.connect  # before its first warning
@signals.setup_logging.connect
def _log_as_everybody_does(**_: object) -> None:
    """Celery would write lines of a kind of its own."""
    logging.captureWarnings(True)
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@signals.worker_init.connect
def _show_that_the_worker_runs(**_: object) -> None:
    """Only that: which of its loops waits for what is the transport's affair."""
    pulse.begin(patience_seconds=float("inf"))


@signals.task_prerun.connect
def _drop_unsound_connections(sender: Any, **_: object) -> None:
    """A new connection for each task would cost more than most tasks; a broken one is none."""
    if not sender.request.is_eager:  # or it would be the caller's own
        close_old_connections()


@signals.worker_before_create_process.connect
def _spare_what_is_loaded(**_: object) -> None:
    """In the parent: a child that looked itself would have a copy of all it looks at."""
    spare_what_is_loaded()


@signals.worker_process_init.connect
def _die_with_the_parent(**_: object) -> None:
    die_with_parent()
