"""The bot arena as a page: which programs play best, and where they are playing now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.arena.reading import arena_tables, leaderboard
from games.pages.lobby_rows import row_of
from games.wording import bot_name


@require_safe
@never_cache
def arena_page(request: HttpRequest) -> HttpResponse:
    """For everybody, signed in or not."""
    leaders = [(row, row.name if row.owner else bot_name(row.name)) for row in leaderboard()]
    context = {"leaders": leaders, "tables": [row_of(table) for table in arena_tables()]}
    return render(request, "games/arena.html", context)
