"""The office's page of premium tickets: make one, see its code, take one back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.people.tickets import give_ticket, take_back_ticket, tickets
from backoffice.team.access import colleague, cursor, doing, page, reason_of, reasoned
from web.api.paging import cut
from web.numbers import whole
from web.routes import at

PAGE = 50


@page("end_premium", "office/tickets/", "office-tickets")
def tickets_page(request: HttpRequest) -> HttpResponse:
    before = cursor(request)
    found = tickets() if before is None else tickets().filter(pk__lt=before)
    rows, following = cut(list(found[: PAGE + 1]), PAGE)
    return render(request, "backoffice/tickets.html", {"rows": rows, "next": following})


@at("office/tickets/new/", "office-ticket-give")
@doing("end_premium", "office-tickets")
def give(request: HttpRequest) -> str:
    days, valid_days = (request.POST.get(name, "").strip() for name in ("days", "valid_days"))
    give_ticket(
        days=whole(days) or 0,
        valid_days=(whole(valid_days) or 0) if valid_days else None,
        reason=reason_of(request),
        by=colleague(request),
    )
    return _("The ticket stands below, with its code.")


take_back = reasoned(
    "take-back",
    "end_premium",
    take_back_ticket,
    gettext_lazy("Taken back: nobody can redeem it any more."),
    page=("office/tickets/<row:ticket_id>/", "office-ticket"),
    back="office-tickets",
)
