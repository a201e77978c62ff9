"""OAuth's page, where a player says yes or no, and the endpoints apps exchange codes at."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.programs.oauth import server
from accounts.programs.scopes import SCOPES, in_force
from accounts.views import signed_in
from web.addresses import absolute
from web.refusals import Refused, words_of
from web.routes import at, own_act
from web.security import limits


class _Away(HttpResponseRedirect):
    """To an app: its address was checked against its own list."""

    def __init__(self, address: str) -> None:
        self.allowed_schemes = [address.partition(":")[0]]
        super().__init__(address)


@at("oauth/authorize/", "oauth-authorize")
@login_required
@never_cache
def authorize(request: HttpRequest) -> HttpResponse:
    """What an app asks for; allowing it sends the player back there with a code."""
    player = signed_in(request)
    try:
        asked = server.read_question(request)
    except server.FatalClientError as error:
        context = {"error": error.description or error.error}
        return render(request, "accounts/oauth_error.html", context, status=400)
    except server.OAuth2Error as error:
        return _Away(error.in_uri(error.redirect_uri))
    if request.method == "POST":
        if "allow" not in request.POST:
            return _Away(server.deny(asked))
        try:
            limits.spend(limits.TOKENS, str(player.pk))  # each yes is a row, its code used or not
        except Refused as refusal:
            messages.error(request, words_of(refusal))
            return redirect("tokens")
        return _Away(server.allow(request, asked, player))
    scopes = [SCOPES[key].words for key in in_force(asked.scopes, player)]
    response = render(request, "accounts/oauth_authorize.html", {"asked": asked, "scopes": scopes})
    # The form's answer leads to the app, which a browser counts as where the form goes.
    response.form_goes_to = asked.origin  # type: ignore[attr-defined]
    return response


@at("oauth/token/", "oauth-token")
@csrf_exempt
@require_POST
def token(request: HttpRequest) -> HttpResponse:
    return server.exchange(request)


@at("oauth/revoke/", "oauth-revoke")
@csrf_exempt
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    return server.revoke(request)


@at(".well-known/oauth-authorization-server", "oauth-metadata")
def metadata(request: HttpRequest) -> HttpResponse:
    """Where everything is (RFC 8414)."""
    issuer = absolute("")
    return JsonResponse(
        {
            "issuer": issuer,
            "authorization_endpoint": issuer + reverse("oauth-authorize"),
            "token_endpoint": issuer + reverse("oauth-token"),
            "revocation_endpoint": issuer + reverse("oauth-revoke"),
            "scopes_supported": list(server.OPEN_SCOPES),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "service_documentation": issuer + reverse("api-docs"),
        }
    )


@own_act("settings/apps/<player:grant_id>/take-back/", "take-back")
def take_back(request: HttpRequest, grant_id: int) -> HttpResponse:
    """An app may do nothing any more."""
    try:
        server.take_back(player=signed_in(request), grant_id=grant_id)
    except Refused:
        raise Http404 from None
    messages.success(request, _("The app has no access any more."))
    return redirect("tokens")
