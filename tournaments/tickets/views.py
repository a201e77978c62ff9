"""A director says where a satellite's tickets admit to."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.views import signed_in
from tournaments.desk.views import directed
from tournaments.tickets.aiming import aim
from web import refusals
from web.routes import own_act


@own_act("tournaments/<tournament:tournament_id>/desk/tickets/", "aim-tickets")
def aim_tickets(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """`aim` is `tournament:<id>`, `recurring:<id>`, or nothing for whatever costs no more."""
    directed(request, tournament_id)
    kind, _colon, number = request.POST.get("aim", "").partition(":")
    chosen = int(number) if number.isdecimal() and len(number) < 19 else None
    with refusals.Told(partial(messages.error, request), refusals.words_of):
        aim(
            tournament_id=tournament_id,
            by=signed_in(request),
            at_tournament=chosen if kind == "tournament" else None,
            at_recurring=chosen if kind == "recurring" else None,
        )
        messages.success(request, _("Saved."))
    return redirect("tournament-desk", tournament_id)
