"""Which processes a running platform consists of, and how each is started."""

import os
import socket
from pathlib import Path

from django.conf import settings

from config.embedded.roles import WEB, WORKER
from config.postgresql.addresses import VARIABLES, without_password
from config.supervisor.children import Child
from config.supervisor.forking import Job
from config.supervisor.signs import Signs

TABLES_MADE = "tables made"  # what `prepare` says when web may start
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


def _told() -> dict[str, str]:
    """What every process of the platform is told, passwords of the database among it."""
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(settings.PLACES.data_dir),
        "PYTHONUNBUFFERED": "1",
        "PYTHONFAULTHANDLER": "1",
        "METRICS_DIR": settings.METRICS_DIR or str(settings.PLACES.metrics),
    }
    return dict(os.environ) | own


def told(*, role: str | None) -> dict[str, str]:
    """The same, and of passwords of the database this role's alone, or none."""
    known = settings.DATABASE_ADDRESSES
    if settings.EMBEDDED:
        own = known[role] if role else settings.PLACES.address(WEB)
        return _told() | {"EMBEDDED_DATABASE_URL": own}
    users = settings.DATABASE_USERS
    return _told() | {
        variable: known[one] if role and users[one] == users[role] else without_password(known[one])
        for one, variable in VARIABLES.items()
    }


def _child(
    name: str,
    *arguments: str,
    role: str,
    listening: socket.socket | None = None,
    reloads: bool = False,
) -> Child:
    log = settings.PLACES.logs / f"{name}.log"
    return Child(
        name=name,
        job=Job(arguments, log, Path(settings.BASE_DIR), told(role=role), listening),
        is_forked=not reloads,
        signs=None if reloads else Signs(settings.PLACES.socket_dir / name),
    )


def preparing(log: Path, output: socket.socket, *, is_demo: bool, is_seen: bool = False) -> Job:
    """Tables, and what a demo shows, made as their owner.

    Where somebody `is_seen` to sit at a terminal they are told what opens a house without an owner.
    """
    command = ("manage.py", "prepare", *["--demo"] * is_demo, *["--first-start"] * is_seen)
    return Job(command, log, Path(settings.BASE_DIR), _told(), output=output)


def webs(listening: socket.socket) -> list[Child]:
    """The web processes, all on one listening socket, which outlives them."""
    names = ["web", *(f"web-{number}" for number in range(2, settings.WEB_PROCESSES + 1))]
    return [_child(name, "-m", "config.serve", role=WEB, listening=listening) for name in names]


WATCHED = ("config", "backoffice", "tournaments", "games", "accounts", "web", "rummy", "templates")


def reloading_web() -> Child:
    """The web process of a developer: it starts anew when a file changes, and may not start."""
    watched = [f"--reload-dir={name}" for name in WATCHED]
    return _child(
        "web",
        *("-m", "uvicorn", "config.asgi:application", "--reload", "--reload-include=*.html"),
        *[argument for argument in watched if Path(argument.partition("=")[2]).is_dir()],
        *("--host", settings.HOST, "--port", str(settings.PORT), "--ws=none"),
        "--timeout-graceful-shutdown=1",
        role=WEB,
        reloads=True,
    )


def background() -> list[Child]:
    """Worker, with one process at rest and more of them while there is work, and dispatcher."""
    celery = ("-m", "celery", "-q", "-A", "config.celery")
    worker = ("-n", "worker@jeton", *QUIET, f"--autoscale={settings.WORKER_PROCESSES},1")
    return [
        _child("worker", *celery, "worker", *worker, role=WORKER),
        _child("dispatcher", "manage.py", "dispatcher", role=WORKER),
    ]
