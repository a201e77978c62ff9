"""How well and how luckily people play, over the API."""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.forms import Day
from accounts.api.identity import caller_or_visitor
from accounts.api.shapes import PlayerShape
from accounts.people.api import player_by
from games.exports.spans import Span
from games.replay.shapes import AccuracyShape, LuckShape
from games.skill import judging, reading
from games.tables.lobby.lists import one_table
from web.api.operations import Answer, Json, answers
from web.api.payloads import Shape, Whole, With, Word, Yes, list_of
from web.api.reading import Form
from web.api.view import OpenView
from web.database.replica import may_be_old


class LuckOverTimeShape(LuckShape):
    rounds = Whole(help_text="so many have a story")
    margin = serializers.FloatField(help_text="of the luck, on either side (95 %)")


class DivisionSkillShape(Shape):
    number = Whole()
    players = Whole(help_text="so many of it have played this game this season")
    percent = serializers.FloatField(help_text="accuracy of them all together")


class SkillsQuery(Form):
    since = Day(required=False, help_text="first day, YYYY-MM-DD")
    until = Day(required=False, help_text="last day, YYYY-MM-DD")


class SkillShape(Shape):
    game = Word(help_text="gin, german_romme or romme_500, whatever the preset")
    recent = AccuracyShape(help_text="of the latest 50 rounds")
    all = AccuracyShape(help_text="of the latest 1,000 rounds of all games")
    blocks = AccuracyShape(many=True, help_text="of each 50 rounds, the oldest first")
    levels = serializers.DictField(
        child=serializers.FloatField(), help_text="of the house's bots, in percent, to compare"
    )
    luck = LuckOverTimeShape(allow_null=True, help_text="points per round, of all rounds")
    habits = serializers.DictField(
        child=serializers.FloatField(),
        help_text="of all rounds, in percent but for `deadwood_at_the_knock` and `points_left`",
    )
    division = DivisionSkillShape(
        allow_null=True, help_text="null in no division, or where fewer than five have played"
    )


class Skills(OpenView, at="players/<player:player_id>/accuracy/"):
    """How accurately a player plays, by game, whatever the cards were (docs/skill.md).

    Every finished round is judged once, a little later, by what each seat could know. Of others you
    are told what everybody may know: of matches that are over, at tables that are not private.
    """

    @may_be_old
    @answers(list_of(SkillShape, "SkillsShape"), query=SkillsQuery)
    def get(self, request: Request, query: Json, player_id: int) -> Answer:
        span = Span(query.get("since"), query.get("until"))
        found = reading.skills_of(player_by(player_id), caller_or_visitor(request), span)
        return With(results=[With(one, luck=_luck(one.luck)) for one in found])


def _luck(luck: With | None) -> Json | None:
    if luck is None:
        return None
    return {**luck.mean.told(), "rounds": luck.rounds, "margin": round(luck.margin, 1)}


class MatchLuckShape(LuckShape):
    rounds = Whole(help_text="so many have a story")


class SeatSkillShape(Shape):
    player = PlayerShape()
    accuracy = AccuracyShape(allow_null=True, help_text="null where nothing was decided")
    luck = MatchLuckShape(allow_null=True, help_text="points of all rounds; null without a story")


class MatchSkillShape(Shape):
    results = SeatSkillShape(many=True, help_text="people only; empty until the match is over")
    is_complete = Yes(help_text="false while rounds wait to be judged")


class MatchSkill(OpenView, at="tables/<serial:table_id>/skill/", called="api-match-skill"):
    """How accurately people played a match, and what its results were made of.

    Points over all rounds, own less the others' mean; docs/skill.md says how they are found. Rounds
    are judged some seconds after the match.
    """

    @answers(MatchSkillShape)
    def get(self, request: Request, table_id: int) -> Answer:
        reader = caller_or_visitor(request)
        table = one_table(table_id, reader, or_of_an_open_deal=True)
        found = reading.skill_of_match(table, reader)
        return With(
            results=[
                With(one, luck={**one.total.told(), "rounds": one.rounds} if one.total else None)
                for one in found
            ],
            is_complete=not judging.waits(table_id=table_id),
        )
