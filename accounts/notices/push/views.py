"""Buttons of the settings page about where notices come to."""

import datetime as dt
from contextlib import suppress
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.notices.push import quiet, registering
from accounts.notices.push.api import REGISTRATIONS, DeviceForm
from accounts.signing_in.devices import device_words
from accounts.views import signed_in
from web.numbers import whole
from web.refusals import Refused, Told, words_of
from web.routes import own_act
from web.security import limits


@own_act("settings/devices/add/", "add-device")
def add_device(request: HttpRequest) -> HttpResponse:
    """This browser, with what it has subscribed with."""
    player = signed_in(request)
    form = DeviceForm(data=request.POST.dict())
    with Told(partial(messages.error, request), words_of):
        limits.spend(REGISTRATIONS, str(player.pk))
        if not form.is_valid():
            raise Refused("push_keys_unusable")
        given = {name: form.validated_data[name] for name in ("endpoint", "p256dh", "auth")}
        key = request.session.session_key or ""
        registering.register(player=player, through=key, name=device_words(request), **given)
        messages.success(request, _("Notices come to this device from now on."))
    return _back()


@own_act("settings/devices/remove/", "remove-device")
def remove_device(request: HttpRequest) -> HttpResponse:
    """One that is named; who is gone already is told nothing else."""
    with suppress(Refused):
        device_id = whole(request.POST.get("device", "")) or 0
        registering.remove(player=signed_in(request), device_id=device_id)
    messages.success(request, _("That device no longer gets notices."))
    return _back()


@own_act("settings/quiet-hours/", "quiet-hours")
def choose_quiet(request: HttpRequest) -> HttpResponse:
    """By the clock of the zone the page is read in; no hours end the quiet."""
    player = signed_in(request)
    begins, ends = (_time(request.POST.get(name, "")) for name in ("begins", "ends"))
    zone = timezone.get_current_timezone_name()
    with Told(partial(messages.error, request), words_of):
        if begins is None or ends is None:
            quiet.stop_keeping_quiet(player)
        else:
            quiet.keep_quiet(player=player, begins=begins, ends=ends, zone=zone)
        messages.success(request, _("Saved."))
    return _back()


def _time(text: str) -> dt.time | None:
    try:
        return dt.datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007 - a time of day
    except ValueError:
        return None


def _back() -> HttpResponse:
    response = redirect("settings")
    response["Location"] += "#devices"
    return response
