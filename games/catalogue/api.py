"""Everything a client needs to build the form for a new table."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from games import wording
from games.catalogue.offered import house_rules_of, presets_offered
from games.tables.rule_sets import offered_rule_sets
from games.tables.terms import ROUNDS, TURN_SECONDS
from rummy import engine, match
from rummy.bots import BOTS
from rummy.engine.options import Option
from rummy.settlement.prizes import PRIZE_TABLES
from web.api.operations import Json, answers
from web.api.payloads import Shape, Whole, Wholes, With, Word, Words, Yes
from web.api.view import OpenView


class OptionShape(Shape):
    name = Word()
    default = serializers.JSONField()
    rule = Word(allow_blank=True, help_text="its place in the book of rules")
    choices = serializers.ListField(child=serializers.JSONField(), required=False)
    lowest = Whole(required=False)
    highest = Whole(required=False)
    variation = Yes(
        help_text="a special rule unless left at its default; like house rules, may need premium"
    )

    def to_representation(self, option: Option) -> dict[str, Any]:
        """With its choices or its bounds, whichever it has."""
        foreign = ("lowest", "highest") if option.choices else ("choices",)
        shown = super().to_representation(option)
        return {name: value for name, value in shown.items() if name not in foreign}


class PresetShape(Shape):
    key = Word()
    name = Word()
    family = Word()
    seats = Wholes(help_text="how many may play")
    options = OptionShape(many=True)
    house_rules = Words(help_text="those that may be switched on")


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
    percents = Wholes(help_text="of the pool, by place")


class OfferedRuleSetShape(Shape):
    name = Word()
    version = Whole()
    words = Word(allow_blank=True)
    preset = Word()
    house_rules = Words()
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
    bots = Words()
    rounds = Wholes(help_text="usual lengths of a ring game")
    turn_seconds = Wholes(help_text="usual turn times")


class Presets(OpenView, at="presets/", is_tagged=True):
    """The rule-sets a table can be opened with: presets, their options, house rules, bots."""

    @answers(CatalogueShape)
    def get(self, request: Request) -> Json:
        return catalogue()


def catalogue() -> dict[str, Any]:
    """Every preset, house rule, rule-set of the house, and what is usual."""
    return CatalogueShape.of(
        presets=[
            With(
                preset,
                key=key,
                name=wording.preset_name(key),
                seats=preset.build().seats,
                house_rules=house_rules_of(key),
            )
            for key, preset in presets_offered().items()
        ],
        house_rules=[
            With(
                rule,
                key=key,
                name=wording.house_rule_name(key),
                options=getattr(rule, "options", ()),
            )
            for key, rule in engine.HOUSE_RULES.items()
        ],
        rule_sets=offered_rule_sets(),
        formats=[{"key": key, "name": words[0]} for key, words in wording.FORMATS.items()],
        absence=[
            {"key": key, "name": name, "words": words}
            for key, (name, words) in wording.ABSENCES.items()
            if key in match.ABSENCE_POLICIES
        ],
        prizes=[{"key": key, "percents": percents} for key, percents in PRIZE_TABLES.items()],
        bots=list(BOTS),
        rounds=ROUNDS,
        turn_seconds=TURN_SECONDS,
    )
