"""What staff did: who, what, on whom, why, with the numbers before and after; and second persons'
consents.
"""

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from backoffice.permissions import RIGHTS


class StaffAct(models.Model):
    """One line of the staff's log. The database refuses to change or delete it.

    `subject` names what it was done to: `player:12`, `table:7`, `correction:3`, `setting:NAME`.
    """

    at = models.DateTimeField(_("at"), db_default=Now())
    actor = models.ForeignKey(
        "accounts.Player", models.PROTECT, verbose_name=_("by"), related_name="+", db_index=False
    )
    act = models.CharField(_("act"), max_length=40)
    subject = models.CharField(_("on"), max_length=120, blank=True, default="")
    reason = models.CharField(_("reason"), max_length=400, blank=True, default="")
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)

    class Meta:
        db_table = "staff_act"
        verbose_name = _("staff act")
        verbose_name_plural = _("staff acts")
        ordering = ("-id",)
        default_permissions = ("view",)
        permissions = [(right.code, right.code.replace("_", " ")) for right in RIGHTS]
        indexes = (
            Index(fields=("subject", "-id"), name="staff_act_on"),
            Index(fields=("actor", "-id"), name="staff_act_by"),
            Index(fields=("act", "-id"), name="staff_act_kind"),
            Index(fields=("at",), name="staff_act_at"),
        )


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
