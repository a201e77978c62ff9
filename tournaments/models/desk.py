"""What people order at the director's desk, who may, and who calls the director."""

from typing import Any

from django.db import models
from django.db.models import Q, UniqueConstraint
from django.utils import timezone

from tournaments.models.tournaments import of_tournament

REMARK_CHARS_MAX = 300


class DeskAct(models.Model):
    """One order of a human director, with who gave it and why. Written once, never changed.

    `key` makes a double click one order; `facts` hold what is needed to tell and to undo it.
    An order that takes another back names it in `undoes`.
    """

    tournament = of_tournament("desk_acts", on_delete=models.PROTECT)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    actor = models.ForeignKey("accounts.Player", models.PROTECT, related_name="desk_acts")
    remark = models.CharField(max_length=REMARK_CHARS_MAX)
    facts = models.JSONField(default=dict)
    entry_id = models.BigIntegerField(null=True, blank=True)
    table_number = models.PositiveIntegerField(null=True, blank=True)
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-id",)
        constraints = (
            UniqueConstraint(fields=("tournament", "key"), name="tournaments_desk_act_once"),
        )

    def __str__(self) -> str:
        return f"{self.kind} by {self.actor_id} in tournament {self.tournament_id}"

    @property
    def is_for_good(self) -> bool:
        """Whether it took somebody out of stages: the match they gave up cannot come back."""
        takes_out = self.kind in ("remove", "disqualify") and "waits" not in self.facts
        return takes_out and "forfeited" not in self.facts

    @property
    def waits(self) -> bool:
        """Whether it still waits for the round in play at its table to be settled."""
        if "waits" not in self.facts or self.outcome is not None or hasattr(self, "undone_by"):
            return False
        return self.entry_id in self.tournament.waiting_entries

    @property
    def outcome(self) -> dict[str, Any] | None:
        """What came of an order that waited; None as long as nothing did."""
        if "waits" not in self.facts:  # and nothing is asked for
            return None
        came_to: DeskOutcome | None = getattr(self, "came_to", None)
        return None if came_to is None else came_to.facts

    @property
    def facts_now(self) -> dict[str, Any]:
        """What it keeps for telling and undoing; once it has taken effect what came of it."""
        return self.facts if self.outcome is None else self.outcome


class DeskOutcome(models.Model):
    """What came of an order that waited for the end of a round. Written once, by the worker."""

    order = models.OneToOneField(DeskAct, models.PROTECT, primary_key=True, related_name="came_to")
    facts = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"outcome of order {self.order_id}"


class TournamentDirector(models.Model):
    """Somebody who directs this one tournament, staff or not."""

    tournament = of_tournament("directors")
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="directs")
    appointed_by = models.ForeignKey(
        "accounts.Player", models.SET_NULL, null=True, related_name="+"
    )
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("tournament", "player"), name="tournaments_director_once"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} directs tournament {self.tournament_id}"


class CallState(models.TextChoices):
    OPEN = "open"
    TAKEN = "taken"
    CLOSED = "closed"


class DirectorCall(models.Model):
    """A player calls the director; somebody takes the call, answers, closes it."""

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="calls")
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    table_number = models.PositiveIntegerField(null=True, blank=True)
    game_table_id = models.BigIntegerField(null=True, blank=True)
    matter = models.CharField(max_length=20)
    words = models.CharField(max_length=REMARK_CHARS_MAX, blank=True)
    state = models.CharField(
        max_length=10, choices=CallState.choices, default=CallState.OPEN, db_default="open"
    )
    taken_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, blank=True, related_name="+"
    )
    answer = models.CharField(max_length=REMARK_CHARS_MAX, blank=True)
    called_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (
            # A second tap is the same call.
            UniqueConstraint(
                fields=("tournament", "player"),
                condition=~Q(state="closed"),
                name="tournaments_one_call_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"call of {self.player_id} in tournament {self.tournament_id}"
