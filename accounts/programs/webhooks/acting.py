"""What staff do with webhooks, each act in the log; never a whole address or a secret."""

import datetime as dt
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone

from accounts.interest import concerns_nobody
from accounts.joining.naming import require_visible
from accounts.models import DeliveryState, Player, WebhookDelivery, WebhookEndpoint, WebhookEvent
from accounts.programs.webhooks import signing
from accounts.programs.webhooks.addresses import read_target, require_elsewhere
from accounts.programs.webhooks.kinds import PING, WANTED
from accounts.staff_acts import tell_log
from web.finding import or_raise
from web.refusals import Refused

ENDPOINTS_MAX = 20
OLD_SECRET_HOURS = 24


@concerns_nobody
def add(*, url: str, name: str, kinds: Collection[str], by: Player) -> tuple[WebhookEndpoint, str]:
    """A new endpoint and its secret, which is shown once.

    Raises Refused(webhook_url_unusable | webhook_kind_unknown | too_many_webhooks |
    name_unreadable).
    """
    require_visible(name)
    require_elsewhere(read_target(url))
    wanted = _known(kinds)
    if WebhookEndpoint.objects.count() >= ENDPOINTS_MAX:
        raise Refused("too_many_webhooks", most=ENDPOINTS_MAX)
    secret = signing.new_secret()
    endpoint = WebhookEndpoint.objects.create(
        url=url, name=name, kinds=wanted, sealed_secret=signing.seal(secret), created_by=by
    )
    _log(by, "webhook_added", endpoint.pk, after=_logged(endpoint))
    return endpoint, secret


@concerns_nobody
def change(
    *,
    endpoint_id: int,
    url: str | None = None,
    name: str | None = None,
    kinds: Collection[str] | None = None,
    is_on: bool | None = None,
    by: Player,
) -> WebhookEndpoint:
    """Change what is given; switching it on forgets why it was off.

    Raises Refused(not_found | webhook_url_unusable | webhook_kind_unknown | name_unreadable).
    """
    if name is not None:
        require_visible(name)
    endpoint = _locked(endpoint_id)
    before = _logged(endpoint)
    if url is not None:
        require_elsewhere(read_target(url))
        endpoint.url = url
    if kinds is not None:
        endpoint.kinds = _known(kinds)
    endpoint.name = endpoint.name if name is None else name
    if is_on is not None:
        endpoint.is_on, endpoint.off_because, endpoint.failures = is_on, "", 0
    endpoint.save()
    _log(by, "webhook_changed", endpoint_id, before=before, after=_logged(endpoint))
    return endpoint


@concerns_nobody
def rotate(*, endpoint_id: int, by: Player) -> tuple[WebhookEndpoint, str]:
    """A new secret, shown once; for a day deliveries are signed with the old one too.

    Raises Refused(not_found), as all that follow.
    """
    endpoint, secret = _locked(endpoint_id), signing.new_secret()
    endpoint.sealed_old_secret = endpoint.sealed_secret
    endpoint.old_until = timezone.now() + dt.timedelta(hours=OLD_SECRET_HOURS)
    endpoint.sealed_secret = signing.seal(secret)
    endpoint.save()
    _log(by, "webhook_secret_rotated", endpoint_id)
    return endpoint, secret


@concerns_nobody
def test(*, endpoint_id: int, key: str, by: Player) -> WebhookDelivery:
    """Send a test, whatever the endpoint asked for; once per key, however often it is pressed."""
    endpoint = _locked(endpoint_id)
    event, _made = WebhookEvent.objects.get_or_create(
        key=f"ping:{endpoint.pk}:{key}"[:120],
        defaults={"kind": PING, "facts": {"endpoint": endpoint.pk}, "is_handed_out": True},
    )
    delivery, _made = WebhookDelivery.objects.get_or_create(
        endpoint=endpoint, event=event, defaults={"next_at": timezone.now()}
    )
    _log(by, "webhook_tested", endpoint_id)
    return delivery


@concerns_nobody
def send_again(*, endpoint_id: int, delivery_id: str, by: Player) -> WebhookDelivery:
    """Start over with a delivery, from the first attempt on."""
    own = WebhookDelivery.objects.select_for_update().filter(endpoint_id=endpoint_id)
    delivery = or_raise(own.filter(pk=delivery_id).first(), Refused("not_found"))
    delivery.state, delivery.attempts = DeliveryState.PENDING, 0
    delivery.next_at, delivery.ended_at = timezone.now(), None
    delivery.save(update_fields=("state", "attempts", "next_at", "ended_at"))
    _log(by, "webhook_sent_again", endpoint_id, after={"delivery": delivery_id})
    return delivery


@concerns_nobody
def remove(*, endpoint_id: int, by: Player) -> None:
    """With its deliveries."""
    # Not locked first: who writes an attempt down holds the delivery, and then asks for this row.
    found = WebhookEndpoint.objects.filter(pk=endpoint_id)
    endpoint = found.first()
    # Of two who remove it at once, one is told that it is gone.
    if endpoint is None or not found.delete()[0]:
        raise Refused("not_found")
    _log(by, "webhook_removed", endpoint_id, before=_logged(endpoint))


def _locked(endpoint_id: int) -> WebhookEndpoint:
    found = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint_id).first()
    return or_raise(found, Refused("not_found"))


def _known(kinds: Collection[str]) -> list[str]:
    unknown = sorted(set(kinds) - WANTED.keys())
    if unknown or not kinds:
        raise Refused("webhook_kind_unknown", kinds=unknown[:5])
    return sorted(set(kinds))


def _log(by: Player, act: str, endpoint_id: int, **facts: Any) -> None:
    tell_log(by=by, act=act, subject=f"webhook:{endpoint_id}", **facts)


def _logged(endpoint: WebhookEndpoint) -> dict[str, object]:
    """Addresses may carry a password or a token: of them the host is told, no more."""
    return {
        "name": endpoint.name,
        "host": urlsplit(endpoint.url).hostname or "",
        "kinds": list(endpoint.kinds),
        "is_on": endpoint.is_on,
    }
