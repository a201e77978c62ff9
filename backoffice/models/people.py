"""What staff keep about players: notes, sanctions, and the places they sign in from."""

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.db.models.functions import Now


class PlayerNote(models.Model):
    """A colleague's remark about a player, never shown to the player."""

    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    author = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    words = models.CharField(max_length=1000)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "player_note"
        ordering = ("-id",)
        default_permissions = ()
        indexes = (Index(fields=("player", "-id"), name="note_of_player"),)


class SanctionKind(models.TextChoices):
    WARNING = "warning"
    MUTE = "mute"
    BAN = "ban"


class Sanction(models.Model):
    """A warning, a mute or a ban, with its reason and until when; without end until lifted."""

    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=SanctionKind.choices)
    reason = models.CharField(max_length=400)
    by = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now())
    until = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "player_sanction"
        ordering = ("-id",)
        default_permissions = ()
        constraints = (
            CheckConstraint(condition=~Q(reason=""), name="sanction_has_reason"),
            CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("at")), name="sanction_has_time"
            ),
        )
        indexes = (
            Index(fields=("player", "-id"), name="sanction_of_player"),
            Index(
                fields=("until",),
                condition=Q(kind="ban", lifted_at__isnull=True),
                name="sanction_ban_ends",
            ),
        )


class SeenKind(models.TextChoices):
    DEVICE = "device"  # the cookie by which a browser is known again
    BROWSER = "browser"  # network, build and languages together: phones of one model look alike
    NETWORK = "network"


class Seen(models.Model):
    """Where a player signed in from, as a keyed digest: alike or not, no more."""

    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=SeenKind.choices)
    digest = models.CharField(max_length=32)
    first_at = models.DateTimeField(db_default=Now())
    last_at = models.DateTimeField(db_default=Now())
    times = models.PositiveIntegerField(db_default=1)

    class Meta:
        db_table = "player_seen"
        default_permissions = ()
        constraints = (UniqueConstraint(fields=("player", "kind", "digest"), name="seen_once"),)
        indexes = (
            Index(fields=("digest", "player"), name="seen_with"),
            Index(fields=("last_at",), name="seen_last"),
        )

    @property
    def digest_begins(self) -> str:
        return self.digest[:8]
