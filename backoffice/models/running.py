"""How the house runs: settings set at run time, announcements, figures by the minute, audits."""

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q
from django.db.models.functions import Now
from django.utils import timezone


class RunSetting(models.Model):
    """A setting that staff have changed; without a row the environment's value holds."""

    name = models.CharField(primary_key=True, max_length=60)
    value = models.JSONField()
    set_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "run_setting"
        default_permissions = ()


class SettingWish(models.Model):
    """What one person wants a setting to be that guards chips; it counts when another agrees.

    `value` is null for "back to what the environment says".
    """

    name = models.CharField(primary_key=True, max_length=60)
    value = models.JSONField(null=True)
    by = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "setting_wish"
        default_permissions = ()


class FirstStart(models.Model):
    """What opens the page on which a new house gets its owner: the hash of a token, for a while.

    Written by the owner of the tables, at the console; the application uses it up by the function
    `house_claim`, and changes nothing here.
    """

    number = models.PositiveSmallIntegerField(primary_key=True, default=1)
    digest = models.CharField(max_length=64)
    until = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    owner = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        db_table = "first_start"
        default_permissions = ()
        constraints = (
            CheckConstraint(condition=Q(number=1), name="first_start_once"),
            CheckConstraint(
                condition=Q(done_at__isnull=True, owner__isnull=True)
                | Q(done_at__isnull=False, owner__isnull=False),
                name="first_start_whole",
            ),
        )


class Announcement(models.Model):
    """A sentence for everybody, on top of every page while its time lasts."""

    words_de = models.CharField(max_length=300)
    words_en = models.CharField(max_length=300)
    from_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    by = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "announcement"
        ordering = ("-id",)
        default_permissions = ()
        constraints = (
            CheckConstraint(condition=Q(until__gt=F("from_at")), name="announcement_has_time"),
        )
        indexes = (
            Index(
                fields=("until",),
                condition=Q(withdrawn_at__isnull=True),
                name="announcement_current",
            ),
        )


class MinuteFigures(models.Model):
    """What was counted in a minute; the charts of the home page are drawn from these rows."""

    at = models.DateTimeField(primary_key=True)
    figures = models.JSONField()

    class Meta:
        db_table = "minute_figures"
        default_permissions = ()


class BackupRun(models.Model):
    """A backup that was made, or one whose restoring was rehearsed: written from the console."""

    at = models.DateTimeField(db_default=Now())
    bytes = models.PositiveBigIntegerField()
    is_encrypted = models.BooleanField()
    is_rehearsal = models.BooleanField()

    class Meta:
        db_table = "backup_run"
        ordering = ("-id",)
        default_permissions = ()


class AuditRun(models.Model):
    """One audit of everything stored, and what it found."""

    at = models.DateTimeField(db_default=Now())
    seconds = models.PositiveIntegerField()
    faults = models.PositiveIntegerField()
    first_fault = models.CharField(max_length=400, blank=True, default="")
    figures = models.JSONField(default=dict)

    class Meta:
        db_table = "audit_run"
        ordering = ("-id",)
        default_permissions = ()
