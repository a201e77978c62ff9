"""What players have achieved: careers, their matches, seasons of the league, achievements.

Every row that counts something has a key that lets it count once: a round per player, a match per
player, a player per season, an amendment per cause. `accounts.career.counting`, `.amending` and
`.seasons` write them, nobody else.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import ExpressionWrapper, F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.league import LOWEST_DIVISION, START, TOP_DIVISION, Move


def move_choices() -> list[tuple[str, str]]:
    """A callable, so that a new word needs no migration."""
    return [(move.value, move.value) for move in Move]


class Career(models.Model):
    """What is counted of one player, and what is believed of their strength.

    The row is the player's lock: whoever counts anything for them holds it. `feats` are rounds
    won by the reason they ended for.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="career",
    )
    experience = models.BigIntegerField(_("experience points"), default=0)
    rounds_played = models.PositiveIntegerField(_("rounds played"), default=0)
    rounds_won = models.PositiveIntegerField(_("rounds won"), default=0)
    matches_played = models.PositiveIntegerField(_("matches played"), default=0)
    matches_won = models.PositiveIntegerField(_("matches won"), default=0)
    streak = models.PositiveIntegerField(_("wins in a row"), default=0)
    best_streak = models.PositiveIntegerField(_("longest row of wins"), default=0)
    rated_matches = models.PositiveIntegerField(_("rated matches"), default=0)
    promotions = models.PositiveIntegerField(_("promotions"), default=0)
    seasons_won = models.PositiveIntegerField(_("seasons won"), default=0)
    feats = models.JSONField(_("feats"), default=dict)
    mu = models.FloatField(default=START.mu)
    sigma = models.FloatField(default=START.sigma)

    class Meta:
        verbose_name = _("career")
        verbose_name_plural = _("careers")
        indexes = (models.Index(fields=("-mu",), name="career_strength"),)

    def __str__(self) -> str:
        return f"career of player {self.player_id}"


class CountedRound(models.Model):
    """Proof that a round has counted for a player, and with how much experience (PLAY-32)."""

    pk = models.CompositePrimaryKey("player_id", "match", "number")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    match = models.CharField(max_length=60)
    number = models.PositiveIntegerField()
    experience = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)


class Season(models.Model):
    """A season of the league. There is one that is not closed; matches count for that one."""

    number = models.PositiveIntegerField(_("number"), unique=True)
    starts_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("-number",)
        constraints = (
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="season_has_time"),
            models.UniqueConstraint(
                ExpressionWrapper(Q(closed_at__isnull=True), output_field=models.BooleanField()),
                condition=Q(closed_at__isnull=True),
                name="season_one_open",
            ),
        )

    def __str__(self) -> str:
        return f"season {self.number}"


class SeasonStanding(models.Model):
    """A player in a season: what they have scored, and once it is closed, what came of it."""

    season = models.ForeignKey(
        Season,
        verbose_name=_("season"),
        on_delete=models.PROTECT,
        related_name="standings",
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        related_name="standings",
    )
    division = models.PositiveSmallIntegerField(_("division"), default=LOWEST_DIVISION)
    points = models.PositiveIntegerField(_("league points"), default=0)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    wins = models.PositiveIntegerField(_("wins"), default=0)
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)
    move = models.CharField(_("afterwards"), max_length=10, blank=True, choices=move_choices)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = (
            models.UniqueConstraint(fields=("season", "player"), name="standing_once_a_season"),
            models.CheckConstraint(
                condition=Q(division__gte=TOP_DIVISION, division__lte=LOWEST_DIVISION),
                name="standing_division_known",
            ),
        )
        indexes = (
            models.Index(
                fields=("season", "division", "-points", "-wins", "matches", "player"),
                name="standing_order",
            ),
        )

    def __str__(self) -> str:
        return f"player {self.player_id} in season {self.season_id}"


class MatchRecord(models.Model):
    """A finished match in a player's career; `(player, match)` lets it count once.

    `league_points` is empty when it did not count for the league; `mu`, and `rated_as`, when it was
    not rated. `rated_as` numbers a player's rated matches in the order in which they counted, which
    need not be that of `at`: matches that end together may count either way round.
    """

    pk = models.CompositePrimaryKey("player_id", "match")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    match = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    opponents = ArrayField(models.BigIntegerField())
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    training = models.BooleanField()
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    league_points = models.PositiveIntegerField(null=True, blank=True)
    mu = models.FloatField(null=True, blank=True)
    sigma = models.FloatField(null=True, blank=True)
    rating_change = models.IntegerField(null=True, blank=True)
    rated_as = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("match",), name="match_record_match"),
            models.Index(fields=("player", "-at"), name="match_record_recent"),
        )

    @property
    def table_id(self) -> int | None:
        """The table it was played at, if it was one of ours."""
        kind, _colon, number = self.match.partition(":")
        return int(number) if kind == "table" and number.isdigit() else None


class CareerAmendment(models.Model):
    """What a match counts more, or, negative, less, since a wrong was made good; once a cause.

    `rating_change` is in points as they are shown; `season` is set where its standing was changed.
    """

    pk = models.CompositePrimaryKey("player_id", "match", "cause")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    match = models.CharField(max_length=60)
    cause = models.CharField(max_length=60)  # as in `restitution:12`
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    rating_change = models.IntegerField()
    league_points = models.IntegerField()
    wins = models.SmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=("cause",), name="career_amendment_cause"),)


class EarnedAchievement(models.Model):
    """An achievement somebody has earned; once."""

    pk = models.CompositePrimaryKey("player_id", "key")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="achievements",
        db_index=False,
    )
    key = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)
