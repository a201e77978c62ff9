"""What the API takes and answers about careers."""

from rest_framework import serializers

from accounts.api.shapes import PlayerShape
from accounts.career import reading as careers
from accounts.league import LOWEST_DIVISION, TOP_DIVISION, Move
from accounts.premium import reading as premium
from web.api.payloads import Moment, Shape
from web.api.reading import Form, Text, WholeNumber

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
    season = Whole(source="season.number")
    division = Whole(help_text="1 is the top")
    place = Whole()
    points = Whole()
    matches = Whole()
    won = Whole(source="wins")


class AchievementShape(Shape):
    key = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField()
    progress = Whole()
    needed = Whole()
    earned_at = Moment(allow_null=True)


class CareerShape(Shape):
    player = PlayerShape()
    level = LevelShape()
    rating = Whole(allow_null=True, help_text="1500 for a newcomer; null for guests")
    provisional = serializers.BooleanField(help_text="too few matches for it to mean much")
    rated_matches = Whole(source="career.rated_matches")
    matches = Whole(source="career.matches_played")
    won = Whole(source="career.matches_won")
    rounds = Whole(source="career.rounds_played")
    standing = StandingShape(allow_null=True)
    achievements = AchievementShape(many=True, source="badges")


class AmendmentShape(Shape):
    cause = serializers.CharField(help_text="as in `restitution:12`")
    at = Moment()
    rating_change = Whole()
    league_points = Whole()
    wins = Whole(help_text="-1: it no longer counts as won")


class RecordShape(Shape):
    match = serializers.CharField(help_text="as in `table:12`")
    preset = serializers.CharField(source="game")
    at = Moment()
    opponents = serializers.ListField(child=serializers.CharField())
    place = Whole()
    won = serializers.BooleanField()
    training = serializers.BooleanField()
    league_points = Whole(allow_null=True, help_text="null: did not count for the league")
    rating = Whole(allow_null=True, help_text="afterwards; null: was not rated")
    rating_change = Whole(allow_null=True)
    amendments = AmendmentShape(many=True, help_text="what was changed since to make good a wrong")


class TallyShape(Shape):
    name = serializers.CharField()
    matches = Whole()
    won = Whole()


class StatisticsShape(Shape):
    games = TallyShape(many=True, help_text="`name` is a preset's key")
    opponents = TallyShape(many=True)


class DuelShape(Shape):
    name = serializers.CharField(help_text="a preset's key")
    matches = Whole()
    ahead = Whole(help_text="so often you came before them")
    behind = Whole()
    level = Whole()


class HeadToHeadShape(Shape):
    player = PlayerShape(help_text="the other one")
    results = DuelShape(many=True, help_text="by game, of your latest 1,000 matches as opponents")


class LeagueRowShape(Shape):
    place = Whole()
    player = PlayerShape()
    points = Whole()
    matches = Whole()
    won = Whole(source="wins")
    move = serializers.ChoiceField(
        [move.value for move in Move], help_text="at the season's end, as it stands"
    )
    is_own = serializers.BooleanField()


class LeagueShape(Shape):
    season = Whole(source="number")
    starts_at = Moment()
    ends_at = Moment()
    closed_at = Moment(allow_null=True)
    division = Whole()
    name = serializers.CharField()
    members = Whole(help_text="of this division")
    results = LeagueRowShape(many=True, help_text="the best, and your own row wherever it stands")


class PremiumShape(Shape):
    until = Moment(allow_null=True, help_text="null: no member")
    rights = serializers.ListField(
        child=serializers.ChoiceField(premium.RIGHTS), help_text="what you may do now"
    )
