"""What the fork server loads before it forks anything, and what a fork has to learn anew.

It may load for seconds, so what it has to be by then comes first: a session of its own, which no
Ctrl-C reaches, and a process that ends with its supervisor.
"""

import gc
import os
import sys
import traceback
from collections.abc import Iterable
from importlib import import_module, reload
from types import ModuleType
from typing import Any

from django.conf import settings
from django.utils.functional import empty
from setproctitle import setproctitle

from config import env
from config.embedded.processes import die_with_parent
from config.supervisor.forking import SUPERVISOR_VARIABLE

TITLE = "jeton fork server"
# What web, worker and dispatcher would load when they begin.
_NEEDED = (
    *("config.asgi", "config.urls", "uvicorn.protocols.http.httptools_impl", "uvloop"),
    *("celery.bin.celery", "celery.apps.worker", "celery.beat", "celery.concurrency.prefork"),
    *("celery.app.amqp", "celery.app.events", "celery.worker.components", "celery.worker.loops"),
    *("celery.worker.consumer", "celery.worker.pidbox"),
)
# What libraries look for and do without, and nobody calls through them here: requests in tests,
# colours for a page that shows the API, templates of another kind, what a process's memory is,
# watching files. Whoever needs one of them, as telemetry needs requests, imports it and gets it.
_DONE_WITHOUT = {
    "rest_framework.compat": ("requests", "pygments"),
    "django.test.utils": ("jinja2",),
    "celery.bin.base": ("pygments",),
    "celery.utils.debug": ("psutil",),
    "uvicorn.supervisors": ("watchfiles",),
}
SERVER = os.getpid()


def _become_the_server() -> None:
    os.setsid()
    # The first call finds where titles stand only while the environment is as it was at the start.
    setproctitle(TITLE)
    # By itself it would live on for as long as what it has forked.
    die_with_parent(parent_pid=env.integer(SUPERVISOR_VARIABLE, 0))
    os.dup2(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC), 0)
    with (settings.PLACES.logs / "fork-server.log").open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)


def _load() -> None:
    import django

    # Little of this is let go, and looking through all of it time and again takes long. What is let
    # go soon has to go, or others would lie around the holes that it leaves, for forks to write in.
    gc.set_threshold(10_000, 10, 1_000)
    for module, absent in _DONE_WITHOUT.items():
        _import_without(module, absent)
    django.setup()
    _load_what_is_needed()
    from config.serving.collector import spare_what_is_loaded

    spare_what_is_loaded()  # or each fork would get a copy of all that its collector looks at


def _import_without(module: str, names: Iterable[str]) -> None:
    """Import one module, for which these are not installed."""
    absent: Any = {name: None for name in names if name not in sys.modules}
    sys.modules.update(absent)
    try:
        import_module(module)
    finally:
        for name in absent:
            del sys.modules[name]


def _load_what_is_needed() -> None:
    # Celery's command line would bring a terminal's shell, with libraries that nobody here uses.
    shell: Any = ModuleType("click_repl")
    shell.register_repl = lambda group: None
    sys.modules.setdefault(shell.__name__, shell)
    for module in _NEEDED:
        import_module(module)
    from config.celery import app

    app.loader.import_default_modules()  # the tasks
    if transport := app.conf.broker_transport:
        import_module(transport.partition(":")[0])


def take_over() -> None:
    """Settings follow the environment of this process.

    As whom it connects and whom it tells that it lives: no more may differ from the fork server's,
    since what was loaded has read the rest already.
    """
    from django.db import connections

    import config.settings
    from config.celery import configure

    reload(config.settings)
    settings._wrapped = empty
    for connection in connections.all(initialized_only=True):
        del connections[connection.alias]
    connections.settings = connections.configure_settings(None)
    configure()


_become_the_server()
try:
    _load()
except BaseException:  # Python's fork server would go on without what cannot be imported
    traceback.print_exc()
    os._exit(1)
