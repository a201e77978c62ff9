"""A round's public record, how well it was played, and apart from it the secret of its deck."""

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.db.models.functions import Now
from django.utils import timezone

from games.models.admission import spectators_delay

SEATS_MAX = 6


def told_to_all(rounds: str = "") -> models.Q:
    """Of rounds by this path: matches that are over, that all may see, spectators with a delay too.

    Where a deal was shared, when nobody can play it any more.

    Whatever is told to everybody about single rounds asks for these.
    """
    table = f"{rounds}table__"
    public = Q(**{f"{table}is_private": False})
    opened = {f"{rounds}shared_deal__opened_at__isnull": False, f"{table}club": None}
    public |= Q(**opened)
    known = Q(**{f"{table}admission": None})
    known |= Q(**{f"{table}finished_at__lte": Now() - spectators_delay(table)})
    return Q(**{f"{table}status": "finished"}) & public & known


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds; whoever shows hidden cards of any asks for those with `all_cards_open`."""

    def all_cards_open(self) -> "RoundQuerySet":
        """Dealt and over, and of no deal that somebody else may still be dealt."""
        of_one_table = Q(shared_deal=None)
        opened = Q(shared_deal__opened_at__isnull=False)
        over = self.filter(ended_at__isnull=False, first_event__isnull=False)
        return over.filter(of_one_table | opened)

    def of_closed_deals(self) -> "RoundQuerySet":
        """Those whose deal somebody else may still be dealt: nobody who plays it sees them."""
        return self.filter(shared_deal__isnull=False, shared_deal__opened_at=None)


class Round(models.Model):
    """From the commitment to the shuffle up to the score sheet's line.

    `server_seed` stays empty until the round is over (PLAY-2; fair cards); before that
    it lies encrypted in `RoundSecret`. At tables that share a deal it stays empty for good: the
    seed is that of the `shared_deal`.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    client_seeds = models.JSONField(null=True, blank=True)
    server_seed = models.CharField(max_length=256, blank=True, default="")
    first_event = models.BigIntegerField(null=True, blank=True)
    last_event = models.BigIntegerField(null=True, blank=True)
    score = models.JSONField(null=True, blank=True)
    shared_deal = models.ForeignKey(
        "games.SharedDeal", models.PROTECT, null=True, related_name="rounds", db_index=False
    )
    prepared_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    # When it counted for its players' experience; until then the sweep looks for it.
    booked_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ("table", "number")
        indexes = (
            Index(
                fields=("table",),
                condition=Q(ended_at__isnull=False, booked_at__isnull=True),
                name="games_round_unbooked",
            ),
            Index(
                fields=("shared_deal",),
                condition=Q(shared_deal__isnull=False),
                name="games_round_of_deal",
            ),
        )
        constraints = (
            UniqueConstraint(fields=("table", "number"), name="games_round_number_once"),
        )

    def __str__(self) -> str:
        return f"round {self.number} of table {self.table_id}"

    def of_seat(self, seat: int) -> int:
        """One number for a round of a table and a seat of it."""
        return SEATS_MAX * self.number + seat


class RoundSecret(models.Model):
    """The sealed server seed of a round that is not over. Never registered in any admin."""

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    sealed_seed = models.BinaryField()

    class Meta:
        constraints = (UniqueConstraint(fields=("table", "number"), name="games_secret_once"),)


class SharedDeal(models.Model):
    """A deal that many tables are dealt, each by its own players (`MatchTerms.shared_deals`).

    Its seed is drawn and promised once, and opened for all when nobody can play it any more.
    """

    commitment = models.CharField(max_length=64)
    sealed_seed = models.BinaryField(null=True)
    server_seed = models.CharField(max_length=256, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            CheckConstraint(
                condition=Q(opened_at=None, sealed_seed__isnull=False, server_seed="")
                | Q(opened_at__isnull=False, sealed_seed=None) & ~Q(server_seed=""),
                name="games_shared_deal_sealed_or_open",
            ),
        )

    def __str__(self) -> str:
        return f"shared deal {self.pk}"


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

    round = models.ForeignKey("games.Round", models.CASCADE, related_name="skills", db_index=False)
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
