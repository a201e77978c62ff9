"""The door to the staff's rooms: two factors where they are required, and every act written down.

The plain administration's forms belong to Django; what is done there is written into the staff's
log here, by address and action, never by content.
"""

from __future__ import annotations

from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import Player
from backoffice.services.staff_log import record

ROOMS = ("/office/", "/admin/")
PLAIN = "/admin/"


class StaffDoor:
    """Middleware behind authentication."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ROOMS) or not isinstance(request.user, Player):
            return self.get_response(request)
        player = request.user
        if player.is_staff and lacks_second_factor(player):
            messages.error(request, _("Staff sign in with two factors: set up the second one."))
            return redirect("mfa_activate_totp")
        response = self.get_response(request)
        if request.method == "POST" and request.path.startswith(PLAIN) and player.is_staff:
            _write_down(request, player, response)
        return response


def lacks_second_factor(player: Player) -> bool:
    """Whether somebody on the staff has yet to set up what the house requires."""
    if not settings.STAFF_TWO_FACTOR:
        return False
    own = Authenticator.objects.filter(user=player, type=Authenticator.Type.TOTP)
    return not own.exists()


def _write_down(request: HttpRequest, player: Player, response: HttpResponse) -> None:
    if response.status_code >= 400:
        return
    selected = request.POST.getlist("_selected_action")[:50]
    record(
        by=player,
        act="admin_form",
        subject=request.path[len(PLAIN) :].strip("/"),
        after={
            "done": response.status_code in (301, 302),
            "action": request.POST.get("action", ""),
            "selected": selected,
        },
    )
