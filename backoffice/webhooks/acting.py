"""What staff do with webhooks, each act in the log; never a whole address or a secret."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from django.db import transaction

from accounts.interest import concerns_nobody
from accounts.models import Player, WebhookEndpoint
from accounts.programs.webhooks import delivering as webhooks
from backoffice.team.staff_log import record


@transaction.atomic
@concerns_nobody
def add(*, url: str, name: str, kinds: Collection[str], by: Player) -> tuple[WebhookEndpoint, str]:
    """A new endpoint and its secret, which is shown once. Raises what `add_endpoint` does."""
    endpoint, secret = webhooks.add_endpoint(by=by, url=url, name=name, kinds=kinds)
    record(by=by, act="webhook_added", subject=_subject(endpoint.pk), after=_logged(endpoint))
    return endpoint, secret


@transaction.atomic
@concerns_nobody
def change(
    *,
    endpoint_id: int,
    by: Player,
    kinds: Collection[str] | None = None,
    is_on: bool | None = None,
) -> None:
    """Other kinds of events, or on and off. Raises what `change_endpoint` does."""
    before = WebhookEndpoint.objects.filter(pk=endpoint_id).first()
    endpoint = webhooks.change_endpoint(endpoint_id=endpoint_id, kinds=kinds, is_on=is_on)
    record(
        by=by,
        act="webhook_changed",
        subject=_subject(endpoint_id),
        before=_logged(before) if before is not None else {},
        after=_logged(endpoint),
    )


@transaction.atomic
@concerns_nobody
def rotate(*, endpoint_id: int, by: Player) -> tuple[WebhookEndpoint, str]:
    """A new secret, shown once; the old one counts for a day. Raises Refused(not_found)."""
    endpoint, secret = webhooks.rotate_secret(endpoint_id=endpoint_id)
    record(by=by, act="webhook_secret_rotated", subject=_subject(endpoint_id))
    return endpoint, secret


@transaction.atomic
@concerns_nobody
def test(*, endpoint_id: int, key: str, by: Player) -> None:
    """Send a test; pressed twice with one form it is one. Raises Refused(not_found)."""
    webhooks.ping(endpoint_id=endpoint_id, key=f"office:{key}")
    record(by=by, act="webhook_tested", subject=_subject(endpoint_id))


@transaction.atomic
@concerns_nobody
def send_again(*, endpoint_id: int, delivery_id: str, by: Player) -> None:
    """Start over with a delivery. Raises Refused(not_found)."""
    webhooks.deliver_again(endpoint_id=endpoint_id, delivery_id=delivery_id)
    record(
        by=by,
        act="webhook_sent_again",
        subject=_subject(endpoint_id),
        after={"delivery": delivery_id},
    )


@transaction.atomic
@concerns_nobody
def remove(*, endpoint_id: int, by: Player) -> None:
    """With its deliveries. Raises Refused(not_found)."""
    before = WebhookEndpoint.objects.filter(pk=endpoint_id).first()
    webhooks.remove_endpoint(endpoint_id=endpoint_id)
    record(
        by=by,
        act="webhook_removed",
        subject=_subject(endpoint_id),
        before=_logged(before) if before is not None else {},
    )


def _subject(endpoint_id: int) -> str:
    return f"webhook:{endpoint_id}"


def _logged(endpoint: WebhookEndpoint) -> dict[str, object]:
    """Addresses may carry a password or a token: of them the host is told, no more."""
    return {
        "name": endpoint.name,
        "host": urlsplit(endpoint.url).hostname or "",
        "kinds": list(endpoint.kinds),
        "is_on": endpoint.is_on,
    }
