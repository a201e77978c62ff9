"""The home page: what goes on now, what waits for somebody, and tables that stand still."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from backoffice.home.reading import home as read_home
from backoffice.home.reading import stuck_tables
from backoffice.home.stuck_tables import cancel_stuck_table, wake_stuck_table
from backoffice.running import board
from backoffice.team.access import colleague, doing, page, reason_of
from web.numbers import whole
from web.routes import at


@page("see_office", "office/", "office-home")
def home(request: HttpRequest) -> HttpResponse:
    """Figures and charts; `?part=figures` is what the page fetches anew."""
    template = "figures" if request.GET.get("part") == "figures" else "home"
    context = {"home": read_home(), "in_maintenance": board.in_maintenance()}
    return render(request, f"backoffice/{template}.html", context)


@page("see_tables", "office/stuck/", "office-stuck")
def stuck(request: HttpRequest) -> HttpResponse:
    """Tables whose hour has passed, or that nobody has filled for long."""
    return render(request, "backoffice/stuck.html", {"tables": stuck_tables()})


@at("office/stuck/<row:table_id>/wake/", "office-wake")
@doing("wake_table", "office-stuck")
def wake(request: HttpRequest, table_id: int) -> str:
    wake_stuck_table(table_id=table_id, by=colleague(request))
    return _("Table %(table)s was woken.") % {"table": table_id}


@at("office/stuck/<row:table_id>/cancel/", "office-cancel")
@doing("cancel_table", "office-stuck")
def cancel(request: HttpRequest, table_id: int) -> str:
    cancel_stuck_table(
        table_id=table_id,
        seen_version=whole(request.POST.get("version", "")) or 0,
        reason=reason_of(request),
        by=colleague(request),
    )
    return _("Table %(table)s was called off; every stake was returned.") % {"table": table_id}
