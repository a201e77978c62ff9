"""A player's accuracy over the API."""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.people.api import player_by
from games.api.documents import Word
from games.replay.shapes import AccuracyShape
from games.skill import reading
from web.api.operations import Json, answers
from web.api.payloads import Shape
from web.api.view import ApiView


class SkillShape(Shape):
    game = Word(help_text="gin, german_romme or romme_500, whatever the preset")
    recent = AccuracyShape(help_text="of the latest 50 rounds")
    all = AccuracyShape(help_text="of the latest 1,000 rounds of all games")
    blocks = AccuracyShape(many=True, help_text="of each 50 rounds, the oldest first")
    levels = serializers.DictField(
        child=serializers.FloatField(), help_text="of the house's bots, in percent, to compare"
    )


class SkillsShape(Shape):
    results = SkillShape(many=True)


class Skills(ApiView):
    """How accurately a player plays, by game, whatever the cards were (docs/skill.md).

    Every finished round is judged once, a little later, by what each seat could know.
    """

    visitors_may = ("read",)

    @answers(SkillsShape)
    def get(self, request: Request, player_id: int) -> Json:
        return SkillsShape.of(results=reading.skills_of(player_by(player_id)))
