"""The three endpoints of OAuth over oauthlib: who asks, what comes back."""

import datetime as dt
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from oauthlib.oauth2 import (
    AccessDeniedError,
    FatalClientError,
    InvalidRequestError,
    OAuth2Error,
    RevocationEndpoint,
    WebApplicationServer,
)

from accounts.joining.naming import require_not_the_house, require_visible
from accounts.models import OAuthApp, OAuthGrant, Player
from accounts.programs.oauth.addresses import require_usable
from accounts.programs.oauth.validator import OPEN_SCOPES, Validator, end_grant
from web.api.payloads import With
from web.finding import or_raise
from web.refusals import Refused

APPS_MAX = 10
URIS_MAX = 10
# SHA-256 in base64url without padding (RFC 7636, 4.2).
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an app asks a player for."""

    app: OAuthApp
    scopes: tuple[str, ...]
    credentials: dict[str, Any]

    @property
    def goes_to(self) -> str:
        """The host, or of an installed app the scheme, that the answer goes to."""
        parts = urlsplit(str(self.credentials["redirect_uri"]))
        return parts.netloc or parts.scheme

    @property
    def origin(self) -> str:
        parts = urlsplit(str(self.credentials["redirect_uri"]))
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else f"{parts.scheme}:"


def _server() -> Any:
    return WebApplicationServer(
        Validator(),
        token_generator=lambda _: "jeton_" + secrets.token_hex(32),
        refresh_token_generator=lambda _: "jeton_refresh_" + secrets.token_hex(32),
        token_expires_in=settings.OAUTH_TOKEN_SECONDS,
    )


def read_question(request: HttpRequest) -> Asked:
    """What is asked for at the authorise page.

    Raises:
        FatalClientError: the app or its address is not known: the player stays here.
        OAuth2Error: the app is told, by `in_uri`.
    """
    scopes, credentials = _server().validate_authorization_request(_address(request), "GET")
    asked = credentials["request"]
    fault = ""
    if asked.code_challenge_method != "S256":
        fault = "code_challenge_method must be S256"
    elif CHALLENGE.fullmatch(asked.code_challenge) is None:
        fault = "code_challenge must be 43 letters of base64url"
    if fault:
        state = credentials.get("state")
        raise InvalidRequestError(description=fault, state=state, request=asked)
    app = OAuthApp.objects.get(client_id=credentials["client_id"])
    return Asked(app, tuple(scope for scope in OPEN_SCOPES if scope in scopes), credentials)


def deny(asked: Asked) -> str:
    """Where the player goes who says no."""
    refused = AccessDeniedError(state=asked.credentials.get("state"))
    return str(refused.in_uri(asked.credentials["redirect_uri"]))


def allow(request: HttpRequest, asked: Asked, player: Player) -> str:
    """Store the yes; where the player goes with the code."""
    credentials = {**asked.credentials, "user": player}
    credentials.pop("request", None)
    headers, _body, _status = _server().create_authorization_response(
        _address(request), "GET", scopes=list(asked.scopes), credentials=credentials
    )
    return str(headers["Location"])


@transaction.atomic
def exchange(request: HttpRequest) -> HttpResponse:
    """A code or a refresh token for tokens."""
    return _answer(_server().create_token_response, request)


def revoke(request: HttpRequest) -> HttpResponse:
    """An app gives a token back."""
    endpoint = RevocationEndpoint(Validator(), supported_token_types=None)
    return _answer(endpoint.create_revocation_response, request)


@transaction.atomic
def register_app(*, owner: Player, name: str, redirect_uris: list[str]) -> OAuthApp:
    """A new app of this player's.

    Raises Refused(too_many_apps | redirect_uri_unusable | guests_own_no_apps
    | name_unreadable | name_reserved).
    """
    if owner.is_guest or owner.is_program:
        raise Refused("guests_own_no_apps")
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if owner.oauth_apps.count() >= APPS_MAX:
        raise Refused("too_many_apps", most=APPS_MAX)
    require_visible(name)  # whoever is asked must see by whom
    require_not_the_house(name)
    for uri in redirect_uris:
        require_usable(uri)
    return OAuthApp.objects.create(owner=owner, name=name, redirect_uris=redirect_uris)


def forget_app(*, owner: Player, client_id: str) -> None:
    """With everything that players have allowed it. Raises Refused(not_found)."""
    deleted, _by_model = OAuthApp.objects.filter(owner=owner, client_id=client_id).delete()
    if not deleted:
        raise Refused("not_found")


def grants_of(player: Player) -> list[With]:
    """What the player has allowed and not taken back, the app of the latest yes first.

    All of one app together, however often it asked: each device asks for itself. That is the
    latest yes, with the scopes of all, and when the first was said.
    """
    live = OAuthGrant.objects.filter(player=player, ended_at=None, refresh_until__gt=timezone.now())
    by_app: dict[int, list[OAuthGrant]] = {}
    for grant in live.select_related("app", "app__owner", "token").order_by("-pk"):
        by_app.setdefault(grant.app_id, []).append(grant)
    return [_together(grants) for grants in by_app.values()]


def _together(grants: Sequence[OAuthGrant]) -> With:
    scopes = {scope for grant in grants for scope in grant.scopes}
    tokens = [token for grant in grants if (token := getattr(grant, "token", None)) is not None]
    return With(
        grants[0],
        scopes=[scope for scope in OPEN_SCOPES if scope in scopes],
        created_at=grants[-1].created_at,
        last_used_at=max((one.last_used for one in tokens if one.last_used), default=None),
    )


@transaction.atomic
def take_back(*, player: Player, grant_id: int) -> None:
    """All that the player has allowed this grant's app. Raises Refused(not_found)."""
    own = OAuthGrant.objects.filter(player=player)
    asked = or_raise(own.filter(pk=grant_id).first(), Refused("not_found"))
    # Locked: a code that is being exchanged right now shall leave no token behind.
    live = list(own.select_for_update().filter(app_id=asked.app_id, ended_at=None).order_by("pk"))
    if not live:
        raise Refused("not_found")
    for grant in live:
        end_grant(grant)


def forget_old_grants(*, now: dt.datetime | None = None) -> int:
    """Delete what gave access once and will not again: codes nobody came with, grants that were
    ended or never renewed, `KEEP_SIGN_INS_DAYS` after that."""
    before = (now or timezone.now()) - dt.timedelta(days=settings.KEEP_SIGN_INS_DAYS)
    unused = Q(is_code_used=False, code_until__lt=before)
    over = unused | Q(ended_at__lt=before) | Q(refresh_until__lt=before)
    deleted, _by_model = OAuthGrant.objects.filter(over).delete()
    return deleted


def _address(request: HttpRequest) -> str:
    """The whole address. oauthlib wants https, which a proxy may have taken off already.

    Its query is written anew: of letters that a browser sends as they are (`a[]=1`) oauthlib would
    say nothing that anybody could answer.
    """
    query = urlencode(parse_qsl(request.META.get("QUERY_STRING", ""), keep_blank_values=True))
    return f"https://{request.get_host()}{request.path}" + (f"?{query}" if query else "")


def _answer(endpoint: Any, request: HttpRequest) -> HttpResponse:
    """What one of oauthlib's endpoints answers to a form."""
    form = request.body.decode("utf-8", "replace")
    kind = {"Content-Type": str(request.content_type)}
    try:
        headers, body, status = endpoint(_address(request), "POST", form, kind)
    except OAuth2Error as error:  # what it says of how it was asked, as of an address with a query
        headers, body, status = error.headers, error.json, error.status_code
    response = HttpResponse(body or "", status=status, content_type="application/json")
    for name, value in headers.items():
        response[name] = value
    response["Cache-Control"] = "no-store"
    return response


__all__ = ["OPEN_SCOPES", "FatalClientError", "OAuth2Error"]
