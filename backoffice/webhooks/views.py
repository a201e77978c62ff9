"""Webhooks: the endpoints with their state, and of each one the log of its deliveries."""

import secrets
import uuid
from functools import partial

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import DeliveryState, WebhookEndpoint
from accounts.programs.webhooks import acting as webhook_acts
from accounts.programs.webhooks.addresses import URL_CHARS_MAX
from accounts.programs.webhooks.kinds import KINDS, WANTED
from accounts.sent_again import shown_once
from backoffice.team.access import action, colleague, doing, made_by, page
from rummy.refusal import Refusal
from web.refusals import words_of
from web.routes import at

ROWS = 50


class KindsForm(forms.Form):
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Events it is told of"),
        choices=list(WANTED.items()),
        widget=forms.CheckboxSelectMultiple,
    )


class EndpointForm(KindsForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=URL_CHARS_MAX,
        help_text=gettext_lazy("https, and not in a private network"),
    )
    field_order = ("name", "url", "kinds")


@page("manage_webhooks", "office/webhooks/", "office-webhooks")
def webhooks(request: HttpRequest) -> HttpResponse:
    return _all(request, EndpointForm())


def _all(request: HttpRequest, form: EndpointForm) -> HttpResponse:
    waiting = Count("deliveries", filter=Q(deliveries__state=DeliveryState.PENDING))
    failed = Count("deliveries", filter=Q(deliveries__state=DeliveryState.FAILED))
    known = WebhookEndpoint.objects.annotate(waiting=waiting, failed=failed)
    return render(request, "backoffice/webhooks.html", {"endpoints": known, "form": form})


@action("manage_webhooks", "office/webhooks/add/", "office-webhook-add")
def webhook_add(request: HttpRequest) -> HttpResponse:
    """Add one; its secret is on the page that answers, and on no other."""
    form = EndpointForm(request.POST)
    made = made_by(form, partial(webhook_acts.add, by=colleague(request)))
    return _one(request, made[0].pk, secret=made[1]) if made else _all(request, form)


@page("manage_webhooks", "office/webhooks/<row:endpoint_id>/", "office-webhook")
def webhook(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    return _one(request, endpoint_id)


def _one(request: HttpRequest, endpoint_id: int, secret: str = "") -> HttpResponse:
    endpoint = get_object_or_404(
        WebhookEndpoint.objects.select_related("created_by"), pk=endpoint_id
    )
    state = request.GET.get("state", "")
    found = endpoint.deliveries.order_by("-created_at", "id")
    if state in DeliveryState.values:
        found = found.filter(state=state)
    context = {
        "endpoint": endpoint,
        "form": KindsForm(initial={"kinds": endpoint.kinds}),
        "secret": secret,
        "state": state,
        "states": (("", _("all")), *((one.value, STATES[one]) for one in DeliveryState)),
        "deliveries": found.select_related("event").prefetch_related("tries")[:ROWS],
        "kinds": KINDS,
    }
    answer = render(request, "backoffice/webhook.html", context)
    return shown_once(answer) if secret else answer


STATES = {
    DeliveryState.PENDING: gettext_lazy("on its way"),
    DeliveryState.DELIVERED: gettext_lazy("delivered"),
    DeliveryState.FAILED: gettext_lazy("given up"),
}


@at("office/webhooks/<row:endpoint_id>/kinds/", "office-webhook-kinds")
@doing("manage_webhooks", "office-webhook", "endpoint_id")
def webhook_kinds(request: HttpRequest, endpoint_id: int) -> str:
    webhook_acts.change(
        endpoint_id=endpoint_id, kinds=request.POST.getlist("kinds"), by=colleague(request)
    )
    return _("Changed.")


@at("office/webhooks/<row:endpoint_id>/switch/", "office-webhook-switch")
@doing("manage_webhooks", "office-webhook", "endpoint_id")
def webhook_switch(request: HttpRequest, endpoint_id: int) -> str:
    is_on = request.POST.get("on") == "1"
    webhook_acts.change(endpoint_id=endpoint_id, is_on=is_on, by=colleague(request))
    return _("Switched on.") if is_on else _("Switched off; what waits is kept.")


@action("manage_webhooks", "office/webhooks/<row:endpoint_id>/rotate/", "office-webhook-rotate")
def webhook_rotate(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    """A new secret, on the page that answers and on no other."""
    try:
        _endpoint, secret = webhook_acts.rotate(endpoint_id=endpoint_id, by=colleague(request))
    except Refusal as refusal:
        messages.error(request, words_of(refusal))
        return redirect("office-webhooks")
    return _one(request, endpoint_id, secret=secret)


@at("office/webhooks/<row:endpoint_id>/test/", "office-webhook-test")
@doing("manage_webhooks", "office-webhook", "endpoint_id")
def webhook_test(request: HttpRequest, endpoint_id: int) -> str:
    key = f"office:{secrets.token_hex(8)}"
    webhook_acts.test(endpoint_id=endpoint_id, key=key, by=colleague(request))
    return _("The test is on its way; the answer will be below in a moment.")


@at(
    "office/webhooks/<row:endpoint_id>/deliveries/<uuid:delivery_id>/again/", "office-webhook-again"
)
@doing("manage_webhooks", "office-webhook", "endpoint_id")
def send_again(request: HttpRequest, endpoint_id: int, delivery_id: uuid.UUID) -> str:
    webhook_acts.send_again(
        endpoint_id=endpoint_id, delivery_id=str(delivery_id), by=colleague(request)
    )
    return _("It is sent again, under the same number.")


@at("office/webhooks/<row:endpoint_id>/remove/", "office-webhook-remove")
@doing("manage_webhooks", "office-webhooks")
def webhook_remove(request: HttpRequest, endpoint_id: int) -> str:
    webhook_acts.remove(endpoint_id=endpoint_id, by=colleague(request))
    return _("Removed, with its log.")
