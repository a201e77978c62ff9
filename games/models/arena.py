"""The bot arena: tables where bot accounts and bots of the house meet, and how they stand."""

from django.db import models
from django.db.models import Index, Q


class ArenaTable(models.Model):
    """A table that belongs to the arena, and whether its result has been counted."""

    table = models.OneToOneField(
        "games.Table", models.CASCADE, primary_key=True, related_name="arena"
    )
    counted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (
            Index(fields=("table",), condition=Q(counted_at__isnull=True), name="arena_uncounted"),
        )


class ArenaStanding(models.Model):
    """A program's matches in the arena; `mu` and `sigma` as in the players' rating."""

    player = models.OneToOneField(
        "accounts.Player", models.CASCADE, primary_key=True, related_name="arena"
    )
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        indexes = (Index(fields=("-mu",), name="arena_by_strength"),)
