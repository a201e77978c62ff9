"""Webhooks: events handed out to endpoints, deliveries with retries and a log.

At least once, under an id that repeats carry: a delivery is claimed by moving its next attempt
before it is sent, so a process that dies in between costs a repeat and no delivery.

Endpoints whose last answer was slow are called by themselves, so that the others wait for one of
them once at most.
"""

import datetime as dt
import random
from concurrent.futures import ThreadPoolExecutor, as_completed

import orjson
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import (
    DeliveryState,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from accounts.notices.telling import tell
from accounts.programs.webhooks import signing
from accounts.programs.webhooks.calling import SECONDS, Answer, call
from web.database import sql

# After each failed attempt the next one waits so long; after the last there is none.
WAITS_SECONDS = (5, 30, 120, 600, 3_600, 10_800, 28_800, 43_200)
# So many failed attempts in a row switch an endpoint off.
FAILURES_MAX = 25
AT_ONCE = 8
AT_ONCE_PER_ENDPOINT = 2
SLOW_MILLIS = 2_000

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
  WHERE d.state = 'pending' AND d.next_at <= clock_timestamp() AND e.is_on AND e.is_slow = %s
), mine AS (
  SELECT d.id FROM accounts_webhookdelivery d JOIN due ON due.id = d.id
  WHERE due.turn <= %s AND d.state = 'pending' AND d.next_at <= clock_timestamp()
  ORDER BY due.next_at LIMIT %s FOR UPDATE OF d SKIP LOCKED
)
UPDATE accounts_webhookdelivery d
SET next_at = clock_timestamp() + make_interval(secs => %s), attempts = attempts + 1
FROM mine WHERE d.id = mine.id RETURNING d.id
"""


def is_any_due() -> bool:
    """Whether there is an event to hand out or a delivery to try."""
    due = WebhookDelivery.objects.filter(
        state=DeliveryState.PENDING, next_at__lte=Now(), endpoint__is_on=True
    )
    return WebhookEvent.objects.filter(is_handed_out=False).exists() or due.exists()


def hand_out() -> None:
    """Make a delivery of each new event for each endpoint that asked for its kind."""
    sql.run(HAND_OUT)


def deliver_due(*, slow: bool = False) -> int:
    """Send what is due to quick endpoints, or to `slow` ones; how many were sent.

    Some go at once, and all of them are waited for. Several at once share the work.
    """
    with transaction.atomic():
        # Nobody else takes them before this attempt must have ended.
        due = sql.rows(CLAIM, [slow, AT_ONCE_PER_ENDPOINT, AT_ONCE, 4 * SECONDS])
    claimed = [delivery for (delivery,) in due]
    if not claimed:
        return 0
    deliveries = WebhookDelivery.objects.filter(pk__in=claimed)
    ready = {one: _written(one) for one in deliveries.select_related("endpoint", "event")}
    with ThreadPoolExecutor(AT_ONCE) as senders:
        sent = {
            senders.submit(call, one.endpoint.url, headers, body): one
            for one, (headers, body) in ready.items()
        }
        for answer in as_completed(sent):  # one that is slow keeps no other from the log
            _record(sent[answer], answer.result())
    return len(ready)


def _written(delivery: WebhookDelivery) -> tuple[dict[str, str], bytes]:
    """Its headers and body, to be sent without the database."""
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
    return {**plain, **signed}, body


def secrets_in_force(endpoint: WebhookEndpoint, now: dt.datetime) -> list[str]:
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
    endpoint = WebhookEndpoint.objects.select_for_update().get(pk=delivery.endpoint_id)
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
    endpoint.is_slow = answer.millis >= SLOW_MILLIS
    endpoint.save(update_fields=("failures", "is_on", "off_because", "is_slow"))


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
