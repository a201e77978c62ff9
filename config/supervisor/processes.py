"""Which processes a running platform consists of, and how each is started."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from config.embedded.roles import WEB, WORKER
from config.postgresql.addresses import VARIABLES, without_password
from config.serve import SOCKET_VARIABLE
from config.supervisor.children import Child
from config.supervisor.signs import Signs

_SHOW_TABLES = "2"  # a demo without anybody at play would be a dull one
_QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


def _environ(role: str, extra: Mapping[str, str]) -> dict[str, str]:
    """What the process needs to know, and of passwords of the database its own role's alone."""
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(settings.PLACES.data_dir),
        "PYTHONUNBUFFERED": "1",
        "PYTHONFAULTHANDLER": "1",
        "METRICS_DIR": settings.METRICS_DIR or str(settings.PLACES.metrics),
    }
    return {"SHOW_TABLES": _SHOW_TABLES} | dict(os.environ) | own | _addresses(role) | dict(extra)


def _addresses(role: str) -> dict[str, str]:
    known = settings.DATABASE_ADDRESSES
    if settings.EMBEDDED:
        return {"EMBEDDED_DATABASE_URL": known[role]}
    users = settings.DATABASE_USERS
    return {
        variable: known[one] if users[one] == users[role] else without_password(known[one])
        for one, variable in VARIABLES.items()
    }


def _child(
    name: str,
    *arguments: str,
    role: str,
    extra: Mapping[str, str] | None = None,
    descriptor: int | None = None,
    gives_signs: bool = True,
) -> Child:
    return Child(
        name=name,
        command=[sys.executable, *arguments],
        log=settings.PLACES.logs / f"{name}.log",
        cwd=Path(settings.BASE_DIR),
        environ=_environ(role, extra or {}),
        keep_descriptors=() if descriptor is None else (descriptor,),
        signs=Signs(settings.PLACES.socket_dir / name) if gives_signs else None,
    )


def web(descriptor: int) -> Child:
    """The web process on a listening socket that outlives it."""
    extra = {SOCKET_VARIABLE: str(descriptor)}
    return _child("web", "-m", "config.serve", role=WEB, extra=extra, descriptor=descriptor)


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
        gives_signs=False,
    )


def background() -> list[Child]:
    """Worker and dispatcher."""
    celery = ("-m", "celery", "-A", "config.celery")
    level = f"--loglevel={settings.LOG_LEVEL}"
    worker = ("-n", "worker@jeton", *_QUIET)
    return [
        _child("worker", *celery, "worker", *worker, level, role=WORKER),
        _child("dispatcher", "manage.py", "dispatcher", role=WORKER),
    ]
