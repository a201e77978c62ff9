"""Tickets: seats in a tournament that were won elsewhere, with their chips put aside."""

from django.db import models
from django.db.models import CheckConstraint, Index, Q
from django.utils import timezone


class TicketState(models.TextChoices):
    VALID = "valid"
    USED = "used"
    PAID_OUT = "paid_out"  # it lapsed, and its value went to the wallet


class Ticket(models.Model):
    """A ticket is chips with a purpose: `value_chips` lie in the hold account `ticket:<id>`.

    It admits to `admits_to`, else to any tournament of `admits_recurring`, else to any that
    costs no more than its value. It is used once; what was entered with it and is undone makes it
    valid again.
    """

    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="tickets")
    value_chips = models.BigIntegerField()
    state = models.CharField(
        max_length=10, choices=TicketState.choices, default=TicketState.VALID, db_default="valid"
    )
    admits_to = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, null=True, blank=True, related_name="tickets"
    )
    admits_recurring = models.ForeignKey(
        "tournaments.RecurringTournament", models.PROTECT, null=True, blank=True, related_name="+"
    )
    won_in = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, null=True, blank=True, related_name="tickets_won"
    )
    used_for = models.OneToOneField(
        "tournaments.Entry", models.PROTECT, null=True, blank=True, related_name="ticket"
    )
    # How often it was put aside and taken: part of the ledger's keys, so each happens once.
    turns = models.PositiveSmallIntegerField(default=0)
    key = models.CharField(max_length=80, unique=True)
    valid_until = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            CheckConstraint(
                condition=Q(value_chips__gt=0), name="tournaments_ticket_worth_something"
            ),
            CheckConstraint(
                condition=~Q(state="used") | Q(used_for__isnull=False),
                name="tournaments_ticket_used_for_something",
            ),
        )
        indexes = (
            Index(
                fields=("valid_until",), condition=Q(state="valid"), name="tournaments_ticket_valid"
            ),
        )

    @property
    def ref(self) -> str:
        """Its name in the ledger."""
        return f"ticket:{self.pk}"
