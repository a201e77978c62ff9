"""Tournaments that are not published: drafts and templates, with what was forecast for them; and
those that come again, by a rule and a plan from which the next ones are published.
"""

import datetime as dt

from django.db import models
from django.db.models import CheckConstraint, Q
from django.utils import timezone

# Anything that a calendar can still reckon with.
YEARS = (dt.datetime(2000, 1, 1, tzinfo=dt.UTC), dt.datetime(2200, 1, 1, tzinfo=dt.UTC))


class TournamentDraft(models.Model):
    """A tournament as its planner wishes it. No player ever sees a draft: it has no entries.

    `plan` and `offer` are the director's `Plan` and the tables' `TableOffer` as JSON. `forecast`
    belongs to the wishes whose digest is `forecast_of`; when they change it is out of date.
    A template is copied, never published.
    """

    name = models.CharField(max_length=80)
    plan = models.JSONField()
    offer = models.JSONField()
    starts_at = models.DateTimeField(null=True, blank=True)
    players_expected = models.PositiveIntegerField(default=32)
    is_template = models.BooleanField(default=False)
    forecast = models.JSONField(null=True, blank=True)
    forecast_of = models.CharField(max_length=64, blank=True, default="")
    forecast_asked_at = models.DateTimeField(null=True, blank=True)
    forecast_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    refusal = models.JSONField(null=True, blank=True)
    tournament = models.OneToOneField(
        "tournaments.Tournament", models.SET_NULL, null=True, blank=True, related_name="draft"
    )
    # Planned by that club's organisers for its members; without, by planners of the house.
    club = models.ForeignKey(
        "accounts.Club", models.CASCADE, null=True, blank=True, related_name="drafts"
    )
    created_by = models.ForeignKey("accounts.Player", models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-id",)
        constraints = (
            # What lies further away cannot even be read back.
            CheckConstraint(
                condition=Q(starts_at__isnull=True) | Q(starts_at__range=YEARS),
                name="tournaments_drafts_start_in_our_time",
            ),
            CheckConstraint(
                condition=Q(is_template=False) | Q(tournament__isnull=True),
                name="tournaments_templates_are_not_published",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} (draft {self.pk})"


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
