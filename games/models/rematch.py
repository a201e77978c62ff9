"""Another match among the same players under the same terms, offered at a table's end (PLAY-4)."""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.utils import timezone


class RematchStatus(models.TextChoices):
    OPEN = "open"
    SEATED = "seated"
    DECLINED = "declined"
    LAPSED = "lapsed"


class RematchOffer(models.Model):
    """An offer to play on; whoever changes it holds the row of the finished table.

    One is open at a time, and one at most leads to a new table. Nothing is held for an offer:
    stakes move in the transaction that seats everybody. `series_start` is the table the series
    of rematches began with.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="rematch_offers")
    series_start = models.ForeignKey("games.Table", models.CASCADE, related_name="+")
    new_table = models.OneToOneField(
        "games.Table", models.CASCADE, null=True, blank=True, related_name="rematch_of"
    )
    status = models.CharField(
        max_length=10, choices=RematchStatus.choices, default=RematchStatus.OPEN
    )
    offered_by = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    declined_by = models.ForeignKey(
        "accounts.Player", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (
            UniqueConstraint(
                fields=("table",), condition=Q(status="open"), name="rematch_one_open"
            ),
            UniqueConstraint(
                fields=("table",), condition=Q(status="seated"), name="rematch_one_seated"
            ),
            CheckConstraint(
                condition=Q(status="seated", new_table__isnull=False)
                | ~Q(status="seated") & Q(new_table__isnull=True),
                name="rematch_table_when_seated",
            ),
            CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="rematch_has_time"),
        )


class RematchConsent(models.Model):
    """A player's yes to an offer, once."""

    offer = models.ForeignKey(RematchOffer, models.CASCADE, related_name="consents", db_index=False)
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (UniqueConstraint(fields=("offer", "player"), name="rematch_consent_once"),)
