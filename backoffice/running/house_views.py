"""The office's page of the house: its name, what it offers, its texts, its mail server."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backoffice.running import acting as running
from backoffice.running import mailing
from backoffice.running.house_forms import BASICS, TEXTS, HouseForm, MailForm
from backoffice.team.access import action, colleague, page, reason_of
from rummy.refusal import Refusal
from web.refusals import words_of
from web.security import limits

PAGE = "office-house"
TEST_MAILS = limits.Limit("test_mails", most=10, seconds=600)


@page("change_settings", "office/house/", "office-house")
def house(request: HttpRequest) -> HttpResponse:
    """All that the house is to those who come, as it is now."""
    return _shown(request, HouseForm(names=(*BASICS, *TEXTS)), _mail_form())


def _mail_form() -> MailForm:
    return MailForm(initial={"sender": settings.DEFAULT_FROM_EMAIL})


def _shown(request: HttpRequest, form: HouseForm, mail: MailForm) -> HttpResponse:
    is_sent = not settings.EMAIL_BACKEND.endswith(".console.EmailBackend")
    context = {
        "form": form,
        "mail": mail,
        "version": running.house_version(),
        "mail_given": "EMAIL_URL" in settings.GIVEN,
        "mail_host": settings.EMAIL_HOST if is_sent else "",
    }
    return render(request, "backoffice/house.html", context)


@action("change_settings", "office/house/change/", "office-house-change")
def house_change(request: HttpRequest) -> HttpResponse:
    """What was filled in, all of it or nothing."""
    form = HouseForm(request.POST, names=(*BASICS, *TEXTS))
    if form.is_valid():
        try:
            changed = running.change_house(
                values=form.values(),
                reason=reason_of(request),
                by=colleague(request),
                seen=request.POST.get("version", ""),
            )
        except Refusal as refusal:
            form.add_error(None, words_of(refusal))
        else:
            messages.success(request, _said(len(changed)))
            return redirect(PAGE)
    return _shown(request, form, _mail_form())


def _said(changed: int) -> str:
    if not changed:
        return _("Nothing has changed.")
    words = ngettext(
        "%(changed)s setting changed; it takes effect everywhere within seconds.",
        "%(changed)s settings changed; they take effect everywhere within seconds.",
        changed,
    )
    return words % {"changed": changed}


@action("change_settings", "office/house/mail/", "office-house-mail")
def house_mail(request: HttpRequest) -> HttpResponse:
    """Another mail server, or with `test` a mail by it to oneself and nothing kept."""
    form, by = MailForm(request.POST), colleague(request)
    if form.is_valid():
        try:
            if "test" in request.POST:
                return _tested(request, form, by.email)
            running.change_mail_server(
                url=form.url, sender=form.cleaned_data["sender"], reason=reason_of(request), by=by
            )
        except Refusal as refusal:
            form.add_error(None, words_of(refusal))
        else:
            messages.success(request, _("Changed; it takes effect everywhere within seconds."))
            return redirect(PAGE)
    return _shown(request, HouseForm(names=(*BASICS, *TEXTS)), form)


def _tested(request: HttpRequest, form: MailForm, to: str) -> HttpResponse:
    """The form again, with what came of a mail; without a server named, by the one that holds."""
    test_mail(request, to=to, url=form.url, sender=form.cleaned_data["sender"])
    return _shown(request, HouseForm(names=(*BASICS, *TEXTS)), form)


def test_mail(request: HttpRequest, *, to: str, **server: Any) -> None:
    """Send one and say so. Raises Refused(rate_limited | mail_without_address | mail_not_sent)."""
    limits.spend(TEST_MAILS, limits.address_of(request))
    mailing.send_test(to=to, **server)
    messages.success(request, _("A test mail is on its way to %(address)s.") % {"address": to})
