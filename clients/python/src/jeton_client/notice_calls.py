"""Where your notices come to: which kinds, to which devices, and when not."""

from __future__ import annotations

from typing import Unpack

from jeton_client import shapes
from jeton_client.calls import Call, get, post


def notice_wishes() -> Call[shapes.Wishes]:
    """Which kinds of notices come by e-mail, and to your devices."""
    return get("me/notices/wishes/")


def wish_notice(**wish: Unpack[shapes.WishForm]) -> Call[shapes.Wishes]:
    """Choose for one kind; what you do not name stays as it is."""
    return Call("POST", "me/notices/wishes/", dict(wish))


def push_devices() -> Call[shapes.Devices]:
    """Devices that your notices are pushed to, and the `key` to subscribe with."""
    return get("me/notices/devices/")


def add_push_device(
    *, key: str | None = None, **subscription: Unpack[shapes.DeviceForm]
) -> Call[shapes.Device]:
    """Push to this device from now on; what this token had registered before is replaced."""
    return post("me/notices/devices/", dict(subscription), key=key)


def remove_push_device(device_id: int) -> Call[None]:
    return Call("DELETE", f"me/notices/devices/{device_id}/")


def quiet_hours() -> Call[shapes.Quiet]:
    """When nothing is pushed to you; three times null where there are none."""
    return get("me/notices/quiet-hours/")


def keep_quiet(**hours: Unpack[shapes.QuietForm]) -> Call[shapes.Quiet]:
    """What comes in these hours waits until they are over."""
    return Call("POST", "me/notices/quiet-hours/", dict(hours))


def end_quiet_hours() -> Call[None]:
    return Call("DELETE", "me/notices/quiet-hours/")
