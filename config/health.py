"""Two questions of whoever watches the platform: is the process there, and can it serve?"""

from __future__ import annotations

from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return _text("ok", 200)


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers and has every migration this code needs."""
    try:
        executor = MigrationExecutor(connections["default"])
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return _text("the database does not answer", 503)
    if missing:
        return _text(f"{len(missing)} migrations are missing", 503)
    return _text("ready", 200)


def _text(line: str, status: int) -> HttpResponse:
    return HttpResponse(f"{line}\n", status=status, content_type="text/plain")
