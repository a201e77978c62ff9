"""The deal of the day: one deal of each game that everybody may play once."""

from django.db import models
from django.db.models import UniqueConstraint
from django.utils import timezone


class DailyDeal(models.Model):
    """A day's deal of one game, by the preset's key."""

    day = models.DateField()
    game = models.CharField(max_length=40)
    deal = models.OneToOneField("games.SharedDeal", models.PROTECT, related_name="daily")

    class Meta:
        constraints = (
            UniqueConstraint(fields=("day", "game"), name="games_daily_deal_of_each_game"),
        )


class DailyPlay(models.Model):
    """Somebody's one try at a day's deal, and the table at which they make it.

    How it ended is told by the table and its round alone.
    """

    table = models.OneToOneField(
        "games.Table", models.CASCADE, primary_key=True, related_name="daily_play"
    )
    daily = models.ForeignKey(DailyDeal, models.PROTECT, related_name="plays", db_index=False)
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="daily_plays")
    started_at = models.DateTimeField(default=timezone.now)
    # Who began as a guest has no place, whatever becomes of the account; nor has a bot.
    competes = models.BooleanField()

    class Meta:
        constraints = (
            UniqueConstraint(fields=("daily", "player"), name="games_daily_played_once"),
        )
