"""Boards: deals that all tables of a stage share."""

from django.db import models
from django.db.models import UniqueConstraint

from tournaments.models.tournaments import of_tournament


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
