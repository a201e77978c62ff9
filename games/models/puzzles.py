"""Puzzles, who solved which, and what people got wrong in their own rounds."""

from django.db import models
from django.db.models import Index, Q, UniqueConstraint
from django.utils import timezone

# What is believed of a puzzle's or a solver's strength at first (`accounts.league.rating.START`).
START_MU, START_SIGMA = 25.0, 25.0 / 3


class Puzzle(models.Model):
    """A position with one clearly best move, and how hard it has been to find.

    `content` is `rummy.puzzles.Puzzle` as JSON, hidden cards included: never shown as it is.
    """

    key = models.CharField(max_length=60, unique=True)
    game = models.CharField(max_length=40)
    theme = models.CharField(max_length=20)
    content = models.JSONField()
    mu = models.FloatField(default=START_MU)
    sigma = models.FloatField(default=START_SIGMA)

    class Meta:
        indexes = (Index(fields=("game", "mu"), name="games_puzzle_by_strength"),)


class PuzzleOfTheDay(models.Model):
    """The same for everybody, on one day by the house's clock."""

    day = models.DateField(primary_key=True)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="days")


class PuzzleOfTheDayTry(models.Model):
    """Somebody's first answer to the day's puzzle on that day, whether they knew it or not."""

    day = models.ForeignKey(PuzzleOfTheDay, models.CASCADE, related_name="tries")
    player = models.ForeignKey(
        "accounts.Player", models.CASCADE, related_name="puzzle_days", db_index=False
    )
    solved = models.BooleanField()

    class Meta:
        constraints = (
            UniqueConstraint(fields=("player", "day"), name="games_puzzle_day_tried_once"),
        )


class PuzzleTry(models.Model):
    """Somebody's first answer to a puzzle, the one that counts."""

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="tries")
    player = models.ForeignKey(
        "accounts.Player", models.CASCADE, related_name="puzzle_tries", db_index=False
    )
    solved = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("player", "puzzle"), name="games_puzzle_tried_once"),
        )


class PuzzleStanding(models.Model):
    """How strong somebody is at puzzles; `run` were solved in a row, `longest` at most."""

    player = models.OneToOneField(
        "accounts.Player", models.CASCADE, primary_key=True, related_name="puzzle_standing"
    )
    mu = models.FloatField(default=START_MU)
    sigma = models.FloatField(default=START_SIGMA)
    run = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)


class RoundLender(models.Model):
    """Somebody whose finished rounds may become puzzles for others, without their name."""

    player = models.OneToOneField(
        "accounts.Player", models.CASCADE, primary_key=True, related_name="+"
    )
    since = models.DateTimeField(default=timezone.now)


class SearchedRound(models.Model):
    """A round in which puzzles have been looked for."""

    round = models.OneToOneField(
        "games.Round", models.CASCADE, primary_key=True, related_name="searched"
    )


class Mistake(models.Model):
    """A costly decision of somebody's in a finished round, to be made again until it is right.

    `place` is that of its event in the round's course; `action` was done, `better` is the advice
    (`rummy.hints.Hint` as JSON). `stage` counts right answers in a row; it is asked again at
    `due_at`, and never once `learnt_at` is set.
    """

    round = models.ForeignKey(
        "games.Round", models.CASCADE, related_name="mistakes", db_index=False
    )
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="mistakes")
    place = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    action = models.JSONField()
    better = models.JSONField()
    cost = models.FloatField()
    stage = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    learnt_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("round", "player", "place"), name="games_mistake_made_once"),
        )
        indexes = (
            Index(
                fields=("player", "due_at"),
                condition=Q(learnt_at=None),
                name="games_mistakes_to_learn_from",
            ),
        )
