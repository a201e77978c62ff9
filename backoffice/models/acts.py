"""What staff did: who, what, on whom, why, with the numbers before and after."""

from django.db import models
from django.db.models import Index
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
