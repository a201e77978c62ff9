"""The office's page of premium tickets: make one, see its code, take one back."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.premium.giving import DAYS_MAX
from backoffice.people.tickets import PAGE, give_ticket, take_back_ticket, tickets
from backoffice.team.access import action, colleague, cursor, made_by, page, reasoned
from backoffice.team.staff_log import REASON_CHARS_MAX
from web.api.paging import cut


class TicketForm(forms.Form):
    days = forms.IntegerField(
        label=gettext_lazy("Days of premium"), min_value=1, max_value=DAYS_MAX, initial=30
    )
    valid_days = forms.IntegerField(
        label=gettext_lazy("To be redeemed within how many days"),
        min_value=1,
        max_value=DAYS_MAX,
        required=False,
        help_text=gettext_lazy("Without a number it stays good."),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_CHARS_MAX)


@page("end_premium", "office/tickets/", "office-tickets")
def tickets_page(request: HttpRequest) -> HttpResponse:
    return _page(request, TicketForm())


def _page(request: HttpRequest, form: TicketForm) -> HttpResponse:
    rows, following = cut(list(tickets(before=cursor(request))), PAGE)
    context = {"rows": rows, "next": following, "form": form}
    return render(request, "backoffice/tickets.html", context)


@action("end_premium", "office/tickets/new/", "office-ticket-give")
def give(request: HttpRequest) -> HttpResponse:
    form = TicketForm(request.POST)
    if made_by(form, partial(give_ticket, by=colleague(request))) is None:
        return _page(request, form)
    messages.success(request, _("The ticket stands below, with its code."))
    return redirect("office-tickets")


take_back = reasoned(
    "take-back",
    "end_premium",
    take_back_ticket,
    gettext_lazy("Taken back: nobody can redeem it any more."),
    page=("office/tickets/<row:ticket_id>/", "office-ticket"),
    back="office-tickets",
)
