"""The first page of a new house, step by step. Nothing is kept in the house before the last."""

import base64
from collections.abc import Callable
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from backoffice.first_start.draft import Draft, draft_of, drop, keep, open_draft
from backoffice.first_start.finishing import finish
from backoffice.first_start.forms import FactorForm, LegalForm, OwnerForm, TokenForm
from backoffice.first_start.tokens import TRIES, digest_of, is_good
from backoffice.running import board
from backoffice.running.house_forms import BASICS, HouseForm, MailForm
from backoffice.running.house_views import test_mail
from rummy.refusal import Refusal
from web.refusals import Refused, words_of
from web.routes import at
from web.security import limits

STEPS = {
    "owner": gettext_lazy("You"),
    "factor": gettext_lazy("Second factor"),
    "house": gettext_lazy("The house"),
    "mail": gettext_lazy("Mails"),
    "legal": gettext_lazy("Imprint and privacy"),
    "finish": gettext_lazy("All of it"),
}
NAMES = tuple(STEPS)
SECRET = "secret"  # noqa: S105 - a place in the draft
Page = Callable[[HttpRequest, Draft], HttpResponse]


@at("setup/", "first-start")
@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
def begin(request: HttpRequest) -> HttpResponse:
    """The token, once; a browser that has shown it goes on where it stopped."""
    if not board.waits_for_owner():
        return _closed(request)
    form = TokenForm(request.POST or None)
    if request.method == "GET" and (draft := draft_of(request)):
        return redirect("first-start-step", _next_open(draft))
    if request.method == "POST" and form.is_valid():
        digest = digest_of(form.cleaned_data["token"].strip())
        try:
            limits.spend(TRIES, limits.address_of(request))
        except Refused as refusal:
            form.add_error(None, words_of(refusal))
            return render(request, "backoffice/first_start/token.html", {"form": form}, status=429)
        if is_good(digest):
            open_draft(request, digest)
            return redirect("first-start")
        form.add_error("token", _("This is not the token that opens the page now."))
    return render(request, "backoffice/first_start/token.html", {"form": form})


def _closed(request: HttpRequest) -> HttpResponse:
    return render(request, "backoffice/first_start/over.html", status=410)


def _next_open(draft: Draft) -> str:
    return next(name for name in NAMES if name == "finish" or name not in draft.answers)


@at("^setup/(?P<name>owner|factor|house|mail|legal|finish)/$", "first-start-step")
@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
def step(request: HttpRequest, name: str) -> HttpResponse:
    """One of the steps, for a browser that has shown the token."""
    if not board.waits_for_owner():
        return _closed(request)
    draft = draft_of(request)
    if draft is None:
        return redirect("first-start")
    allowed = _next_open(draft)
    if NAMES.index(name) > NAMES.index(allowed):
        return redirect("first-start-step", allowed)
    return PAGES[name](request, draft)


def _answered(
    request: HttpRequest, draft: Draft, name: str, answers: dict[str, Any]
) -> HttpResponse:
    draft.answers[name] = answers
    keep(request, draft)
    return redirect("first-start-step", NAMES[NAMES.index(name) + 1])


def _shown(request: HttpRequest, name: str, **more: Any) -> HttpResponse:
    at = NAMES.index(name)
    context = {
        "step": name,
        "step_words": STEPS[name],
        "number": at + 1,
        "steps": len(NAMES),
        "before": NAMES[at - 1] if at else "",
        **more,
    }
    return render(request, f"backoffice/first_start/{name}.html", context)


def _owner(request: HttpRequest, draft: Draft) -> HttpResponse:
    known = draft.of("owner")
    form = OwnerForm(request.POST or None, initial=known, chosen=known.get("password", ""))
    if request.method == "POST" and form.is_valid():
        return _answered(request, draft, "owner", form.kept())
    form.initial.pop("password", None)
    return _shown(request, "owner", form=form)


def _factor(request: HttpRequest, draft: Draft) -> HttpResponse:
    known = draft.of("factor")
    secret = known.get("secret") or draft.of(SECRET).get("drawn") or generate_totp_secret()
    may_wait = not settings.STAFF_TWO_FACTOR
    if request.method == "POST" and may_wait and "later" in request.POST:
        return _answered(request, draft, "factor", {})
    form = FactorForm(request.POST or None, secret=secret)
    if request.method == "POST" and form.is_valid():
        return _answered(request, draft, "factor", {"secret": secret, "is_shown": True})
    draft.answers[SECRET] = {"drawn": secret}  # until a code has shown that the phone has it
    keep(request, draft)
    answers = draft.of("owner")
    owner = Player(username=answers["name"], email=answers["email"])
    adapter = get_adapter()
    picture = adapter.build_totp_svg(adapter.build_totp_url(owner, secret))
    return _shown(
        request,
        "factor",
        form=form,
        secret=secret,
        picture=base64.b64encode(picture.encode()).decode(),
        may_wait=may_wait,
    )


def _house(request: HttpRequest, draft: Draft) -> HttpResponse:
    here = {"TIME_ZONE": timezone.get_current_timezone_name()}  # where the owner's browser is
    form = HouseForm(request.POST or None, initial=here | draft.of("house"), names=BASICS)
    if request.method == "POST" and form.is_valid():
        return _answered(request, draft, "house", form.values())
    return _shown(request, "house", form=form)


def _mail(request: HttpRequest, draft: Draft) -> HttpResponse:
    known = draft.of("mail")
    form = MailForm(request.POST or None, initial=known.get("fields", {}))
    is_given = "EMAIL_URL" in settings.GIVEN
    if request.method == "POST" and "later" in request.POST:
        return _answered(request, draft, "mail", {})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if "test" not in request.POST:
            fields = {name: data[name] for name in data if name != "password"}
            kept = {"url": form.url, "sender": data["sender"], "fields": fields}
            return _answered(request, draft, "mail", {} if is_given else kept)
        try:
            to = draft.of("owner")["email"]
            test_mail(request, to=to, url=form.url, sender=data["sender"])
        except Refusal as refusal:
            form.add_error(None, words_of(refusal))
    more = {"to": draft.of("owner")["email"], "is_given": is_given}
    return _shown(request, "mail", form=form, **more)


def _legal(request: HttpRequest, draft: Draft) -> HttpResponse:
    form = LegalForm(request.POST or None, initial=draft.of("legal"))
    is_given = bool(settings.LEGAL_DIR)
    if request.method == "POST" and (is_given or "later" in request.POST):
        return _answered(request, draft, "legal", {})
    if request.method == "POST" and form.is_valid():
        return _answered(request, draft, "legal", form.cleaned_data)
    return _shown(request, "legal", form=form, is_given=is_given)


def _finish(request: HttpRequest, draft: Draft) -> HttpResponse:
    error = ""
    if request.method == "POST":
        try:
            owner = finish(draft)
        except Refused as refusal:
            if refusal.code == "first_start_over":
                return _closed(request)
            error = words_of(refusal)
        else:
            return _welcomed(request, owner, draft)
    house = HouseForm(initial=draft.of("house"), names=BASICS)
    lines = [(field.label, _said(field)) for field in house]
    return _shown(request, "finish", draft=draft.answers, lines=lines, error=error)


def _said(field: forms.BoundField) -> str:
    """The value of a field of the house in words."""
    value: Any = field.initial
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        words = dict(getattr(field.field, "choices", ()))
        return ", ".join(str(words[one]) for one in value)
    return str(value)


def _welcomed(request: HttpRequest, owner: Player, draft: Draft) -> HttpResponse:
    """The owner is signed in, and led to the recovery codes, or into the office."""
    drop(request)
    login(request, owner, backend="django.contrib.auth.backends.ModelBackend")
    record_authentication(request, owner, method="password")
    if not draft.of("factor").get("is_shown"):
        return redirect("office-house")
    record_authentication(request, owner, method="mfa", type="totp")
    messages.success(request, _("Your house is open."))
    return redirect("mfa_view_recovery_codes")


PAGES: dict[str, Page] = {
    "owner": _owner,
    "factor": _factor,
    "house": _house,
    "mail": _mail,
    "legal": _legal,
    "finish": _finish,
}
