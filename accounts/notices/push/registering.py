"""Devices that are told: added, listed and removed."""

import secrets
from collections.abc import Collection

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import ApiToken, Player, PushDevice
from accounts.notices.push import keys
from accounts.notices.push.models import ENDPOINT_CHARS_MAX
from accounts.programs.webhooks.addresses import Target, read_target, require_elsewhere
from accounts.signing_in.models import digest_of
from web.database import sql
from web.refusals import Refused

DEVICES_MAX = 10
# One at a time in the house: two players may name the same device, or each the other's.
REGISTERING = "SELECT pg_advisory_xact_lock(hashtextextended('push devices', 0))"


@transaction.atomic
def register(
    *,
    player: Player,
    through: str | ApiToken,
    endpoint: str,
    p256dh: str,
    auth: str,
    name: str,
) -> PushDevice:
    """Push notices to a device from now on; `through` is its session's key or its token.

    Each of these has one device: what it registers replaces what it had. A browser that another
    player was signed in with is that player's no more.

    Raises Refused(push_is_off | push_endpoint_unusable | push_keys_unusable | push_device_taken |
    too_many_push_devices).
    """
    if not keys.public_key():
        raise Refused("push_is_off")
    try:
        require_elsewhere(target_of(endpoint))
    except Refused as refusal:
        raise Refused("push_endpoint_unusable", why=refusal.facts["why"]) from None
    if not keys.are_usable(p256dh=p256dh, auth=auth):
        raise Refused("push_keys_unusable")
    sql.run(REGISTERING)
    known = PushDevice.objects.filter(endpoint=endpoint).first()
    # Who knows the device's secret is the device.
    if known is not None and not secrets.compare_digest(known.auth.rstrip("="), auth.rstrip("=")):
        raise Refused("push_device_taken")
    came_by = (
        {"token": through} if isinstance(through, ApiToken) else {"session_id": digest_of(through)}
    )
    PushDevice.objects.filter(Q(endpoint=endpoint) | Q(**came_by)).delete()
    if devices_of(player).count() >= DEVICES_MAX:
        raise Refused("too_many_push_devices", most=DEVICES_MAX)
    return PushDevice.objects.create(
        player=player,
        endpoint=endpoint,
        p256dh=p256dh,
        auth=auth,
        house_key=keys.public_key(),
        name=name,
        **came_by,
    )


def target_of(endpoint: str) -> Target:
    """A push service's address taken apart. Raises Refused(webhook_url_unusable)."""
    private = settings.PUSH_PRIVATE_ADDRESSES
    target = read_target(endpoint, https_only=True, may_be_private=private, most=ENDPOINT_CHARS_MAX)
    if ":" in target.host:  # an address of IPv6, for which nobody can sign as VAPID is written
        raise Refused("webhook_url_unusable", why="syntax")
    return target


def devices_of(player: Player) -> QuerySet[PushDevice]:
    """All that are signed in still, the latest first."""
    return signed_in_devices().filter(player=player).order_by("-pk")


def is_of(device: PushDevice, through: str | ApiToken) -> bool:
    """Whether this session's key or this token has registered it."""
    digest: str | None = device.token_id if isinstance(through, ApiToken) else device.session_id
    return digest == (through.pk if isinstance(through, ApiToken) else digest_of(through))


def signed_in_devices() -> QuerySet[PushDevice]:
    now = timezone.now()
    by_token = Q(token__isnull=False) & (Q(token__expiry=None) | Q(token__expiry__gt=now))
    return PushDevice.objects.filter(Q(session__expire_date__gt=now) | by_token)


def who_has_any(players: Collection[int]) -> set[int]:
    """Numbers of those who have a device that could be told."""
    if not players or not keys.public_key():
        return set()
    found = PushDevice.objects.filter(player__in=players, house_key=keys.public_key())
    return set(found.values_list("player_id", flat=True))


def remove(*, player: Player, device_id: int) -> None:
    """Push nothing more to one of the player's devices. Raises Refused(not_found)."""
    if not PushDevice.objects.filter(player=player, pk=device_id).delete()[0]:
        raise Refused("not_found")
