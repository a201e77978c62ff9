"""Webhooks: endpoints, events handed out to them, deliveries with retries and a log.

At least once, under an id that repeats carry: a delivery is claimed by moving its next attempt
before it is sent, so a process that dies in between costs a repeat and no delivery.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import orjson
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import (
    DeliveryState,
    Player,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from accounts.notices.telling import tell
from accounts.programs.webhooks import signing
from accounts.programs.webhooks.addresses import read_target
from accounts.programs.webhooks.calling import SECONDS, Answer, call
from accounts.programs.webhooks.kinds import PING, WANTED
from web.database import sql
from web.refusals import Refused

ENDPOINTS_MAX = 20
OLD_SECRET_HOURS = 24
# After each failed attempt the next one waits so long; after the last there is none.
WAITS_SECONDS = (5, 30, 120, 600, 3_600, 10_800, 28_800, 43_200)
# So many failed attempts in a row switch an endpoint off.
FAILURES_MAX = 25
AT_ONCE = 8
AT_ONCE_PER_ENDPOINT = 2

HAND_OUT = """
WITH new AS (
  SELECT id, kind FROM accounts_webhookevent WHERE NOT is_handed_out
  ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED
), made AS (
  INSERT INTO accounts_webhookdelivery
         (id, endpoint_id, event_id, state, attempts, next_at, created_at)
  SELECT gen_random_uuid(), e.id, new.id, 'pending', 0, clock_timestamp(), clock_timestamp()
  FROM new JOIN accounts_webhookendpoint e ON e.is_on AND new.kind = ANY(e.kinds)
  ON CONFLICT (endpoint_id, event_id) DO NOTHING
)
UPDATE accounts_webhookevent SET is_handed_out = true WHERE id IN (SELECT id FROM new)
"""
CLAIM = """
WITH due AS (
  SELECT d.id, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.next_at) AS turn, d.next_at
  FROM accounts_webhookdelivery d JOIN accounts_webhookendpoint e ON e.id = d.endpoint_id
  WHERE d.state = 'pending' AND d.next_at <= clock_timestamp() AND e.is_on
), mine AS (
  SELECT d.id FROM accounts_webhookdelivery d JOIN due ON due.id = d.id
  WHERE due.turn <= %s AND d.state = 'pending' AND d.next_at <= clock_timestamp()
  ORDER BY due.next_at LIMIT %s FOR UPDATE OF d SKIP LOCKED
)
UPDATE accounts_webhookdelivery d
SET next_at = clock_timestamp() + make_interval(secs => %s), attempts = attempts + 1
FROM mine WHERE d.id = mine.id RETURNING d.id
"""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A delivery ready to be sent, without the database."""

    delivery: WebhookDelivery
    url: str
    headers: dict[str, str]
    body: bytes


@transaction.atomic
def add_endpoint(
    *, by: Player, url: str, name: str, kinds: Collection[str]
) -> tuple[WebhookEndpoint, str]:
    """A new endpoint and its secret.

    Raises:
        Refused(webhook_url_unusable | webhook_kind_unknown | too_many_webhooks).
    """
    read_target(url)
    _require_kinds(kinds)
    if WebhookEndpoint.objects.count() >= ENDPOINTS_MAX:
        raise Refused("too_many_webhooks", most=ENDPOINTS_MAX)
    secret = signing.new_secret()
    endpoint = WebhookEndpoint.objects.create(
        url=url,
        name=name,
        kinds=sorted(set(kinds)),
        sealed_secret=signing.seal(secret),
        created_by=by,
    )
    return endpoint, secret


@transaction.atomic
def change_endpoint(
    *,
    endpoint_id: int,
    url: str | None = None,
    name: str | None = None,
    kinds: Collection[str] | None = None,
    is_on: bool | None = None,
) -> WebhookEndpoint:
    """Change what is given; switching it on forgets why it was off.

    Raises:
        Refused(not_found | webhook_url_unusable | webhook_kind_unknown).
    """
    endpoint = _locked(endpoint_id)
    if url is not None:
        read_target(url)
        endpoint.url = url
    if kinds is not None:
        _require_kinds(kinds)
        endpoint.kinds = sorted(set(kinds))
    endpoint.name = endpoint.name if name is None else name
    if is_on is not None:
        endpoint.is_on, endpoint.off_because, endpoint.failures = is_on, "", 0
    endpoint.save()
    return endpoint


@transaction.atomic
def rotate_secret(*, endpoint_id: int) -> tuple[WebhookEndpoint, str]:
    """A new secret; for a day deliveries are signed with the old one too."""
    endpoint = _locked(endpoint_id)
    secret = signing.new_secret()
    endpoint.sealed_old_secret = endpoint.sealed_secret
    endpoint.old_until = timezone.now() + dt.timedelta(hours=OLD_SECRET_HOURS)
    endpoint.sealed_secret = signing.seal(secret)
    endpoint.save()
    return endpoint, secret


def remove_endpoint(*, endpoint_id: int) -> None:
    """With its log. Raises Refused(not_found)."""
    deleted, _by_model = WebhookEndpoint.objects.filter(pk=endpoint_id).delete()
    if not deleted:
        raise Refused("not_found")


@transaction.atomic
def ping(*, endpoint_id: int, key: str) -> WebhookDelivery:
    """Send a test to one endpoint, whatever it asked for; once per key."""
    endpoint = _locked(endpoint_id)
    event, _made = WebhookEvent.objects.get_or_create(
        key=f"ping:{endpoint.pk}:{key}"[:120],
        defaults={"kind": PING, "facts": {"endpoint": endpoint.pk}, "is_handed_out": True},
    )
    delivery, _made = WebhookDelivery.objects.get_or_create(
        endpoint=endpoint, event=event, defaults={"next_at": timezone.now()}
    )
    return delivery


@transaction.atomic
def deliver_again(*, endpoint_id: int, delivery_id: str) -> WebhookDelivery:
    """Start over with a delivery, from the first attempt on. Raises Refused(not_found)."""
    found = WebhookDelivery.objects.select_for_update().filter(
        pk=delivery_id, endpoint_id=endpoint_id
    )
    delivery = found.first()
    if delivery is None:
        raise Refused("not_found")
    delivery.state, delivery.attempts = DeliveryState.PENDING, 0
    delivery.next_at, delivery.ended_at = timezone.now(), None
    delivery.save(update_fields=("state", "attempts", "next_at", "ended_at"))
    return delivery


def hand_out() -> None:
    """Make a delivery of each new event for each endpoint that asked for its kind."""
    sql.run(HAND_OUT)


def deliver_due() -> int:
    """Send what is due, some at once; how many were sent. Several at once share the work."""
    with transaction.atomic():
        # Nobody else takes them before this attempt must have ended.
        due = sql.rows(CLAIM, [AT_ONCE_PER_ENDPOINT, AT_ONCE, 4 * SECONDS])
    claimed = [delivery for (delivery,) in due]
    if not claimed:
        return 0
    deliveries = WebhookDelivery.objects.filter(pk__in=claimed)
    parcels = [_parcel(one) for one in deliveries.select_related("endpoint", "event")]
    with ThreadPoolExecutor(AT_ONCE) as senders:
        answers = list(senders.map(lambda one: call(one.url, one.headers, one.body), parcels))
    for parcel, answer in zip(parcels, answers, strict=True):
        _record(parcel.delivery, answer)
    return len(parcels)


def _parcel(delivery: WebhookDelivery) -> Parcel:
    endpoint, event = delivery.endpoint, delivery.event
    now = timezone.now()
    body = orjson.dumps(
        {"type": event.kind, "timestamp": event.at.isoformat(), "data": event.facts}
    )
    signed = signing.headers(
        secrets_in_force(endpoint, now),
        delivery=str(delivery.pk),
        timestamp=int(now.timestamp()),
        body=body,
    )
    plain = {"Content-Type": "application/json", "User-Agent": "Jeton-Webhooks/1"}
    return Parcel(delivery, endpoint.url, {**plain, **signed}, body)


def secrets_in_force(endpoint: WebhookEndpoint, now: dt.datetime) -> list[str]:
    """The secret, and for a while the one before."""
    found = [signing.unseal(endpoint.sealed_secret)]
    if endpoint.sealed_old_secret and endpoint.old_until and endpoint.old_until > now:
        found.append(signing.unseal(endpoint.sealed_old_secret))
    return found


@transaction.atomic
def _record(sent: WebhookDelivery, answer: Answer) -> None:
    """Write down an attempt, and what follows from it."""
    delivery = WebhookDelivery.objects.select_for_update().filter(pk=sent.pk).first()
    if delivery is None:
        return  # the endpoint was removed meanwhile
    number = delivery.tries.count() + 1
    WebhookAttempt.objects.create(
        delivery=delivery,
        number=number,
        status=answer.status,
        error=answer.error,
        millis=answer.millis,
        answer=answer.text,
    )
    endpoint = _locked(delivery.endpoint_id)
    wait = None if answer.is_gone else _wait_after(delivery.attempts)
    if answer.is_good:
        delivery.state, delivery.next_at = DeliveryState.DELIVERED, None
        endpoint.failures = 0
    elif delivery.state == DeliveryState.PENDING:
        # Else a later attempt, claimed as this one took too long, has come through already.
        endpoint.failures += 1
        delivery.next_at = None if wait is None else timezone.now() + wait
        delivery.state = DeliveryState.PENDING if wait else DeliveryState.FAILED
        _switch_off_if_hopeless(endpoint, answer)
    delivery.ended_at = None if delivery.next_at else delivery.ended_at or timezone.now()
    delivery.save(update_fields=("state", "next_at", "ended_at"))
    endpoint.save(update_fields=("failures", "is_on", "off_because"))


def _wait_after(attempts: int) -> dt.timedelta | None:
    if attempts > len(WAITS_SECONDS):
        return None
    wait_ms = 1_000 * WAITS_SECONDS[max(0, attempts - 1)]
    # Up to a third longer: endpoints that failed together shall not be asked together again.
    return dt.timedelta(milliseconds=wait_ms + random.randrange(wait_ms // 3))  # noqa: S311


def _switch_off_if_hopeless(endpoint: WebhookEndpoint, answer: Answer) -> None:
    if not endpoint.is_on or not (answer.is_gone or endpoint.failures >= FAILURES_MAX):
        return
    endpoint.is_on = False
    endpoint.off_because = "gone" if answer.is_gone else "failed_too_often"
    if endpoint.created_by is not None:
        facts = {"name": endpoint.name, "failures": endpoint.failures}
        tell(player=endpoint.created_by, kind="webhook_switched_off", facts=facts)


def forget_old_deliveries(*, now: dt.datetime | None = None) -> int:
    """Delete events, with their deliveries and log, that nobody will look up any more."""
    before = (now or timezone.now()) - dt.timedelta(days=settings.KEEP_DELIVERIES_DAYS)
    deleted, _by_model = WebhookEvent.objects.filter(at__lt=before).delete()
    return deleted


def _locked(endpoint_id: int) -> WebhookEndpoint:
    found = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint_id).first()
    if found is None:
        raise Refused("not_found")
    return found


def _require_kinds(kinds: Collection[str]) -> None:
    unknown = sorted(set(kinds) - WANTED.keys())
    if unknown or not kinds:
        raise Refused("webhook_kind_unknown", kinds=unknown[:5])
