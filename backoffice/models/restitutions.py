"""Restitutions: what a proved wrong cost whom, from a draft to the corrections that gave it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.db.models.functions import Now

from accounts.league import Change


class RestitutionKind(models.TextChoices):
    WINNINGS = "winnings"  # whoever cheated gives back what was won at these tables
    UNDONE = "undone"  # these tables count as not played
    STRUCK = "struck"  # an entry is struck from a finished tournament
    RESCORED = "rescored"  # a round at a real table of a finished tournament came out otherwise


class RestitutionStatus(models.TextChoices):
    DRAFT = "draft"
    PROPOSED = "proposed"
    CARRIED_OUT = "carried_out"
    REJECTED = "rejected"


class Restitution(models.Model):
    """A proposal and what became of it. Who has proposed it does not approve it.

    Where a result is corrected, its `sheet` counts `points` instead of `points_before`.
    """

    kind = models.CharField(max_length=10, choices=RestitutionKind.choices)
    tables = ArrayField(models.BigIntegerField(), default=list)
    tournament = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, null=True, related_name="+"
    )
    guilty = ArrayField(models.BigIntegerField(), default=list)
    sheet = models.ForeignKey("tournaments.ScoreSheet", models.PROTECT, null=True, related_name="+")
    points = ArrayField(models.IntegerField(), default=list)
    points_before = ArrayField(models.IntegerField(), default=list)
    counter = models.ForeignKey(
        "accounts.ChipAccount", models.PROTECT, related_name="+", db_index=False
    )
    reverses = models.ForeignKey("self", models.PROTECT, null=True, related_name="reversals")
    status = models.CharField(
        max_length=12, choices=RestitutionStatus.choices, default=RestitutionStatus.DRAFT
    )
    reason = models.CharField(max_length=400, blank=True, default="")
    drafted_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, related_name="+", db_index=False
    )
    drafted_at = models.DateTimeField(db_default=Now())
    proposed_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, related_name="+", db_index=False
    )
    decided_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, related_name="+", db_index=False
    )
    decided_at = models.DateTimeField(null=True)
    decision = models.CharField(max_length=400, blank=True, default="")

    class Meta:
        db_table = "restitution"
        ordering = ("-id",)
        default_permissions = ()
        constraints = (
            CheckConstraint(
                condition=~Q(status="carried_out")
                | Q(decided_by__isnull=False, proposed_by__isnull=False)
                & ~Q(decided_by=F("proposed_by")),
                name="restitution_by_two_people",
            ),
            CheckConstraint(
                condition=Q(status="draft") | Q(status="rejected") | ~Q(reason=""),
                name="restitution_has_reason",
            ),
            UniqueConstraint(
                fields=("reverses",),
                condition=~Q(status="rejected"),
                name="restitution_reversed_once",
            ),
        )


class RestitutionLine(models.Model):
    """One player's part: owed (negative: owes) so much for these reasons, and what moves of it.

    `matches` say what single matches count more or less, as `accounts.league.Change` has it;
    `entry` and both ranks whose place in the tournament changes.
    """

    restitution = models.ForeignKey(
        Restitution, models.CASCADE, related_name="lines", db_index=False
    )
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    owed_chips = models.BigIntegerField()
    moved_chips = models.BigIntegerField()
    parts = models.JSONField()  # [[why, chips, {fact: number}], …]
    matches = models.JSONField(default=list)  # [[match, rating, league points, wins], …]
    entry = models.ForeignKey(
        "tournaments.Entry", models.PROTECT, null=True, related_name="+", db_index=False
    )
    rank = models.PositiveIntegerField(null=True)
    new_rank = models.PositiveIntegerField(null=True)
    correction = models.OneToOneField(
        "backoffice.ChipCorrection", models.PROTECT, null=True, related_name="part_of"
    )

    class Meta:
        db_table = "restitution_line"
        ordering = ("id",)
        default_permissions = ()
        constraints = (
            UniqueConstraint(
                fields=("restitution", "player"), name="restitution_line_once_a_player"
            ),
        )

    @property
    def changes(self) -> list[Change]:
        return [Change(*one) for one in self.matches]
