"""Premium membership: stretches of time somebody is a member for, and tickets that give one."""

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Membership(models.Model):
    """A stretch of premium time; several follow each other without a gap. `key` gives it once."""

    player = models.ForeignKey(
        "accounts.Player",
        models.CASCADE,
        verbose_name=_("player"),
        related_name="memberships",
        db_index=False,
    )
    key = models.CharField(_("key"), max_length=100, unique=True)
    starts_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"))
    granted_by = models.ForeignKey(
        "accounts.Player",
        models.SET_NULL,
        verbose_name=_("granted by"),
        null=True,
        blank=True,
        related_name="+",
    )
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("premium membership")
        verbose_name_plural = _("premium memberships")
        ordering = ("-ends_at",)
        constraints = (
            CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="membership_has_time"),
        )
        indexes = (Index(fields=("player", "-ends_at"), name="membership_of_player"),)

    def __str__(self) -> str:
        return f"premium of player {self.player_id} until {self.ends_at:%Y-%m-%d}"


class PremiumTicket(models.Model):
    """A code that gives whoever redeems it first some days of premium."""

    code = models.CharField(_("code"), max_length=20, unique=True)
    days = models.PositiveSmallIntegerField(_("days"))
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    issued_by = models.ForeignKey(
        "accounts.Player",
        models.SET_NULL,
        verbose_name=_("issued by"),
        null=True,
        blank=True,
        related_name="+",
    )
    redeemed_by = models.ForeignKey(
        "accounts.Player",
        models.SET_NULL,
        verbose_name=_("redeemed by"),
        null=True,
        blank=True,
        related_name="+",
    )
    redeemed_at = models.DateTimeField(_("redeemed"), null=True, blank=True)

    class Meta:
        verbose_name = _("premium ticket")
        verbose_name_plural = _("premium tickets")
        ordering = ("-id",)
        constraints = (
            CheckConstraint(condition=Q(days__gte=1, days__lte=3660), name="premium_ticket_days"),
        )

    def __str__(self) -> str:
        return f"{self.days} days of premium"
