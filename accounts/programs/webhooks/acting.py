"""What staff do with webhooks, each act in the log; never a whole address or a secret.

Each raises what the service of its kind in `delivering` does.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction

from accounts.interest import concerns_nobody
from accounts.models import Player, WebhookDelivery, WebhookEndpoint
from accounts.programs.webhooks import delivering as webhooks
from accounts.staff_acts import tell_log


@transaction.atomic
@concerns_nobody
def add(*, url: str, name: str, kinds: Collection[str], by: Player) -> tuple[WebhookEndpoint, str]:
    """A new endpoint and its secret, which is shown once."""
    endpoint, secret = webhooks.add_endpoint(by=by, url=url, name=name, kinds=kinds)
    _log(by, "webhook_added", endpoint.pk, after=_logged(endpoint))
    return endpoint, secret


@transaction.atomic
@concerns_nobody
def change(*, endpoint_id: int, by: Player, **changes: Any) -> WebhookEndpoint:
    """Another address, name or kinds of events, or on and off."""
    before = _as_it_is(endpoint_id)
    endpoint = webhooks.change_endpoint(endpoint_id=endpoint_id, **changes)
    _log(by, "webhook_changed", endpoint_id, before=before, after=_logged(endpoint))
    return endpoint


@transaction.atomic
@concerns_nobody
def rotate(*, endpoint_id: int, by: Player) -> tuple[WebhookEndpoint, str]:
    """A new secret, shown once; the old one counts for a day."""
    endpoint, secret = webhooks.rotate_secret(endpoint_id=endpoint_id)
    _log(by, "webhook_secret_rotated", endpoint_id)
    return endpoint, secret


@transaction.atomic
@concerns_nobody
def test(*, endpoint_id: int, key: str, by: Player) -> WebhookDelivery:
    """Send a test; pressed twice with one form, or asked for twice under one key, it is one."""
    delivery = webhooks.ping(endpoint_id=endpoint_id, key=key)
    _log(by, "webhook_tested", endpoint_id)
    return delivery


@transaction.atomic
@concerns_nobody
def send_again(*, endpoint_id: int, delivery_id: str, by: Player) -> WebhookDelivery:
    """Start over with a delivery."""
    delivery = webhooks.deliver_again(endpoint_id=endpoint_id, delivery_id=delivery_id)
    _log(by, "webhook_sent_again", endpoint_id, after={"delivery": delivery_id})
    return delivery


@transaction.atomic
@concerns_nobody
def remove(*, endpoint_id: int, by: Player) -> None:
    """With its deliveries."""
    before = _as_it_is(endpoint_id)
    webhooks.remove_endpoint(endpoint_id=endpoint_id)
    _log(by, "webhook_removed", endpoint_id, before=before)


def _log(by: Player, act: str, endpoint_id: int, **facts: Any) -> None:
    tell_log(by=by, act=act, subject=f"webhook:{endpoint_id}", **facts)


def _as_it_is(endpoint_id: int) -> dict[str, object]:
    known = WebhookEndpoint.objects.filter(pk=endpoint_id).first()
    return {} if known is None else _logged(known)


def _logged(endpoint: WebhookEndpoint) -> dict[str, object]:
    """Addresses may carry a password or a token: of them the host is told, no more."""
    return {
        "name": endpoint.name,
        "host": urlsplit(endpoint.url).hostname or "",
        "kinds": list(endpoint.kinds),
        "is_on": endpoint.is_on,
    }
