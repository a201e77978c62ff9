"""The page of the places where one is signed in; each may be ended from here."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.signing_in.devices import end_all_but, end_session, sessions_of
from accounts.signing_in.models import digest_of
from accounts.views import signed_in
from web.routes import own_act, own_page


@own_page("settings/sessions/", "sessions")
def sessions_page(request: HttpRequest) -> HttpResponse:
    """Device, since when, and the day it was last used."""
    here = digest_of(request.session.session_key or "")
    rows = [(row, row.pk == here) for row in sessions_of(signed_in(request))]
    return render(
        request, "accounts/sessions.html", {"rows": sorted(rows, key=lambda row: not row[1])}
    )


@own_act("settings/sessions/end/", "end-session")
def end(request: HttpRequest) -> HttpResponse:
    """One that is named, or all but this one; who is gone already is told nothing else."""
    player, named = signed_in(request), request.POST.get("session", "")
    if not named:
        ended = end_all_but(player, request.session)
        words = ngettext(
            "%(number)s other device is signed out.",
            "%(number)s other devices are signed out.",
            ended,
        )
        messages.success(request, words % {"number": ended})
    elif named != digest_of(request.session.session_key or ""):
        end_session(player, named)
        messages.success(request, _("That device is signed out."))
    return redirect("sessions")
