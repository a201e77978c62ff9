"""What a table can be opened with, as the API tells it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.documents import Whole, Word
from rummy.engine.options import Option
from web.api.payloads import Shape


class OptionShape(Shape):
    name = Word()
    default = serializers.JSONField()
    rule = Word(allow_blank=True, help_text="its place in the book of rules")
    choices = serializers.ListField(child=serializers.JSONField(), required=False)
    lowest = Whole(required=False)
    highest = Whole(required=False)

    def to_representation(self, option: Option) -> dict[str, Any]:
        """With its choices or its bounds, whichever it has."""
        foreign = ("lowest", "highest") if option.choices else ("choices",)
        shown = super().to_representation(option)
        return {name: value for name, value in shown.items() if name not in foreign}


class PresetShape(Shape):
    key = Word()
    name = Word()
    family = Word()
    seats = serializers.ListField(child=Whole(), help_text="how many may play")
    options = OptionShape(many=True)
    house_rules = serializers.ListField(child=Word(), help_text="those that may be switched on")


class HouseRuleShape(Shape):
    key = Word()
    name = Word()
    rule = Word()
    options = OptionShape(many=True)


class NamedShape(Shape):
    key = Word()
    name = Word()


class AbsenceChoiceShape(NamedShape):
    words = Word(help_text="what happens to who is away")


class PrizeTableShape(Shape):
    key = Word()
    percents = serializers.ListField(child=Whole(), help_text="of the pool, by place")


class OfferedRuleSetShape(Shape):
    name = Word()
    version = Whole()
    words = Word(allow_blank=True)
    preset = Word()
    house_rules = serializers.ListField(child=Word())
    options = serializers.DictField()


class CatalogueShape(Shape):
    presets = PresetShape(many=True)
    house_rules = HouseRuleShape(many=True)
    rule_sets = OfferedRuleSetShape(
        many=True, help_text="the house's own; open a table with their three fields"
    )
    formats = NamedShape(many=True)
    absence = AbsenceChoiceShape(many=True, help_text="send the key as `absence`")
    prizes = PrizeTableShape(many=True, help_text="usual ones; send `percents` as `prizes`")
    bots = serializers.ListField(child=Word())
    rounds = serializers.ListField(child=Whole(), help_text="usual lengths of a ring game")
    turn_seconds = serializers.ListField(child=Whole(), help_text="usual turn times")
