"""An entry: a player in a tournament, what they bought, where they sit, how they ended."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.utils import timezone

from tournaments.models.tournaments import of_tournament


class EntryStatus(models.TextChoices):
    IN = "in"
    OUT = "out"
    WITHDRAWN = "withdrawn"


class Entries(models.QuerySet["Entry"]):
    def entered(self) -> Entries:
        """Who has entered and has not withdrawn, whatever became of them."""
        return self.exclude(status=EntryStatus.WITHDRAWN)


class Entry(models.Model):
    """One row has one seat: nobody can sit in two places.

    `stack_chips` repeats the balance of the player's tournament stack, less `forfeited_chips`;
    the audit holds the two together. `stack_account` is that account of the ledger.
    """

    tournament = of_tournament("entries")
    number = models.PositiveIntegerField()
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="entries")
    status = models.CharField(
        max_length=10, choices=EntryStatus.choices, default=EntryStatus.IN, db_default="in"
    )
    stack_chips = models.BigIntegerField(db_default=0)
    forfeited_chips = models.BigIntegerField(db_default=0)
    stack_account = models.BigIntegerField(null=True, blank=True)
    table_number = models.PositiveIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    moves = models.PositiveIntegerField(db_default=0)
    absent_rounds = models.PositiveIntegerField(db_default=0)
    heads = models.PositiveIntegerField(db_default=1)
    returns = models.PositiveSmallIntegerField(db_default=0)
    rebuys = models.PositiveSmallIntegerField(db_default=0)
    has_add_on = models.BooleanField(db_default=False)
    paid_chips = models.BigIntegerField(db_default=0)
    fee_chips = models.BigIntegerField(db_default=0)
    wave = models.PositiveIntegerField(db_default=0)
    out_chips = models.BigIntegerField(db_default=0)
    rank = models.PositiveIntegerField(null=True, blank=True)
    won_chips = models.BigIntegerField(db_default=0)
    has_ticket = models.BooleanField(db_default=False)
    # Takes no prize and is last at the end; who is behind moves up (PLAY-43, PLAY-44).
    disqualified = models.BooleanField(default=False, db_default=False)
    # Went, or was taken out, with chips or a match still to play.
    left_early = models.BooleanField(default=False, db_default=False)
    team = models.CharField(max_length=40, blank=True, db_default="")
    # The captain of a team holds it, and hands it out: who has it joins.
    team_code = models.CharField(max_length=6, blank=True, default="", db_default="")
    points = models.BigIntegerField(db_default=0)
    score = models.BigIntegerField(db_default=0)
    met = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    byes = models.PositiveSmallIntegerField(db_default=0)
    # Stage by stage: the seat, -1 for none, and the points.
    places = ArrayField(models.SmallIntegerField(), default=list, db_default=[])
    gained = ArrayField(models.IntegerField(), default=list, db_default=[])
    lost_stage = models.PositiveIntegerField(null=True, blank=True)
    # The player's own part of the chance that decides the lots.
    seed = models.CharField(max_length=64, blank=True, default="", db_default="")
    entered_at = models.DateTimeField(default=timezone.now)
    checked_in_at = models.DateTimeField(null=True, blank=True)

    objects = Entries.as_manager()

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            UniqueConstraint(fields=("tournament", "number"), name="tournaments_entry_number_once"),
            UniqueConstraint(
                fields=("tournament", "player"),
                condition=~Q(status="withdrawn"),
                name="tournaments_player_enters_once",
            ),
            UniqueConstraint(
                fields=("tournament", "table_number", "seat"),
                condition=Q(table_number__isnull=False),
                name="tournaments_seat_taken_once",
            ),
            UniqueConstraint(
                fields=("tournament", "team_code"),
                condition=~Q(team_code=""),
                name="tournaments_team_code_once",
            ),
            CheckConstraint(
                condition=Q(stack_chips__gte=0, forfeited_chips__gte=0),
                name="tournaments_stack_not_negative",
            ),
            CheckConstraint(
                condition=Q(table_number__isnull=True, seat__isnull=True)
                | Q(table_number__isnull=False, seat__isnull=False, status="in"),
                name="tournaments_only_who_is_in_sits",
            ),
        )
        indexes = (
            Index(
                fields=("tournament", "number"),
                condition=Q(status="in", table_number__isnull=True),
                name="tournaments_without_seat",
            ),
            # Without `rank`: one that is in no index is written in place.
            Index(
                fields=("tournament", "-wave"), condition=Q(status="out"), name="tournaments_fallen"
            ),
        )

    def __str__(self) -> str:
        return f"entry {self.number} of tournament {self.tournament_id}"

    @property
    def mark(self) -> str:
        """What a standing says beside the name: "disqualified", "withdrawn", or nothing."""
        return "disqualified" if self.disqualified else "withdrawn" if self.left_early else ""

    @property
    def is_here(self) -> bool:
        """Whether they have checked in."""
        return self.checked_in_at is not None

    @property
    def paid_with_fee_chips(self) -> int:
        """All that was paid so far, the fee of the house with it."""
        return self.paid_chips + self.fee_chips
