"""The door to the staff's rooms: two factors where they are required, whatever the address.

Rights reach beyond the office: the director's desk, the planner, the API of a signed-in browser.
So whoever is on the staff and has signed in with a password alone gets nowhere but to the second
factor.
"""

from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import suspend_request
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.signing_in.stepping_up import StepUp, answering, has_second_factor
from games.api.problems import KIND, problem_of
from web.middleware import Middleware
from web.refusals import Refused

API = "/api/"
PASSWORD = "account_reauthenticate"  # noqa: S105 - a page's name
SET_UP, SHOW, SHOW_PASSKEY = (
    "mfa_activate_totp",
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
)


class StaffDoor(Middleware):
    """Middleware behind authentication."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        player = request.user
        if not isinstance(player, Player) or not (player.is_staff or player.is_superuser):
            with answering(request):  # the caller of a token is known only later
                return self.get_response(request)
        missing = missing_step(request, player)
        if missing and not request.path.startswith(_open_before(missing)):
            return _led_to(request, missing)
        with answering(request):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A form that moves chips waits while its reader shows who they are, and goes on then."""
        if not isinstance(exception, StepUp) or not isinstance(request.user, Player):
            return None
        messages.info(request, _("First show once more who you are."))
        page = _showing(request.user) if has_second_factor(request.user) else PASSWORD
        waits: HttpResponse = suspend_request(request, reverse(page))
        return waits


def missing_step(request: HttpRequest, player: Player) -> str:
    """The name of the page that sets up, or asks for, what this session lacks; "" for nothing.

    That somebody has a second factor is not enough: a session from before it was set up, or one
    that somebody else opened with the password alone, has not shown it.
    """
    if not settings.STAFF_TWO_FACTOR:
        return ""
    if not has_second_factor(player):
        return SET_UP
    shown = get_authentication_records(request, player)
    return "" if any(one.get("method") == "mfa" for one in shown) else _showing(player)


def _showing(player: Player) -> str:
    """The page that asks for a code, or for the passkey of whoever has nothing else."""
    codes = Authenticator.objects.filter(user=player, type=Authenticator.Type.TOTP)
    return SHOW if codes.exists() else SHOW_PASSKEY


def _open_before(missing: str) -> tuple[str, ...]:
    """Until it is shown, nobody takes the second factor away either, or changes the password."""
    shows = (SHOW, SHOW_PASSKEY, "account_logout")
    own = ("/accounts/",) if missing == SET_UP else tuple(map(reverse, shows))
    return (*own, "/i18n/", settings.STATIC_URL)


def _led_to(request: HttpRequest, missing: str) -> HttpResponse:
    refusal = (
        _("Staff sign in with two factors: set up the second one.")
        if missing == SET_UP
        else _("Staff sign in with two factors: enter the code of the second one.")
    )
    if not request.path.startswith(API):
        messages.error(request, refusal)
        back = request.get_full_path() if request.method == "GET" else reverse("office-home")
        return redirect(f"{reverse(missing)}?{urlencode({'next': back})}")
    status, body, _headers = problem_of(Refused("not_allowed"))
    body |= {"code": "second_factor_missing", "detail": refusal}
    answer = JsonResponse(body, status=status, content_type=KIND)
    answer["Content-Language"] = get_language() or "en"
    return answer
