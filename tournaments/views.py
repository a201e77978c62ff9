"""Pages about tournaments in general: the list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views import visitor
from tournaments.selectors import listing


@require_safe
@never_cache
def list_page(request: HttpRequest) -> HttpResponse:
    """Upcoming, running and finished tournaments."""
    player = visitor(request)
    context = {
        "upcoming": listing.upcoming(player),
        "running": listing.running(player),
        "finished": listing.finished(player),
    }
    return render(request, "tournaments/list.html", context)
