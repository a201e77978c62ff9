"""Second persons' consents: who lets whom do what, why, and when it was done."""

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q
from django.db.models.functions import Now


class Consent(models.Model):
    """One act of one person on one thing, once. The database lets nothing of it be changed but
    that it is used, and that once; nothing is deleted.

    `as_owner`: what it allows is refused to everybody else, so it is public once it is done.
    """

    act = models.CharField(max_length=40)
    kind = models.CharField(max_length=20)
    number = models.BigIntegerField()
    actor = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    by = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    reason = models.CharField(max_length=400)
    as_owner = models.BooleanField()
    at = models.DateTimeField(db_default=Now())
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "staff_consent"
        ordering = ("-id",)
        default_permissions = ()
        constraints = (
            CheckConstraint(condition=~Q(actor=F("by")), name="consent_of_another"),
            CheckConstraint(condition=~Q(reason=""), name="consent_has_reason"),
        )
        indexes = (
            Index(
                fields=("actor", "act", "number"),
                condition=Q(used_at__isnull=True),
                name="consent_unused",
            ),
            Index(
                fields=("-used_at",),
                condition=Q(as_owner=True, used_at__isnull=False),
                name="consent_public",
            ),
        )
