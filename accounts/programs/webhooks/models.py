"""Webhooks: who wants to be told of what, what happened, and each attempt to tell it."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Index, Q, UniqueConstraint
from django.utils import timezone


class WebhookEndpoint(models.Model):
    """An address of an operator's. Secrets are sealed; the one before counts until `old_until`."""

    url = models.CharField(max_length=500)
    name = models.CharField(max_length=60)
    kinds = ArrayField(models.CharField(max_length=40))
    sealed_secret = models.BinaryField()
    sealed_old_secret = models.BinaryField(null=True, blank=True)
    old_until = models.DateTimeField(null=True, blank=True)
    is_on = models.BooleanField(default=True)
    # Why it was switched off by itself, else empty.
    off_because = models.CharField(max_length=40, blank=True, default="")
    failures = models.PositiveIntegerField(default=0)
    # Its last answer took long, or did not come: others need not wait for the next one.
    is_slow = models.BooleanField(default=False)
    created_by = models.ForeignKey("accounts.Player", models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name} ({self.url})"


class WebhookEvent(models.Model):
    """Something that happened and that some endpoint wanted to know. `key` makes it one event."""

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120, unique=True)
    facts = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    is_handed_out = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = (
            Index(
                fields=("id",), condition=Q(is_handed_out=False), name="webhook_events_to_hand_out"
            ),
            Index(fields=("at",), name="webhook_events_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class DeliveryState(models.TextChoices):
    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookDelivery(models.Model):
    """One event for one endpoint. Its id goes with every attempt, so that a repeat is known."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    endpoint = models.ForeignKey(
        WebhookEndpoint, models.CASCADE, related_name="deliveries", db_index=False
    )
    event = models.ForeignKey(WebhookEvent, models.CASCADE, related_name="deliveries")
    state = models.CharField(
        max_length=10, choices=DeliveryState.choices, default=DeliveryState.PENDING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("endpoint", "event"), name="webhook_delivered_once"),
        )
        indexes = (
            Index(fields=("next_at",), condition=Q(state="pending"), name="webhook_deliveries_due"),
        )

    def __str__(self) -> str:
        return f"delivery {self.pk}"


class WebhookAttempt(models.Model):
    """One request: what came back, how long it took. The delivery log; never changed."""

    delivery = models.ForeignKey(
        WebhookDelivery, models.CASCADE, related_name="tries", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=60, blank=True, default="")
    millis = models.PositiveIntegerField()
    answer = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = (
            UniqueConstraint(fields=("delivery", "number"), name="webhook_attempt_once"),
        )
