"""Who calls, and how far they may go: API tokens with scopes, or the browser's session."""

from typing import Any

from rest_framework import authentication, permissions
from rest_framework.request import Request

from accounts.models import ApiToken, Player
from accounts.programs.scopes import SCOPES, in_force
from accounts.programs.tokens.look_up import LOOK_UP, asked
from accounts.programs.tokens.text import hash_token, token_from_header
from web.database import sql
from web.refusals import Refused
from web.security.csrf import is_from_our_pages

READING = ("GET", "HEAD", "OPTIONS")


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Token …` (or Bearer). A header of no use is an error, not a visit."""

    def authenticate(self, request: Request) -> tuple[Player, ApiToken] | None:
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        token = token_from_header(header)
        found = None if token is None else _live_token(token)
        if found is None:
            raise Refused("bad_token")
        return found.user, found

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's cookie; whoever changes something must know the page's CSRF secret."""

    def enforce_csrf(self, request: Request) -> None:
        if not is_from_our_pages(request._request):
            raise Refused("csrf_failed")


def _live_token(token: str) -> ApiToken | None:
    """The token with its player, if it is good. Raises Refused(account_banned)."""
    digest = hash_token(token)
    live = sql.rows(LOOK_UP, asked(digest))
    if not live:
        return None
    if not live[0][2]:
        raise Refused("account_banned")
    found: ApiToken | None = ApiToken.objects.select_related("user").filter(digest=digest).first()
    return found


class MayCall(permissions.BasePermission):
    """Visitors where the view says so; everybody else signed in, tokens as far as they reach.

    A token needs the view's `reading_scope` to read and its `writing_scope` to change.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        reading = request.method in READING
        if not request.user.is_authenticated:
            open_to = getattr(view, "visitors_may", ())
            if ("read" if reading else "write") in open_to:
                return True
            raise Refused("not_signed_in")
        scope = view.reading_scope if reading else view.writing_scope
        if scope not in scopes_of(request):
            raise Refused("scope_missing", scope=scope)
        if getattr(view, "not_for_apps", False) and _is_of_an_app(request):
            raise Refused("not_for_apps")
        return True


def scopes_of(request: Request) -> frozenset[str]:
    """What this caller may do; a browser's session may do everything its player may."""
    auth: Any = request.auth
    held = auth.scopes if isinstance(auth, ApiToken) else list(SCOPES)
    return frozenset(in_force(held, request.user))


def _is_of_an_app(request: Request) -> bool:
    """Whether the token was given to a third-party app, for as long as the player likes."""
    return isinstance(request.auth, ApiToken) and request.auth.grant_id is not None


def caller(request: Request) -> Player:
    """The signed-in player; only for views that are not open to visitors."""
    user = request.user
    if not isinstance(user, Player):
        raise Refused("not_signed_in")
    return user


def caller_or_visitor(request: Request) -> Player | None:
    return request.user if isinstance(request.user, Player) else None
