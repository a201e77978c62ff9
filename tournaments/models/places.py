"""A table of a tournament, from its opening until it is broken; and boards that tables share."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Index, Q, UniqueConstraint
from django.utils import timezone

from tournaments.models.tournaments import of_tournament


class TournamentTable(models.Model):
    """A table as the director knows it: a number, players, rounds.

    Each round is played at a game table of its own (`game_table`), because the players change
    between rounds and a match's do not. `dealt` and `stacks` are the entries of the round in play
    and what they had when it began; `result` is the finished round until it is settled. `size`
    counts the entries that sit here, with those who will be dealt in next time. At real tables a
    number comes again with each `stage`, and `rounds` count on: number and round name what was
    played, as everywhere.
    """

    tournament = of_tournament("tables")
    number = models.PositiveIntegerField()
    is_open = models.BooleanField(db_default=True)
    size = models.PositiveSmallIntegerField(db_default=0)
    resting = models.BooleanField(db_default=True)
    held = models.BooleanField(db_default=False)
    # Paused by a director: after the round in play, nothing is dealt and nobody is moved away.
    paused = models.BooleanField(default=False, db_default=False)
    rounds = models.PositiveIntegerField(db_default=0)
    pcr = models.PositiveIntegerField(db_default=0)
    stage = models.PositiveIntegerField(db_default=0)
    dealt = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    stacks = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    game_table = models.ForeignKey(
        "games.Table", models.PROTECT, null=True, blank=True, related_name="+"
    )
    result = models.JSONField(null=True, blank=True)
    opened_at = models.DateTimeField(default=timezone.now, db_default=models.functions.Now())

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            # At real tables each stage has a table 1.
            UniqueConstraint(
                fields=("tournament", "number", "stage"), name="tournaments_table_number_once"
            ),
        )
        indexes = (
            Index(
                fields=("tournament", "size", "number"),
                condition=Q(is_open=True),
                name="tournaments_tables_by_size",
            ),
            Index(
                fields=("tournament", "-size", "number"),
                condition=Q(is_open=True, resting=True),
                name="tournaments_tables_resting",
            ),
            Index(
                fields=("tournament", "number"),
                condition=Q(is_open=True, result__isnull=False),
                name="tournaments_tables_finished",
            ),
        )


class Board(models.Model):
    """A deal of a stage, counted from 1 through the tournament.

    Who played it, and how, is told by the rounds that were dealt from it.
    """

    tournament = of_tournament("boards")
    number = models.PositiveIntegerField()
    stage = models.PositiveIntegerField()
    deal = models.OneToOneField("games.SharedDeal", models.PROTECT, related_name="board")

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            UniqueConstraint(fields=("tournament", "number"), name="tournaments_board_number_once"),
        )
