"""Where notices come to while no page is open: devices, and hours of quiet."""

import datetime as dt
import re
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller, scopes_of
from accounts.api.operations import once
from accounts.models import ApiToken
from accounts.notices.push import keys, quiet, registering
from accounts.notices.push.models import ENDPOINT_CHARS_MAX
from accounts.signing_in.devices import device_words
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes
from web.api.reading import Form, Text
from web.api.view import ApiView
from web.refusals import Refused
from web.security.limits import Limit

REGISTRATIONS = Limit("push_devices", most=60, seconds=3600)
_CLOCK = "%H:%M"
_CLOCK_TIME = "^([01][0-9]|2[0-3]):[0-5][0-9]$"


# Not `format: time`, which is of RFC 3339: with seconds and an offset.
@extend_schema_field({"type": "string", "pattern": _CLOCK_TIME})
class ClockTime(serializers.TimeField):
    """A time of day as `22:30`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(format=_CLOCK, input_formats=[_CLOCK], **options)

    def to_internal_value(self, value: Any) -> dt.time:
        if not isinstance(value, str) or re.fullmatch(_CLOCK_TIME, value) is None:
            self.fail("invalid", format=_CLOCK)
        return super().to_internal_value(value)


class DeviceForm(Form):
    """What a push subscription consists of (W3C Push API, UnifiedPush)."""

    endpoint = Text(max_length=ENDPOINT_CHARS_MAX, help_text="https, at the device's push service")
    p256dh = Text(max_length=90, help_text="its public key, base64url")
    auth = Text(max_length=30, help_text="its secret, base64url")
    name = Text(max_length=80, required=False, help_text="else as the program calls itself")


class DeviceShape(Shape):
    id = Whole()
    name = Word(allow_blank=True)
    created_at = Moment()
    used_at = Moment(allow_null=True, help_text="when its push service last took a notice")
    is_reached = Yes(help_text="false once the house's key was changed: register it again")
    is_yours = Yes(help_text="registered by this very session or token")


class DevicesShape(Shape):
    key = Word(
        allow_blank=True,
        help_text="`applicationServerKey` of this house, base64url; empty where nothing is pushed",
    )
    results = DeviceShape(many=True)


class QuietForm(Form):
    begins = ClockTime(help_text="like 22:00")
    ends = ClockTime(help_text="like 07:30; before `begins`: on the next day")
    zone = Text(max_length=64, help_text="IANA name of the time zone, like Europe/Berlin")


class QuietShape(Shape):
    begins = ClockTime(allow_null=True)
    ends = ClockTime(allow_null=True)
    zone = Word(allow_null=True)


class PushDevices(ApiView, at="me/notices/devices/"):
    """Devices that your notices are pushed to, and the key to subscribe with."""

    @answers(DevicesShape)
    def get(self, request: Request) -> Answer:
        found = registering.devices_of(caller(request))
        return With(key=keys.public_key(), results=[_shown(request, one) for one in found])

    @once(DeviceForm, answers=DeviceShape, status=201, spends=[REGISTRATIONS])
    def post(self, request: Request, form: Json) -> Answer:
        """Push to this device from now on, instead of what this session or token had before.

        A token needs `read` as well: who is told reads.
        """
        if self.reading_scope not in scopes_of(request):
            raise Refused("scope_missing", scope=self.reading_scope)
        name = form.pop("name", "") or device_words(request._request)
        made = registering.register(
            player=caller(request), through=_through(request), name=name, **form
        )
        return _shown(request, made)


class OnePushDevice(ApiView, at="me/notices/devices/<player:device_id>/"):
    """Push nothing more to a device."""

    @answers(None)
    def delete(self, request: Request, device_id: int) -> None:
        registering.remove(player=caller(request), device_id=device_id)


class MyQuietHours(ApiView, at="me/notices/quiet-hours/"):
    """When nothing is pushed to you: what comes then waits until it is over."""

    @answers(QuietShape)
    def get(self, request: Request) -> Answer:
        return quiet.quiet_hours_of(caller(request)) or With()

    @answers(QuietShape, form=QuietForm)
    def post(self, request: Request, form: Json) -> Answer:
        return quiet.keep_quiet(player=caller(request), **form)

    @answers(None)
    def delete(self, request: Request) -> None:
        """No quiet any more."""
        quiet.stop_keeping_quiet(caller(request))


def _through(request: Request) -> str | ApiToken:
    if isinstance(request.auth, ApiToken):
        return request.auth
    return request._request.session.session_key or ""


def _shown(request: Request, device: Any) -> With:
    is_yours = registering.is_of(device, _through(request))
    return With(device, is_reached=device.house_key == keys.public_key(), is_yours=is_yours)
