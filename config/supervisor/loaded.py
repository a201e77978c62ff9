"""What the fork server loads before it forks anything, and what a fork has to learn anew."""

import os
from importlib import import_module, reload

import django
from django.conf import settings
from django.db import connections
from django.utils.functional import empty
from setproctitle import setproctitle

import config.settings
from config.celery import configure
from config.embedded.processes import die_with_parent
from config.serving.collector import spare_what_is_loaded

# What web, worker and dispatcher would load when they begin.
_NEEDED = (
    *("config.asgi", "config.urls", "uvicorn.protocols.http.httptools_impl", "uvloop"),
    *("celery.bin.celery", "celery.apps.worker", "celery.beat", "celery.concurrency.prefork"),
)


def _load() -> None:
    # The first call finds where titles stand only while the environment is as it was at the start.
    setproctitle("jeton fork server")
    die_with_parent()  # by itself it would live on for as long as what it has forked
    with (settings.PLACES.logs / "fork-server.log").open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    django.setup()
    for module in _NEEDED:
        import_module(module)
    spare_what_is_loaded()  # or each fork would get a copy of all that its collector looks at


def take_over() -> None:
    """Settings follow the environment of this process.

    As whom it connects and whom it tells that it lives: no more may differ from the fork server's,
    since what was loaded has read the rest already.
    """
    reload(config.settings)
    settings._wrapped = empty
    for connection in connections.all(initialized_only=True):
        del connections[connection.alias]
    connections.settings = connections.configure_settings(None)
    configure()


_load()
