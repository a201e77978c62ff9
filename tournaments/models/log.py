"""What the director decided and why; the rounds that were played; the levels."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Index, Q, UniqueConstraint
from django.utils import timezone

from tournaments.models.tournaments import of_tournament


class Decision(models.Model):
    """One order of the director with its reason: a code and its inputs.

    `tournaments.words.sentences` makes the sentence; `entry` is whom it concerns, if it is one
    player.
    """

    # Written under the tournament's lock only; 100,000 at once need not look for it each.
    tournament = of_tournament("decisions", db_constraint=False)
    kind = models.CharField(max_length=30)
    code = models.CharField(max_length=60)
    facts = models.JSONField(default=dict)
    entry_id = models.BigIntegerField(null=True, blank=True)
    table_number = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        indexes = (
            Index(fields=("tournament", "entry_id"), name="tournaments_decided_for"),
            # Pages that everybody looks at ask for the newest.
            Index(
                fields=("tournament",), condition=Q(kind="Announce"), name="tournaments_announced"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.code}"


class CourseEvent(models.Model):
    """One line of a tournament's course: a lot that was drawn, or what became of a seat.

    Together they prove who sat where and why (`docs/fairness.md`); `facts` depend on the kind.
    """

    # Written under the tournament's lock only.
    tournament = of_tournament("course", db_constraint=False)
    kind = models.CharField(max_length=16)
    facts = models.JSONField(default=dict)

    class Meta:
        ordering = ("id",)
        indexes = (Index(fields=("tournament", "id"), name="tournaments_course"),)


class PlayedRound(models.Model):
    """A settled round at a table: who played, and what changed hands (PLAY-2, PLAY-20)."""

    tournament = of_tournament("rounds")
    table_number = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    pcr = models.PositiveIntegerField()
    entries = ArrayField(models.BigIntegerField())
    stacks_chips = ArrayField(models.BigIntegerField())
    scores = models.JSONField(default=list)
    changes_chips = ArrayField(models.BigIntegerField())
    decided_by = models.CharField(max_length=12)
    capped = models.PositiveSmallIntegerField()
    game_table_id = models.BigIntegerField(null=True, blank=True)
    # A settlement that a director took back; its chips were returned.
    voided = models.BooleanField(default=False, db_default=False)
    settled_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (
            UniqueConstraint(
                fields=("tournament", "table_number", "number"),
                name="tournaments_round_settled_once",
            ),
        )
        indexes = (
            # From a game table's page to the tournament it belongs to.
            Index(
                fields=("game_table_id",),
                condition=Q(game_table_id__isnull=False),
                name="tournaments_round_of_table",
            ),
        )

    def __str__(self) -> str:
        return f"round {self.number} at table {self.table_number}"


class Level(models.Model):
    """A level that has begun: its ratio, and when."""

    tournament = of_tournament("levels")
    number = models.PositiveIntegerField()
    pcr = models.PositiveIntegerField()
    began_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            UniqueConstraint(fields=("tournament", "number"), name="tournaments_level_once"),
        )
