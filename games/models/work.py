"""What processes leave for each other: messages, signs of life, and what takes long to think of."""

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.db.models.functions import Now
from django.utils import timezone

from web.whence import CHARS_MAX, whence


class OutboxMessage(models.Model):
    """Something that must follow a committed change; a relay carries it to Celery."""

    topic = models.CharField(max_length=40)
    payload = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    came_from = models.CharField(max_length=CHARS_MAX, blank=True, default=whence, db_default="")

    class Meta:
        indexes = (Index(F("id"), condition=Q(done_at__isnull=True), name="games_outbox_pending"),)

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"


class Heartbeat(models.Model):
    """When a service was last seen alive; any of its processes may say so."""

    service = models.CharField(max_length=20, primary_key=True)
    beat_at = models.DateTimeField()


class Outage(models.Model):
    """From a service's last sign of life to its next: nobody could play meanwhile.

    `made_good_at` is when every running clock had been put forward by it.
    """

    service = models.CharField(max_length=20)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    made_good_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            CheckConstraint(condition=Q(ended_at__gt=F("began_at")), name="games_outage_lasts"),
        )
        indexes = (Index(fields=("ended_at",), name="games_outage_ended"),)


class OpenTable(models.Model):
    """A table that a player has before them, until; kept of those who have a device to push to."""

    pk = models.CompositePrimaryKey("player_id", "table_id")
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    table = models.ForeignKey("games.Table", models.CASCADE, related_name="+")
    until = models.DateTimeField()


class ThoughtKind(models.TextChoices):
    HINT = "hint"
    REVIEW = "review"
    EXPERT = "expert"


class Thought(models.Model):
    """What is to be thought about a table, and once it has been, what came of it.

    `number` is the version of the table that a hint is for, the number of a finished round to
    review, or that with a seat (`Round.of_seat`), which the strong bot takes. A hint rests on what
    the seat on turn may see, and is read by nobody else; never in any admin.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=ThoughtKind)
    number = models.BigIntegerField()
    asked_at = models.DateTimeField(db_default=Now())
    answer = models.JSONField(null=True)

    class Meta:
        indexes = (Index(fields=("asked_at",), name="games_thought_age"),)
        constraints = (
            UniqueConstraint(fields=("table", "kind", "number"), name="games_thought_once"),
        )
