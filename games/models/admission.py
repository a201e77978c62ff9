"""Who may sit down at a table, who may watch it how, and who waits for a seat of its kind."""

import datetime as dt

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils import timezone

DELAY_MAX = dt.timedelta(hours=1)


def spectators_delay(table: str = "") -> models.Expression:
    """How much later spectators see the table at this path, as a duration; null without any."""
    return models.ExpressionWrapper(
        F(f"{table}admission__delay_seconds") * models.Value(dt.timedelta(seconds=1)),
        output_field=models.DurationField(),
    )


class TableAdmission(models.Model):
    """What a table asks of who wants to sit down, and how late spectators see it (PLAY-1).

    Most tables have none; the table's row, which every move writes, stays as small as it was.
    """

    table = models.OneToOneField(
        "games.Table", models.CASCADE, primary_key=True, related_name="admission"
    )
    password = models.CharField(max_length=128, blank=True, default="")
    min_reputation = models.PositiveSmallIntegerField(null=True, blank=True)
    min_rating = models.PositiveIntegerField(null=True, blank=True)
    delay_seconds = models.PositiveSmallIntegerField(default=0)
    # Spectators see a round only once it is over, whatever the delay.
    one_round_late = models.BooleanField(default=False)
    # Whether other people's programs may sit down; bots of the house are asked for one by one.
    bot_accounts = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = (
            CheckConstraint(
                condition=Q(min_reputation__isnull=True) | Q(min_reputation__lte=100),
                name="admission_reputation_in_percent",
            ),
            CheckConstraint(
                condition=Q(delay_seconds__lte=DELAY_MAX.seconds),
                name="admission_delay_at_most_an_hour",
            ),
        )

    @property
    def has_password(self) -> bool:
        return bool(self.password)


class WaitingStatus(models.TextChoices):
    WAITING = "waiting"
    SEATED = "seated"
    LAPSED = "lapsed"
    LEFT = "left"


class WaitingPlace(models.Model):
    """A place in the line for a seat at the house's tables of one kind, until it lapses."""

    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=64)
    asked_at = models.ForeignKey("games.Table", models.CASCADE, related_name="+")
    table = models.ForeignKey(
        "games.Table", models.CASCADE, null=True, blank=True, related_name="+"
    )
    status = models.CharField(
        max_length=10, choices=WaitingStatus.choices, default=WaitingStatus.WAITING
    )
    created_at = models.DateTimeField(default=timezone.now)
    lapses_at = models.DateTimeField()

    class Meta:
        constraints = (
            UniqueConstraint(
                fields=("player", "kind"),
                condition=Q(status="waiting"),
                name="waiting_once_per_kind",
            ),
            CheckConstraint(
                condition=Q(status="seated", table__isnull=False)
                | ~Q(status="seated") & Q(table__isnull=True),
                name="waiting_seated_somewhere",
            ),
            CheckConstraint(condition=Q(lapses_at__gt=F("created_at")), name="waiting_has_time"),
        )
        indexes = (
            Index(fields=("kind", "id"), condition=Q(status="waiting"), name="waiting_line"),
            Index(fields=("player", "-id"), name="waiting_of_player"),
        )
