"""How well people played: each finished round judged once, by a worker, in its own time."""

from django.db import models
from django.db.models import Index, UniqueConstraint


class RoundToJudge(models.Model):
    """A round that is over and waits to be judged."""

    round = models.OneToOneField(
        "games.Round", models.CASCADE, primary_key=True, related_name="to_judge"
    )


class RoundSkill(models.Model):
    """What one player's decisions of a round come to (`rummy.skill.Tally`), and its result.

    `parts` are those of `rummy.skill.Parts` by name; null where the story cannot be told. `habits`
    are the counts of `rummy.skill.habits`.
    """

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="skills")
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=20)
    decisions = models.PositiveIntegerField()
    lost = models.FloatField()
    par = models.FloatField()
    parts = models.JSONField(null=True)
    habits = models.JSONField(default=dict)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("round", "player"), name="games_skill_judged_once"),
        )
        indexes = (Index(fields=("player", "game", "-round"), name="games_skill_of_player"),)
