"""What the API takes and answers about careers: forms, JSON, and its description for OpenAPI."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts import careers, premium, wording
from accounts.api.reading import Text, WholeNumber
from accounts.api.shapes import PlayerShape, player_json
from accounts.league import LOWEST_DIVISION, TOP_DIVISION, Move
from accounts.models import Player, Season

Shape = serializers.Serializer[Any]
Form = serializers.Serializer[Any]
Whole = serializers.IntegerField
MOMENT_MAX = 10**16 - 1


class HistoryQuery(Form):
    before = WholeNumber(
        min_value=0, max_value=MOMENT_MAX, required=False, help_text="from `next_before`"
    )
    limit = WholeNumber(min_value=1, max_value=careers.HISTORY_MAX, default=20)


class LeagueQuery(Form):
    season = WholeNumber(min_value=1, max_value=10**6, required=False)
    division = WholeNumber(min_value=TOP_DIVISION, max_value=LOWEST_DIVISION, required=False)
    limit = WholeNumber(min_value=1, max_value=200, default=50)


class TicketForm(Form):
    code = Text(max_length=40, help_text="as printed on the ticket")


class LevelShape(Shape):
    number = Whole()
    points = Whole(help_text="experience points, from every finished round")
    reached_at = Whole(help_text="points this level was reached with")
    next_at = Whole(help_text="points the next level needs")


class StandingShape(Shape):
    season = Whole()
    division = Whole(help_text="1 is the top")
    place = Whole()
    points = Whole()
    matches = Whole()
    won = Whole()


class AchievementShape(Shape):
    key = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField()
    progress = Whole()
    needed = Whole()
    earned_at = serializers.DateTimeField(allow_null=True)


class CareerShape(Shape):
    player = PlayerShape()
    level = LevelShape()
    rating = Whole(allow_null=True, help_text="1500 for a newcomer; null for guests")
    provisional = serializers.BooleanField(help_text="too few matches for it to mean much")
    rated_matches = Whole()
    matches = Whole()
    won = Whole()
    rounds = Whole()
    standing = StandingShape(allow_null=True)
    achievements = AchievementShape(many=True)


class RecordShape(Shape):
    match = serializers.CharField(help_text="as in `table:12`")
    preset = serializers.CharField()
    at = serializers.DateTimeField()
    opponents = serializers.ListField(child=serializers.CharField())
    place = Whole()
    won = serializers.BooleanField()
    training = serializers.BooleanField()
    league_points = Whole(allow_null=True, help_text="null: did not count for the league")
    rating = Whole(allow_null=True, help_text="afterwards; null: was not rated")
    rating_change = Whole(allow_null=True)


class HistoryShape(Shape):
    results = RecordShape(many=True)
    next_before = Whole(
        allow_null=True, help_text="send it as `before` for the next page; null on the last"
    )


class TallyShape(Shape):
    name = serializers.CharField()
    matches = Whole()
    won = Whole()


class StatisticsShape(Shape):
    games = TallyShape(many=True, help_text="`name` is a preset's key")
    opponents = TallyShape(many=True)


class LeagueRowShape(Shape):
    place = Whole()
    player = PlayerShape()
    points = Whole()
    matches = Whole()
    won = Whole()
    move = serializers.ChoiceField(
        [move.value for move in Move], help_text="at the season's end, as it stands"
    )
    is_own = serializers.BooleanField()


class LeagueShape(Shape):
    season = Whole()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    division = Whole()
    name = serializers.CharField()
    members = Whole(help_text="of this division")
    results = LeagueRowShape(many=True, help_text="the best, and your own row wherever it stands")


class PremiumShape(Shape):
    until = serializers.DateTimeField(allow_null=True, help_text="null: no member")
    rights = serializers.ListField(
        child=serializers.ChoiceField(premium.RIGHTS), help_text="what you may do now"
    )


def career_json(player: Player) -> dict[str, Any]:
    profile = careers.profile_of(player)
    career, level, standing = profile.career, profile.level, profile.standing
    return {
        "player": player_json(player),
        "level": {
            "number": level.number,
            "points": level.points,
            "reached_at": level.reached_at,
            "next_at": level.next_at,
        },
        "rating": profile.rating,
        "provisional": profile.provisional,
        "rated_matches": career.rated_matches,
        "matches": career.matches_played,
        "won": career.matches_won,
        "rounds": career.rounds_played,
        "standing": {
            "season": standing.season.number,
            "division": standing.division,
            "place": careers.place_of(standing),
            "points": standing.points,
            "matches": standing.matches,
            "won": standing.wins,
        }
        if standing
        else None,
        "achievements": [_badge_json(badge) for badge in profile.badges],
    }


def _badge_json(badge: careers.Badge) -> dict[str, Any]:
    name, words = wording.ACHIEVEMENTS[badge.key]
    return {
        "key": badge.key,
        "name": str(name),
        "words": str(words),
        "progress": badge.progress,
        "needed": badge.needed,
        "earned_at": badge.earned_at.isoformat() if badge.earned_at else None,
    }


def record_json(line: careers.HistoryLine) -> dict[str, Any]:
    record = line.record
    return {
        "match": record.match,
        "preset": record.game,
        "at": record.at.isoformat(),
        "opponents": list(line.opponents),
        "place": record.place,
        "won": record.won,
        "training": record.training,
        "league_points": record.league_points,
        "rating": line.rating,
        "rating_change": record.rating_change,
    }


def tally_json(tally: careers.Tally) -> dict[str, Any]:
    return {"name": tally.name, "matches": tally.matches, "won": tally.won}


def league_json(season: Season, division: int, player: Player | None, limit: int) -> dict[str, Any]:
    rows = careers.division_table(season, division, player=player, limit=limit)
    return {
        "season": season.number,
        "starts_at": season.starts_at.isoformat(),
        "ends_at": season.ends_at.isoformat(),
        "closed_at": season.closed_at.isoformat() if season.closed_at else None,
        "division": division,
        "name": wording.division_name(division),
        "members": careers.division_sizes(season)[division],
        "results": [
            {
                "place": row.place,
                "player": player_json(row.standing.player),
                "points": row.standing.points,
                "matches": row.standing.matches,
                "won": row.standing.wins,
                "move": row.move,
                "is_own": row.is_own,
            }
            for row in rows
        ],
    }


def premium_json(player: Player) -> dict[str, Any]:
    held = premium.premium_of(player)
    return {
        "until": held.until.isoformat() if held.until else None,
        "rights": list(held.rights),
    }
