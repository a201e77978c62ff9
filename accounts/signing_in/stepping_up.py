"""Showing once more who one is, a moment before one moves chips for the house or goes for good.

Whoever has a second factor shows that one, everybody else the password. What was shown at sign-in
counts like any other time; a token remembers when it was last confirmed. Where no request stands
behind an act (a command, a worker) nobody is asked.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import ApiToken, Player
from web.refusals import Refused
from web.security import limits

OWN_MINUTES = 10  # for what somebody does to their own account
LIMIT = limits.Limit("confirmations", most=10, seconds=600)
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
_request: ContextVar[HttpRequest | None] = ContextVar(
    "request that is being answered", default=None
)


class StepUp(Exception):
    """A page's form has to wait until its reader has shown who they are."""


@contextmanager
def answering(request: HttpRequest) -> Iterator[None]:
    """While this request is answered, acts look at what it has shown."""
    before = _request.set(request)
    try:
        yield
    finally:
        _request.reset(before)


def require_fresh(player: Player, *, minutes: int | None = None) -> None:
    """Raises Refused(confirmation_needed) to a program, StepUp to a page.

    Without `minutes` it is as fresh as the house asks of its staff.
    """
    request = _request.get()
    minutes = settings.STAFF_FRESH_MINUTES if minutes is None else minutes
    if request is None or not minutes:
        return
    shown = shown_at(request, player)
    if shown is not None and timezone.now() - shown < dt.timedelta(minutes=minutes):
        return
    if request.path.startswith("/api/"):
        raise Refused("confirmation_needed", minutes=minutes)
    raise StepUp


def shown_at(request: HttpRequest, player: Player) -> dt.datetime | None:
    """When whoever asks last showed who they are, by the best they have."""
    token = getattr(request, "auth", None)
    if isinstance(token, ApiToken):
        return token.confirmed_at
    methods = ("mfa",) if has_second_factor(player) else ("mfa", "password")
    records = get_authentication_records(request, player)
    times = [one["at"] for one in records if one.get("method") in methods]
    return dt.datetime.fromtimestamp(max(times), dt.UTC) if times else None


def forget_factors(player: Player) -> None:
    """For whoever has lost phone and recovery codes. Raises Refused(no_second_factor)."""
    forgotten, _by_model = Authenticator.objects.filter(user=player).delete()
    if not forgotten:
        raise Refused("no_second_factor", name=player.name)


def has_second_factor(player: Player) -> bool:
    return bool(Authenticator.objects.filter(user=player, type__in=FACTORS).exists())


def confirm(request: HttpRequest, player: Player, *, code: str, password: str) -> None:
    """Remember that the caller has shown it now: by a code where there is a second factor.

    Raises Refused(confirmation_wrong | rate_limited).
    """
    limits.spend(LIMIT, str(player.pk))
    factors = Authenticator.objects.filter(user=player)
    if has_second_factor(player):
        right = any(
            one.wrap().validate_code(code)
            for one in factors.exclude(type=Authenticator.Type.WEBAUTHN)
        )
    else:
        right = player.check_password(password)
    if not right:
        raise Refused("confirmation_wrong")
    token = getattr(request, "auth", None)
    if isinstance(token, ApiToken):
        ApiToken.objects.filter(pk=token.pk).update(confirmed_at=timezone.now())
    else:
        method = "mfa" if has_second_factor(player) else "password"
        record_authentication(request, player, method=method, reauthenticated=True)
