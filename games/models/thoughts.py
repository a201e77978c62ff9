"""Advice that takes a worker's time: asked for once, thought once, and kept for a while."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class ThoughtKind(models.TextChoices):
    HINT = "hint"
    REVIEW = "review"


class Thought(models.Model):
    """What is to be thought about a table, and once it has been, what came of it.

    `number` is the version of the table that a hint is for, or the number of a finished round. A
    hint rests on what the seat on turn may see, and is read by nobody else; never in any admin.
    """

    table = models.ForeignKey(
        "games.Table", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=10, choices=ThoughtKind)
    number = models.BigIntegerField()
    asked_at = models.DateTimeField(db_default=Now())
    answer = models.JSONField(null=True)

    class Meta:
        indexes = (models.Index(fields=("asked_at",), name="games_thought_age"),)
        constraints = (
            models.UniqueConstraint(fields=("table", "kind", "number"), name="games_thought_once"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of table {self.table_id}"
