"""The part of the settings page that says where notices come to, and its buttons."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import Player
from accounts.notices.push import keys, quiet, registering
from accounts.notices.push.api import REGISTRATIONS, DeviceForm
from accounts.signing_in.devices import device_words
from web.numbers import whole
from web.refusals import Refused, words_of
from web.security import limits


def push_context(request: HttpRequest, player: Player) -> dict[str, Any]:
    """What the page shows: our key, the devices, this one's address, and the hours of quiet."""
    key, by = keys.public_key(), request.session.session_key or ""
    devices = [(one, registering.is_of(one, by)) for one in registering.devices_of(player)]
    here = next((one for one, is_here in devices if is_here and one.house_key == key), None)
    return {
        "push_key": key,
        "push_devices": devices,
        "push_here": here,
        "quiet": quiet.quiet_hours_of(player),
    }


@require_POST
@login_required
def add_device(request: HttpRequest) -> HttpResponse:
    """This browser, with what it has subscribed with."""
    player = _player(request)
    form = DeviceForm(data=request.POST.dict())
    try:
        limits.spend(REGISTRATIONS, str(player.pk))
        if not form.is_valid():
            raise Refused("push_keys_unusable")
        given = {name: form.validated_data[name] for name in ("endpoint", "p256dh", "auth")}
        by = request.session.session_key or ""
        registering.register(player=player, by=by, name=device_words(request), **given)
    except Refused as refusal:
        messages.error(request, words_of(refusal))
    else:
        messages.success(request, _("Notices come to this device from now on."))
    return _back()


@require_POST
@login_required
def remove_device(request: HttpRequest) -> HttpResponse:
    """One that is named; who is gone already is told nothing else."""
    try:
        device_id = whole(request.POST.get("device", "")) or 0
        registering.remove(player=_player(request), device_id=device_id)
    except Refused:
        pass
    messages.success(request, _("Nothing is sent to that device any more."))
    return _back()


@require_POST
@login_required
def choose_quiet(request: HttpRequest) -> HttpResponse:
    """By the clock of the zone the page is read in; no hours end the quiet."""
    player = _player(request)
    begins, ends = (_time(request.POST.get(name, "")) for name in ("begins", "ends"))
    zone = timezone.get_current_timezone_name()
    try:
        if begins is None or ends is None:
            quiet.stop_keeping_quiet(player)
        else:
            quiet.keep_quiet(player=player, begins=begins, ends=ends, zone=zone)
    except Refused as refusal:
        messages.error(request, words_of(refusal))
    else:
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


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # noqa: S101 - it has passed `login_required`
    return request.user
