"""What is said at a table, and what somebody has reported of it.

Nothing here touches a table's row: no lock, no foreign-key check, no version. A player's move
never waits for somebody's words.
"""

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Channel(models.TextChoices):
    TABLE = "table"  # those who sit there
    GALLERY = "gallery"  # those who watch


class ReportReason(models.TextChoices):
    INSULT = "insult", _("insults or threats")
    SPAM = "spam", _("advertising or flooding")
    CHEATING = "cheating", _("telling cards")
    NAME = "name", _("an offensive or misleading name")
    CONDUCT = "conduct", _("conduct at the table")
    UNFAIR = "unfair", _("playing in secret with others, or with help")
    OTHER = "other", _("something else")


class ReportOutcome(models.TextChoices):
    HIDDEN = "hidden", _("message hidden")
    SILENCED = "silenced", _("author silenced")
    ACTED = "acted", _("dealt with")
    NOTHING = "nothing", _("nothing to object to")


class ChatRoom(models.Model):
    """A table's talk: its row is the lock under which messages get their numbers."""

    table = models.OneToOneField(
        "games.Table", models.DO_NOTHING, primary_key=True, related_name="+", db_constraint=False
    )
    last_number = models.BigIntegerField(default=0)
    gallery_open = models.BooleanField(default=True)


class ChatMessage(models.Model):
    """One line of talk: words, or a phrase of the house that everybody reads in their language.

    `held_round` is the round during which a spectator wrote it: until that is over only the
    author sees it.
    """

    pk = models.CompositePrimaryKey("table_id", "number")
    table = models.ForeignKey(
        "games.Table", models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    number = models.BigIntegerField()
    channel = models.CharField(max_length=10, choices=Channel.choices)
    author = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")
    words = models.CharField(max_length=200, blank=True, default="")
    phrase = models.CharField(max_length=40, blank=True, default="")
    held_round = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            CheckConstraint(
                condition=Q(words="") & ~Q(phrase="") | ~Q(words="") & Q(phrase=""),
                name="chat_words_or_phrase",
            ),
            CheckConstraint(condition=Q(channel__in=Channel.values), name="chat_channel_known"),
        )
        indexes = (Index(fields=("created_at",), name="chat_age"),)


class ChatReport(models.Model):
    """A message somebody objects to, with what was said around it, or a person, for the moderators.

    The copy in `context` stays when the talk itself is forgotten. A report of a person has no
    `number`; its table is the last one at which both sat, if there was one.
    """

    table_id = models.BigIntegerField(_("table"), null=True, blank=True)
    number = models.BigIntegerField(_("message"), null=True, blank=True)
    author = models.ForeignKey(
        "accounts.Player", models.CASCADE, verbose_name=_("author"), related_name="+"
    )
    reporter = models.ForeignKey(
        "accounts.Player", models.CASCADE, verbose_name=_("reported by"), related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=10, choices=ReportReason.choices)
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    context = models.JSONField(_("what was said"))
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    outcome = models.CharField(
        _("outcome"), max_length=10, blank=True, default="", choices=ReportOutcome.choices
    )
    handled_at = models.DateTimeField(_("decided"), null=True, blank=True)
    handled_by = models.ForeignKey(
        "accounts.Player",
        models.SET_NULL,
        verbose_name=_("decided by"),
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        verbose_name = _("chat report")
        verbose_name_plural = _("chat reports")
        ordering = ("-id",)
        constraints = (
            UniqueConstraint(fields=("table_id", "number", "reporter"), name="chat_report_once"),
            UniqueConstraint(
                fields=("author", "reporter", "reason"),
                condition=Q(number__isnull=True, handled_at__isnull=True),
                name="person_report_once",
            ),
            CheckConstraint(
                condition=Q(number__isnull=True) | Q(table_id__isnull=False),
                name="chat_report_of_a_message",
            ),
            CheckConstraint(
                condition=Q(outcome="", handled_at__isnull=True)
                | ~Q(outcome="") & Q(handled_at__isnull=False),
                name="chat_report_decided",
            ),
        )
        indexes = (
            Index(fields=("id",), condition=Q(handled_at__isnull=True), name="chat_report_open"),
        )

    def __str__(self) -> str:
        if self.is_of_a_person:
            return f"player {self.author_id}"
        return f"message {self.table_id}/{self.number}"

    @property
    def is_of_a_person(self) -> bool:
        return self.number is None
