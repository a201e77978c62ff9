"""How people played their rounds of gin, as the integrity pages compare it."""

from django.db import models
from django.db.models import UniqueConstraint


class RoundBehaviour(models.Model):
    """One person in one finished round for two; the columns are told at `collusion.Behaviour`.

    They follow from the round's record: a round is looked through once.
    """

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    opponent = models.ForeignKey(
        "accounts.Player", models.PROTECT, related_name="+", db_index=False
    )
    rounds = models.PositiveSmallIntegerField()
    due = models.PositiveSmallIntegerField()
    held_back = models.PositiveSmallIntegerField()
    least_followed = models.PositiveSmallIntegerField()
    least_helpful = models.PositiveSmallIntegerField()
    least_avoided = models.PositiveSmallIntegerField()
    least_harmless = models.PositiveSmallIntegerField()
    least_fed = models.PositiveSmallIntegerField()
    expert_followed = models.PositiveSmallIntegerField()
    expert_helpful = models.PositiveSmallIntegerField()
    expert_avoided = models.PositiveSmallIntegerField()
    expert_harmless = models.PositiveSmallIntegerField()
    expert_fed = models.PositiveSmallIntegerField()
    given_away = models.FloatField()
    squared = models.FloatField()

    class Meta:
        db_table = "round_behaviour"
        default_permissions = ()
        constraints = (UniqueConstraint(fields=("round", "player"), name="round_behaviour_once"),)
