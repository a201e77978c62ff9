"""Chip corrections: asked for, approved by somebody else, posted, reversed."""

import secrets
from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import ChipAccount
from backoffice.corrections import acting as service
from backoffice.corrections import reading as read
from backoffice.running.settings import value_of
from backoffice.team.access import action, colleague, made_by, page, reasoned
from web.finding import or_404


class CorrectionForm(forms.Form):
    """What is asked for; negative chips are taken away."""

    amount_chips = forms.IntegerField(
        label=gettext_lazy("Chips"), help_text=gettext_lazy("Negative: they are taken away.")
    )
    counter = forms.ChoiceField(
        label=gettext_lazy("From or to"),
        choices=(
            ("house", gettext_lazy("the house's earnings")),
            ("mint", gettext_lazy("newly issued chips")),
        ),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=400,
        help_text=gettext_lazy("The player reads it on the statement."),
    )
    once = forms.CharField(
        widget=forms.HiddenInput,
        max_length=40,
        required=False,
        initial=lambda: secrets.token_hex(8),
    )


@page("see_books", "office/corrections/", "office-corrections")
def corrections(request: HttpRequest) -> HttpResponse:
    """What waits for a second person, and what was decided lately."""
    context = {
        "waiting": read.corrections(waiting=True)[: read.PAGE],
        "decided": read.corrections(waiting=False)[: read.PAGE],
        "alone_most": value_of("CORRECTION_ALONE_CHIPS_MAX"),
    }
    return render(request, "backoffice/corrections.html", context)


@page("see_books", "office/corrections/<row:correction_id>/", "office-correction")
def correction(request: HttpRequest, correction_id: int) -> HttpResponse:
    """One correction with everything written about it."""
    found = or_404(read.one_correction(correction_id))
    context = {
        "correction": found,
        "acts": read.acts_about(found),
        "reversal": read.reversal_of(found),
        "is_own": found.requested_by_id == colleague(request).pk,
    }
    return render(request, "backoffice/correction.html", context)


@page("request_correction", "office/accounts/<row:account_id>/correct/", "office-correction-form")
def correction_form(request: HttpRequest, account_id: int) -> HttpResponse:
    return _form_page(request, account_id, CorrectionForm())


@action(
    "request_correction",
    "office/accounts/<row:account_id>/correct/request/",
    "office-correction-request",
)
def ask(request: HttpRequest, account_id: int) -> HttpResponse:
    form, by = CorrectionForm(request.POST), colleague(request)
    account = get_object_or_404(ChipAccount.objects.select_related("player"), pk=account_id)
    made = made_by(form, partial(service.request_correction, account=account, by=by))
    if made is None:
        return _form_page(request, account_id, form)
    outcome = _("Somebody else has to approve it.") if made.needs_second else _("It is posted.")
    messages.success(request, outcome)
    return redirect("office-correction", made.pk)


def _form_page(request: HttpRequest, account_id: int, form: CorrectionForm) -> HttpResponse:
    account = get_object_or_404(ChipAccount.objects.select_related("player"), pk=account_id)
    context = {"account": account, "form": form, "most": value_of("CORRECTION_ALONE_CHIPS_MAX")}
    return render(request, "backoffice/correction_form.html", context)


_PAGE = ("office/corrections/<row:correction_id>/", "office-correction")
_act = partial(reasoned, page=_PAGE, named="correction_id")
_DECIDE, _ASK = "decide_correction", "request_correction"

approve = _act("approve", _DECIDE, service.approve_correction, gettext_lazy("Approved and posted."))
reject = _act(
    "reject", _DECIDE, service.reject_correction, gettext_lazy("Rejected; no chip has moved.")
)
reverse = _act(
    "reverse", _ASK, service.request_reversal, gettext_lazy("The reversal is on its way.")
)
