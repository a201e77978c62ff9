"""Series: a standing over several tournaments, with what has been added to it and taken out."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils import timezone

from tournaments.models.tournaments import Tournament


class Series(models.Model):
    """A series as its organiser keeps it; `rules` are a record of `tournaments.series.rules`.

    Its standing is not stored: it is read from the finished tournaments. Once it is closed nothing
    is added or taken out any more. Tournaments of the recurring rules it `follows` are added as
    they are published. That of a `club` counts the club's own tournaments, for its members.
    """

    name = models.CharField(max_length=80)
    about = models.TextField(max_length=500, blank=True, default="")
    rules = models.JSONField()
    follows = models.ManyToManyField(
        "tournaments.RecurringTournament", blank=True, related_name="series"
    )
    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, null=True, blank=True, related_name="series"
    )
    created_by = models.ForeignKey("accounts.Player", models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return f"{self.name} (series {self.pk})"


class SeriesEvent(models.Model):
    """A tournament of a series, its points multiplied by `weight`.

    One taken out stays in the record with who did it, so that everybody sees what was changed.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="series_events")
    weight = models.PositiveSmallIntegerField(default=1)
    # Nobody: it was published by a rule that the series follows.
    added_by = models.ForeignKey("accounts.Player", models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField(default=timezone.now)
    removed_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, blank=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("series", "id")
        constraints = (
            UniqueConstraint(
                fields=("series", "tournament"),
                condition=Q(removed_at__isnull=True),
                name="tournaments_event_once",
            ),
            CheckConstraint(condition=Q(weight__gte=1), name="tournaments_event_weight_positive"),
        )
