"""Score sheets of real tables: what a round came to, as its players or the desk have written it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import UniqueConstraint
from django.utils import timezone

from tournaments.models.tournaments import of_tournament


class SheetState(models.TextChoices):
    WAITING = "waiting"  # nobody has entered anything
    ENTERED = "entered"  # another player of the table has to confirm it
    OBJECTED = "objected"  # somebody at the table says that it is wrong
    SETTLED = "settled"  # confirmed, or entered by the desk: it counts


class ScoreSheet(models.Model):
    """What was played at one table of a tournament at real tables: a round, or a match of `rounds`.

    It is a table's row and its round that name it (`table_number`, `number`); `stage` is 0 where
    chips are played for. `entries` are in seat order, `dealer` is the seat that deals first.
    `points` are as people write them: where points are penalties, so many of them. `gave_up` are
    entries that were taken out of the match; `changes_chips` what its chips are worth since a
    director has corrected it, by entry.
    """

    tournament = of_tournament("sheets")
    table_number = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    stage = models.PositiveIntegerField(default=0)
    rounds = models.PositiveSmallIntegerField(default=1)
    entries = ArrayField(models.BigIntegerField())
    dealer = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(
        max_length=10, choices=SheetState.choices, default=SheetState.WAITING.value
    )
    points = ArrayField(models.IntegerField(), default=list)
    version = models.PositiveIntegerField(default=0)
    entered_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, null=True, related_name="sheets_entered"
    )
    confirmed_by = models.ForeignKey("accounts.Player", models.PROTECT, null=True, related_name="+")
    objected_by = models.ForeignKey("accounts.Player", models.PROTECT, null=True, related_name="+")
    by_desk = models.BooleanField(default=False)
    gave_up = ArrayField(models.BigIntegerField(), default=list)
    changes_chips = ArrayField(models.BigIntegerField(), null=True)
    opened_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("tournament", "table_number", "number")
        constraints = (
            UniqueConstraint(
                fields=("tournament", "table_number", "number"), name="tournaments_sheet_once"
            ),
        )

    @property
    def is_settled(self) -> bool:
        return self.state == SheetState.SETTLED.value

    @property
    def is_entered(self) -> bool:
        return self.state == SheetState.ENTERED.value
