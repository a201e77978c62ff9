"""Chip corrections on their way from a request to a transfer."""

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.db.models.functions import Now


class CorrectionStatus(models.TextChoices):
    REQUESTED = "requested"
    POSTED = "posted"
    REJECTED = "rejected"


class ChipCorrection(models.Model):
    """So many chips into (or, negative, out of) one chip account, out of another one.

    A reversal is a correction that undoes a posted one, once. `needs_second` is decided when it is
    requested; whoever requested it then cannot approve it, which the database knows as well.
    """

    account = models.ForeignKey(
        "accounts.ChipAccount", models.PROTECT, related_name="+", db_index=False
    )
    counter = models.ForeignKey(
        "accounts.ChipAccount", models.PROTECT, related_name="+", db_index=False
    )
    amount_chips = models.BigIntegerField()
    reason = models.CharField(max_length=400)
    reverses = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="reversals"
    )
    status = models.CharField(
        max_length=10, choices=CorrectionStatus.choices, default=CorrectionStatus.REQUESTED
    )
    needs_second = models.BooleanField()
    # Which form asked for it: the same form sent twice asks once.
    once = models.CharField(max_length=40, blank=True, default="", db_default="")
    requested_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, related_name="+", db_index=False
    )
    requested_at = models.DateTimeField(db_default=Now())
    decided_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(max_length=400, blank=True, default="")
    transfer = models.ForeignKey(
        "accounts.Transfer", models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        db_table = "chip_correction"
        ordering = ("-id",)
        default_permissions = ()
        constraints = (
            CheckConstraint(condition=~Q(amount_chips=0), name="correction_moves"),
            CheckConstraint(condition=~Q(account=F("counter")), name="correction_between_two"),
            CheckConstraint(condition=~Q(reason=""), name="correction_has_reason"),
            CheckConstraint(
                condition=Q(status="rejected")
                | Q(needs_second=False)
                | Q(decided_by__isnull=True)
                | ~Q(decided_by=F("requested_by")),
                name="correction_by_two_people",
            ),
            CheckConstraint(
                condition=Q(
                    status="requested",
                    decided_by__isnull=True,
                    decided_at__isnull=True,
                    transfer__isnull=True,
                )
                | Q(
                    status="posted",
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    transfer__isnull=False,
                )
                | Q(
                    status="rejected",
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    transfer__isnull=True,
                ),
                name="correction_status_told_whole",
            ),
            UniqueConstraint(
                fields=("reverses",),
                condition=~Q(status="rejected"),
                name="correction_reversed_once",
            ),
            UniqueConstraint(fields=("transfer",), name="correction_posted_once"),
            UniqueConstraint(
                fields=("requested_by", "once"), condition=~Q(once=""), name="correction_asked_once"
            ),
        )
        indexes = (
            Index(fields=("account", "-id"), name="correction_of_account"),
            Index(fields=("id",), condition=Q(status="requested"), name="correction_waiting"),
            Index(
                fields=("requested_by", "requested_at"),
                condition=Q(needs_second=False),
                name="correction_alone",
            ),
        )
