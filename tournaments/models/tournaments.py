"""A tournament: its plan, its clock, its counters, and apart from them the secret of its lots."""

import datetime as dt
from typing import Any

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.db.models.fields.json import KeyTransform
from django.utils import timezone

from tournaments.director import Clock, Field, Phase, Plan
from tournaments.director.codec import from_json
from tournaments.director.snapshot import NO_HOUR_MS

LIVE_PHASES = tuple(phase.value for phase in Phase if not phase.is_over)
PHASES = [(phase.value, phase.value) for phase in Phase]

NO_HOUR = dt.timedelta(milliseconds=NO_HOUR_MS)


class Tournament(models.Model):
    """One tournament. The row is its lock: whoever changes anything of it holds it.

    `plan`, `clock` and `field` are records of the director as JSON, read and written whole;
    `phase` and `wake_at` repeat what of them is asked for. `terms` are those of its game tables,
    without their number of seats. Only a trial run has none: its rounds are reported.
    """

    name = models.CharField(max_length=80)
    plan = models.JSONField()
    terms = models.JSONField(null=True, blank=True)
    is_trial = models.BooleanField(default=False, db_default=False)
    phase = models.CharField(max_length=10, choices=PHASES, default=Phase.ENTERING.value)
    clock = models.JSONField()
    field = models.JSONField(default=dict)
    wake_at = models.DateTimeField(null=True, blank=True)
    version = models.BigIntegerField(default=0)
    # Up to which decision, and at which version, its players have been told the news.
    told_up_to = models.BigIntegerField(default=0, db_default=0)
    told_version = models.BigIntegerField(default=0, db_default=0)
    # What every lot follows from, promised before the first entry (PLAY-41).
    commitment = models.CharField(max_length=64, blank=True, default="")
    revealed_seed = models.CharField(max_length=256, blank=True, default="")
    # What its players gave, as one seed, "" where nobody gave any; null until it begins.
    entrants_seed = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001
    # Which rule it was published by, and the once that it is of that rule's.
    recurring = models.ForeignKey(
        "tournaments.RecurringTournament",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="tournaments",
        db_index=False,  # its unique constraint begins with it
    )
    occurrence = models.CharField(max_length=40, blank=True, default="", db_default="")
    # Where the tickets won here admit to; neither: to any tournament that costs no more.
    feeds = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="fed_by")
    feeds_recurring = models.ForeignKey(
        "tournaments.RecurringTournament", models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Whose it is: nobody but that club's members knows of it (`tournaments.selectors.seen`).
    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    created_by = models.ForeignKey("accounts.Player", models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        permissions = (
            ("plan_tournament", "Can plan and publish tournaments"),
            ("direct_tournament", "Can direct every tournament"),
        )
        constraints = (
            CheckConstraint(
                condition=Q(phase__in=[phase.value for phase in Phase]),
                name="tournaments_phase_known",
            ),
            UniqueConstraint(
                fields=("recurring", "occurrence"), name="tournaments_occurrence_once"
            ),
        )
        indexes = (
            Index(
                fields=("wake_at",),
                condition=Q(phase__in=LIVE_PHASES),
                name="tournaments_due",
            ),
            Index(KeyTransform("starts_at_ms", "clock"), name="tournaments_start"),
            Index(
                fields=("told_version",),
                condition=Q(told_version__lt=F("version")),
                name="tournaments_untold",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} (#{self.pk})"

    @property
    def starts_at(self) -> dt.datetime | None:
        """The hour it starts at; None for one that waits until it is full."""
        hour = dt.datetime.fromtimestamp(self.clock["starts_at_ms"] / 1000, tz=dt.UTC)
        if self.plan["entries"]["starts_when_full"] and hour - self.created_at > NO_HOUR:
            return None
        return hour

    def records(self) -> tuple[Plan, Clock, Field]:
        """What the director looks at, read anew."""
        return (
            from_json(Plan, self.plan),
            from_json(Clock, self.clock),
            from_json(Field, self.field),
        )

    @property
    def waiting_entries(self) -> list[int]:
        """Who is to be out, by an order of the desk, once the round in play is settled."""
        is_over = Phase(self.phase).is_over
        return [] if is_over else [entry for entry, _ in self.clock.get("out_later", ())]

    @property
    def is_refunded(self) -> bool:
        """Called off before anybody was out: all have back what they paid (PLAY-46)."""
        return self.phase == Phase.CANCELLED.value and not self.field.get("eliminations")

    @property
    def ref(self) -> str:
        """Its name in the ledger, and that of its chips."""
        return f"tournament:{self.pk}"


def of_tournament(
    related_name: str, *, on_delete: Any = models.CASCADE, **more: Any
) -> models.ForeignKey[Tournament, Tournament]:
    """The tournament of a row whose model has a constraint or an index that begins with it."""
    return models.ForeignKey(
        Tournament, on_delete, related_name=related_name, db_index=False, **more
    )


class TournamentSecret(models.Model):
    """The sealed seed of a tournament that is not over. Never registered in any admin."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="+"
    )
    sealed_seed = models.BinaryField()
