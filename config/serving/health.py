"""Two questions of whoever watches the platform: is the process there, and can it serve?"""

import ipaddress

from django.conf import settings
from django.db import Error, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from backoffice.figures.metrics import exposition


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return _text("ok", 200)


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers and has every migration this code needs."""
    try:
        missing = migrations_missing()
    except Error:
        return _text("the database does not answer", 503)
    if missing:
        return _text(f"{missing} migrations are missing", 503)
    return _text("ready", 200)


def migrations_missing() -> int:
    """How many of those that this code needs the database has not had. Raises Error."""
    executor = MigrationExecutor(connections["default"])
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def migrations_unknown() -> list[str]:
    """Those that the database has had and this code does not know. Raises Error."""
    loader = MigrationExecutor(connections["default"]).loader
    ours = {app for app, _name in loader.disk_migrations}
    known = loader.disk_migrations.keys() | loader.replacements.keys()
    unknown = loader.applied_migrations.keys() - known
    return sorted(f"{app}.{name}" for app, name in unknown if app in ours)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything measured, for Prometheus: by the token, or from this very machine without it."""
    if not _may_measure(request):
        return _text("not for you", 403)
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)


def _may_measure(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return constant_time_compare(sent, settings.METRICS_TOKEN)
    # Behind a proxy everybody comes from this machine, and says so.
    proxied = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via"))
    try:
        local = ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        local = False
    return local and not proxied


def _text(line: str, status: int) -> HttpResponse:
    return HttpResponse(f"{line}\n", status=status, content_type="text/plain")
