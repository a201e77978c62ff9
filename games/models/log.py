"""The append-only log of a table, and the receipts of moves."""

from django.db import models
from django.db.models import Index
from django.utils import timezone


class TableEvent(models.Model):
    """One thing that happened at a table. `(table, seq)` is the backstop against lost updates."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    # No foreign-key trigger: events are written only by whoever holds the table's row lock.
    # No index either: the primary key begins with it.
    table = models.ForeignKey(
        "games.Table", models.DO_NOTHING, related_name="events", db_constraint=False, db_index=False
    )
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ("table", "seq")


class ActionReceipt(models.Model):
    """Proof that a command was carried out once: its key, what it was, and the events it led to."""

    pk = models.CompositePrimaryKey("player_id", "key")
    player_id = models.BigIntegerField()
    key = models.CharField(max_length=255)
    table_id = models.BigIntegerField()
    fingerprint = models.CharField(max_length=64)
    first_event = models.BigIntegerField()
    last_event = models.BigIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (Index(fields=("created_at",), name="games_receipt_age"),)
