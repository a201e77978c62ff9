"""Tournaments as the office lists them: each leads to its chips, and to the director's desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from backoffice.access import cursor, page
from backoffice.api.paging import cut
from tournaments.desk_words import PHASES
from tournaments.models import Tournament

PAGE = 50


@page("see_books")
def tournaments(request: HttpRequest) -> HttpResponse:
    """The newest first, of one phase where that is wished; `?before=` turns the page."""
    phase = request.GET.get("phase", "")
    found = Tournament.objects.order_by("-pk")
    if phase in PHASES:
        found = found.filter(phase=phase)
    before = cursor(request)
    if before is not None:
        found = found.filter(pk__lt=before)
    rows, following = cut(list(found[: PAGE + 1]), PAGE)
    context = {
        "rows": rows,
        "next": following,
        "phases": PHASES.items(),
        "phase": phase if phase in PHASES else "",
    }
    return render(request, "backoffice/tournaments.html", context)
