"""A table: its terms, who sits at it, the snapshot of its match, and its append-only log."""

import secrets

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils import timezone

from games.models.naming import kind_of, table_title
from web.whence import CHARS_MAX


class TableStatus(models.TextChoices):
    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


# It waits for players or is being played: stakes lie in its pot.
LIVE_STATUSES = (TableStatus.OPEN, TableStatus.PLAYING)


class Table(models.Model):
    """One match from the first seat taken to the last chip paid (PLAY-1).

    The row is the table's lock: whoever changes anything at the table holds it.
    `version` is the number of the last event in the table's log, `state` the match
    folded from that log (compact JSON as text: it is read whole or not at all, so
    PostgreSQL need not parse it), `sheet` the match's score sheet, which would be the
    greater part of `state` in a long match and changes once a round. `wake_at` is when
    the table must be looked at without anybody asking; it has no index on purpose,
    because it changes with every turn and an index would cost each move its in-page (HOT)
    update. The sweep reads playing tables through the partial index on `status`.
    """

    # As its host has named it. Where nobody has, it is called after who opened it (`title`).
    name = models.CharField(max_length=60, blank=True)
    called_after = models.CharField(max_length=30, blank=True, default="")
    status = models.CharField(max_length=10, choices=TableStatus.choices, default=TableStatus.OPEN)
    preset = models.CharField(max_length=40)
    terms = models.JSONField()
    seats_max = models.PositiveSmallIntegerField()
    stake_chips = models.BigIntegerField()
    is_private = models.BooleanField(default=False)
    # Whose table it is: private, but for the members of that club, who need no code.
    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, null=True, blank=True, related_name="tables"
    )
    # Whoever knows it may look at a private table and sit down.
    invite_code = models.CharField(max_length=24, blank=True, default="")
    is_standing = models.BooleanField(default=False)
    # The full table of the house that this one was opened for (PLAY-10), or the match with bots
    # that this one follows; once per table.
    successor_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="successor"
    )
    version = models.BigIntegerField(default=0)
    state = models.TextField(blank=True, default="")
    sheet = models.TextField(default="[]")
    wake_at = models.DateTimeField(null=True, blank=True)
    # What request the last act here followed from, and so what is done when the table is woken.
    came_from = models.CharField(max_length=CHARS_MAX, blank=True, default="", db_default="")
    created_by = models.ForeignKey("accounts.Player", models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # When the result counted for its players' careers; until then the sweep looks for it.
    booked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            CheckConstraint(condition=Q(stake_chips__gte=0), name="games_table_stake_not_negative"),
            CheckConstraint(
                condition=Q(status__in=TableStatus.values), name="games_table_status_known"
            ),
            CheckConstraint(
                condition=Q(seats_max__gte=2, seats_max__lte=6), name="games_table_seats_two_to_six"
            ),
            CheckConstraint(
                condition=Q(club__isnull=True) | Q(is_private=True, invite_code=""),
                name="games_table_club_is_private",
            ),
        )
        indexes = (
            Index(F("id"), condition=Q(status__in=LIVE_STATUSES), name="games_table_live"),
            Index(
                F("id"),
                condition=Q(status=TableStatus.FINISHED, booked_at__isnull=True),
                name="games_table_unbooked",
            ),
            Index(
                fields=("finished_at",),
                condition=Q(status=TableStatus.FINISHED),
                name="games_table_finished",
            ),
        )

    def __str__(self) -> str:
        return f"{self.title} (#{self.pk})"

    @property
    def title(self) -> str:
        """What the table is called, in the reader's language."""
        return table_title(self.name, self.called_after, kind=kind_of(self.terms))

    @property
    def may_be_played_again(self) -> bool:
        """Whether its players may have a rematch: nobody else decides who meets whom, over what."""
        return self.terms["settlement"] == "stakes" and not kind_of(self.terms)

    def invites(self, code: str) -> bool:
        own = self.invite_code.encode()
        return bool(own) and secrets.compare_digest(own, code.encode())


class Seat(models.Model):
    """A player's place at a table, with the stake that is held for it (PLAY-3)."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    # Found by the constraint below, which leads from a player to their latest tables.
    player = models.ForeignKey(
        "accounts.Player", models.PROTECT, related_name="seats", db_index=False
    )
    stake_chips = models.BigIntegerField()
    payout_chips = models.BigIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("table", "number")
        constraints = (
            UniqueConstraint(fields=("table", "number"), name="games_seat_taken_once"),
            UniqueConstraint(fields=("player", "table"), name="games_player_sits_once"),
            CheckConstraint(condition=Q(stake_chips__gte=0), name="games_seat_stake_not_negative"),
        )

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"


class TableEvent(models.Model):
    """One thing that happened at a table. `(table, seq)` is the backstop against lost updates."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    # No foreign-key trigger: events are written only by whoever holds the table's row lock.
    # No index either: the primary key begins with it.
    table = models.ForeignKey(
        "games.Table", models.DO_NOTHING, related_name="events", db_constraint=False, db_index=False
    )
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ("table", "seq")


class ActionReceipt(models.Model):
    """Proof that a command was carried out once: its key, what it was, and the events it led to."""

    pk = models.CompositePrimaryKey("player_id", "key")
    player_id = models.BigIntegerField()
    key = models.CharField(max_length=255)
    table_id = models.BigIntegerField()
    fingerprint = models.CharField(max_length=64)
    first_event = models.BigIntegerField()
    last_event = models.BigIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (Index(fields=("created_at",), name="games_receipt_age"),)
