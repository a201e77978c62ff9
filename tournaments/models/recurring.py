"""Tournaments that come again: a rule and a plan, from which the next ones are published."""

from django.db import models
from django.utils import timezone


class RecurringTournament(models.Model):
    """One rule. Its tournaments carry it as `recurring` and, once each, an `occurrence`.

    `recurrence` is a record of `tournaments.recurring.recurrence`, `plan` one of the director,
    `terms` those of the tables. `ahead` says how many are kept open. Of `bots`, up to `bots_most`
    enter one by one: `bots_after_seconds` after the first person, or that long before the hour.
    """

    name = models.CharField(max_length=80)
    recurrence = models.JSONField()
    plan = models.JSONField()
    terms = models.JSONField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    ahead = models.PositiveSmallIntegerField(default=1)
    bots = models.JSONField(default=list, blank=True)
    bots_most = models.PositiveIntegerField(default=0)
    bots_after_seconds = models.PositiveIntegerField(default=20)
    bots_alone = models.BooleanField(default=False)
    # Where its tickets admit to: the next tournament of that rule.
    feeds = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="fed_by")
    # Planned by that club's organisers for its members; without, by planners of the house.
    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name} (rule {self.pk})"
