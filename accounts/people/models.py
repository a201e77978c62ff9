"""People and each other: friends, who keeps away from whom, notices, conduct."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """Two people who are friends, or one of whom has asked; one row however they came to it."""

    lower = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    higher = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")
    requested_by = models.ForeignKey(
        "accounts.Player", models.CASCADE, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("lower", "higher"), name="friendship_once"),
            CheckConstraint(condition=Q(lower__lt=F("higher")), name="friendship_in_id_order"),
            CheckConstraint(
                condition=Q(requested_by=F("lower")) | Q(requested_by=F("higher")),
                name="friendship_asked_by_one_of_them",
            ),
        )


class Ignored(models.Model):
    """Somebody keeps away from somebody. `chat_only`: their words are not shown, no more."""

    owner = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")
    chat_only = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("owner", "other"), name="ignored_once"),
            CheckConstraint(condition=~Q(owner=F("other")), name="ignored_is_another"),
        )


class Silence(models.Model):
    """Staff let somebody write nothing anywhere until a time; reading and playing go on."""

    player = models.ForeignKey(
        "accounts.Player", models.CASCADE, verbose_name=_("player"), related_name="silences"
    )
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.ForeignKey(
        "accounts.Player",
        models.SET_NULL,
        verbose_name=_("by"),
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    created_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("silence")
        verbose_name_plural = _("silences")
        ordering = ("-id",)
        constraints = (
            CheckConstraint(condition=Q(until__gt=F("created_at")), name="silence_has_time"),
        )

    def __str__(self) -> str:
        return f"player {self.player_id} is silent until {self.until:%Y-%m-%d %H:%M}"


class Notice(models.Model):
    """Something a player should know: a kind with its facts, put into words when it is read.

    A `key`, where there is one, tells it once. `mail_at` and `push_at` are when it goes out by
    e-mail and to its player's devices unless it has been read by then; `pushed_to` says which
    devices have it.
    """

    player = models.ForeignKey(
        "accounts.Player", models.CASCADE, related_name="notices", db_index=False
    )
    kind = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    key = models.CharField(max_length=100, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    mail_at = models.DateTimeField(null=True, blank=True)
    push_at = models.DateTimeField(null=True, blank=True)
    pushed_to = ArrayField(models.BigIntegerField(), default=list, db_default=[])

    class Meta:
        ordering = ("-id",)
        constraints = (
            UniqueConstraint(
                fields=("player", "key"), condition=~Q(key=""), name="notice_told_once"
            ),
        )
        indexes = (
            Index(fields=("player", "-id"), name="notice_of_player"),
            Index(fields=("player",), condition=Q(read_at__isnull=True), name="notice_unread"),
            Index(fields=("mail_at",), condition=Q(mail_at__isnull=False), name="notice_to_mail"),
            Index(fields=("push_at",), condition=Q(push_at__isnull=False), name="notice_to_push"),
        )


class NoticeWish(models.Model):
    """Which way a player wants notices of a kind; None where they want it as everybody."""

    pk = models.CompositePrimaryKey("player_id", "kind")
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    by_mail = models.BooleanField(null=True)
    by_push = models.BooleanField(null=True)


class Conduct(models.Model):
    """How somebody bore themselves in a match with other people; `(player, match)` once.

    `left` is empty for who played to the end, `resigned` for who gave up, `automatic` for who was
    moved for when it ended or had been left to it.
    """

    pk = models.CompositePrimaryKey("player_id", "match")
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    match = models.CharField(max_length=60)
    left = models.CharField(max_length=10, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (Index(fields=("player", "-at"), name="conduct_recent"),)
