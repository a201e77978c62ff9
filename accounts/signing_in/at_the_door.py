"""Who comes in by a password: how often it may be wrong, and what a new name may be.

Nobody can lock out somebody else. Wrong passwords are counted for an account at one address, for an
address, and for a device that has been in before, which answers for itself alone. An account that
is being guessed at from many addresses is not closed: a strange address has three tries a day
left, so an owner comes in from anywhere and a guesser does not (docs/decisions.md).
"""

import datetime as dt
import ipaddress
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as caller
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.joining.naming import name_in_form
from accounts.models import Player
from accounts.people.social import skeleton_of
from accounts.signing_in.stepping_up import shown_at
from web.middleware import Middleware
from web.refusals import Refused
from web.security import limits
from web.security.limits import Limit

ACCOUNT_HERE = Limit("login_account_here", most=5, seconds=300)
ADDRESS = Limit("login_address", most=10, seconds=60)
DEVICE = Limit("login_device", most=20, seconds=3600)
# So many wrong ones in a day from strange places, and strangers are slowed down.
GUESSED_AT = Limit("login_account", most=100, seconds=86_400)
STRANGER = Limit("login_stranger", most=3, seconds=86_400)

log = logging.getLogger(__name__)

COOKIE = "device"
_NAMED = "jeton.device"
RESET = "account_reset_password"
_UNSENT = "jeton.mail_unsent"
_SENT_MESSAGE = "account/messages/email_confirmation_sent.txt"
COOKIE_SECONDS = 400 * 86_400
PLAYERS_PER_DEVICE_MAX = 5
ACCOUNTS_MAX = 20  # more than a device can know, so never all of them known

Counted = tuple[Limit, str]


@dataclass(frozen=True, slots=True)
class Ban:
    """Why somebody is not let in, in the words the staff gave; without `until` no end is set."""

    reason: str
    until: dt.datetime | None


# Whoever bans, further up, says here what holds for a player.
BANS: list[Callable[[Player], Ban | None]] = []


class Door(DefaultAccountAdapter):  # type: ignore[misc]
    """What allauth asks when somebody signs up or in."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return username if shallow else name_in_form(username)

    def format_email_subject(self, subject: str) -> str:
        return f"{settings.HOUSE_NAME}: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that fails keeps nobody from coming in: it is logged, and said on the page.

        Where the mail is all that was asked for, one is led back to the form, whether or not
        somebody has that address.
        """
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # smtplib's are too
            log.exception("the mail %s could not be sent", template_prefix)
            request = caller.request
            request.META[_UNSENT] = True
            messages.error(request, _("The e-mail could not be sent. Please try again later."))
            if request.resolver_match and request.resolver_match.url_name == RESET:
                raise ImmediateHttpResponse(redirect(RESET)) from None

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *rest: Any,
        **more: Any,
    ) -> None:
        """All that allauth says, but not that a mail was sent which was not."""
        if message_template != _SENT_MESSAGE or _UNSENT not in request.META:
            super().add_message(request, level, message_template, *rest, **more)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        self._spent: list[Counted] = []
        meant = accounts_of(credentials)
        address = limits.address_of(request)
        device, players = device_of(request)
        is_known = set(meant) <= set(players)
        counted: list[Counted] = [] if is_known else [(ADDRESS, address)]
        for who in meant:
            if is_known:
                counted.append((DEVICE, f"{who} {device}"))
            elif limits.count(GUESSED_AT, str(who)) >= GUESSED_AT.most:
                counted.append((STRANGER, f"{who} {widely(address)}"))
            else:
                counted.append((ACCOUNT_HERE, f"{who} {address}"))
        try:
            for limit, subject in counted:
                limits.spend(limit, subject)
                self._spent.append((limit, subject))
        except Refused:
            raise self.validation_error("too_many_login_attempts") from None
        self._strange = [] if is_known else [str(who) for who in meant]

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:  # only what was wrong counts
            for limit, subject in self._spent:
                limits.give_back(limit, subject)
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        for who in self._strange:
            limits.note(GUESSED_AT, who)

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Why and until when, for whoever has just shown to be that player; by no other address."""
        found = next(filter(None, (told(user) for told in BANS if isinstance(user, Player))), None)
        return render(request, "account/account_inactive.html", {"ban": found}, status=403)

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Not a moment after signing in: what was shown there counts like any other time."""
        if not super().is_reauthentication_required(app=app, **more):
            return False
        shown = shown_at(self.request, self.request.user)
        fresh = dt.timedelta(seconds=app_settings.REAUTHENTICATION_TIMEOUT)
        return shown is None or timezone.now() - shown >= fresh


def accounts_of(credentials: dict[str, Any]) -> Sequence[int | str]:
    """All players meant, however the name is spelled; else what was written.

    Several may have given the same address: a device counts as known for all of them or for none,
    or whoever borrows somebody's address would guess at theirs with a device of their own.
    """
    login = str(credentials.get("email") or credentials.get("username") or "")
    meant = Q(username__iexact=login) | Q(email__iexact=login) if login else Q(pk=None)
    found = Player.objects.filter(meant).order_by("pk").values_list("pk", flat=True)
    return list(found[:ACCOUNTS_MAX]) or [skeleton_of(login)]


def name_device(request: HttpRequest, player: Player) -> None:
    """However somebody comes in, a device has its name before anything is noted of it."""
    device, players = device_of(request)
    known = [player.pk, *(pk for pk in players if pk != player.pk)][:PLAYERS_PER_DEVICE_MAX]
    named = [device or secrets.token_hex(8), known]
    request.COOKIES[COOKIE] = request.META[_NAMED] = signing.dumps(named, salt=COOKIE)


class KeepsDevice(Middleware):
    """Middleware: a device that was named is told so."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if named := request.META.get(_NAMED):
            response.set_cookie(
                COOKIE,
                named,
                max_age=COOKIE_SECONDS,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
        return response


def device_of(request: HttpRequest) -> tuple[str, list[int]]:
    """The device's own name and the players who have come in on it; a forged one has neither."""
    try:
        device, players = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_SECONDS
        )
    except signing.BadSignature:
        return "", []
    return device, players


def widely(address: str) -> str:
    """All that one customer may have been given: of IPv6 a network of 48 bits."""
    base, _slash, _bits = address.partition("/")
    return str(ipaddress.ip_network((base, 48), strict=False)) if ":" in base else address
